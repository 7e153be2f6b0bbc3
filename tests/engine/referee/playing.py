"""Simulated players at one board. A stream of numbers decides their acts, so that a game can be repeated.

They mostly play real words, exchange and pass now and then, try bad words, challenge good and bad plays, and exceed
their time.
"""

from dataclasses import replace
from itertools import permutations

from engine import movegen
from engine.notation import Move
from engine.referee import (
    ClassicGame,
    ClassicSettings,
    End,
    Exchange,
    Overtime,
    Pass,
    Place,
    Player,
    Rack,
    apply,
    challenge_by,
    draw_for_start,
    may_exchange,
    problems,
    refill,
)
from engine.scoring import bad_words, score_move

NAMES = ("Ann Marsh", "Bo", "Cy Lee", "Di")


class Play:
    """A game in progress."""

    def __init__(self, lexicon, players, settings, choices, seed="s", most_turns=200):
        self.lexicon = lexicon
        self.game = ClassicGame(
            players=tuple(map(Player, NAMES[:players])), settings=settings, lexicon=lexicon.name
        )
        self.state = self.game.start()
        self.choices = iter(choices)
        self.seed = seed
        self.most_turns = most_turns

    def do(self, act):
        self.state = apply(self.state, act, self.lexicon)
        self.game = self.game.with_act(act)

    def choose(self, number):
        """Return the next number, below `number`; 0 after the last one."""
        return next(self.choices, 0) % number

    @property
    def players(self):
        return len(self.game.players)

    def moves(self, player):
        state = self.state
        return movegen.all_moves(state.board, state.seats[player].known, self.lexicon, state.tiles)

    def whole_game(self):
        self.begin()
        while self.state.end_reason is None and self.state.turns < self.most_turns:
            if (
                not self.state.bag_count
                and not self.choose(3)
                and not any(map(self.moves, range(self.players)))
            ):
                break
            self.turn()
        if self.state.end_reason or self.state.turns < self.most_turns:
            self.do(End(nobody_can_play=self.state.end_reason is None))
            if not self.choose(6):
                self.do(Overtime(player=0, points=10))
        return self.game

    def begin(self):
        attempt = 0
        self.do(draw_for_start(self.state, self.seed))
        while self.state.drawing:
            attempt += 1
            self.do(draw_for_start(self.state, self.seed, attempt))
        for player in range(len(self.state.seats)):
            self.do(refill(self.state, player, self.seed))

    def turn(self):
        player = self.state.to_move
        kind = self.choose(100)
        moves = self.moves(player)
        if kind < 8 and self.exchange(player):
            return
        if kind < 12:
            self.do(Pass(player=player))
        elif kind < 22 and self.state.settings.challenge != "void" and self.phony(player, moves):
            return
        elif moves:
            self.place(player, moves[min(self.choose(7) ** 2, len(moves) - 1)].move, kind)
        elif not self.exchange(player):
            self.do(Pass(player=player))
        if not self.choose(40):
            self.do(Overtime(player=player, points=10 * (1 + self.choose(3))))

    def exchange(self, player):
        rack = self.state.seats[player].known
        number = 1 + self.choose(max(1, len(rack)))
        if may_exchange(self.state, player, number):
            return False
        self.do(Exchange(player=player, tiles=tuple(rack[:number])))
        self.do(refill(self.state, player, self.seed))
        return True

    def place(self, player, move, kind):
        """Place a move; tiles are drawn before or after a challenge."""
        self.do(Place(player=player, move=move))
        if kind % 2:
            self.draw(player)
        if kind >= 85:
            self.challenge(player)
        self.draw(player)

    def draw(self, player):
        seat = self.state.seats[player]
        if not seat.is_known:
            self.do(refill(self.state, player, self.seed))

    def challenge(self, player):
        others = len(self.state.seats) - 1
        challenger = (player + 1 + self.choose(others)) % (others + 1)
        if self.state.settings.challenge != "void":
            words = self.choose(len(self.state.play.words) + 1)
            self.do(challenge_by(self.state, challenger, self.lexicon, words))

    def phony(self, player, moves):
        """Place the tiles of a good move in another order, if that makes a bad word; return whether it did."""
        if not moves:
            return False
        found = moves[self.choose(len(moves))]
        board, word = self.state.board, found.move.word
        start, step = found.move.reference.index, found.move.reference.direction.step
        own = [place for place in range(len(word)) if not board.cells[start + place * step]]
        for order in list(permutations(own))[1:20]:
            cells = list(word)
            for place, other in zip(own, order, strict=True):
                cells[place] = word[other]
            move = Move(found.move.reference, tuple(cells))
            if bad_words(
                board, score_move(board, move, self.state.tiles).move, self.state.tiles, self.lexicon
            ):
                self.place(player, move, 85 + self.choose(15) if self.choose(4) else 30)
                return True
        return False


def annotate(game, hidden):
    """Return the game of an annotator who never sees these players' racks until the tiles left are counted."""
    told = replace(game, acts=())
    state, whole = told.start(), game.start()
    for act in game.acts:
        whole = apply(whole, act)
        seen = [act]
        if isinstance(act, Rack) and act.player in hidden:
            seen = []
        elif isinstance(act, Exchange) and act.player in hidden:
            seen = [Exchange(player=act.player, count=act.number)]
        elif isinstance(act, End) and any(problems(state, act)):
            seen = [*(Rack(player=player, tiles=whole.seats[player].known) for player in hidden), act]
        for one in seen:
            state, told = apply(state, one), told.with_act(one)
    return told


def settings(challenge="double", points_for="word", go="lost", minimum=7, final="each", **others):
    """Return settings by short names."""
    values = {
        "challenge": "points" if challenge.isdigit() else challenge,
        "challenge_points": int(challenge) if challenge.isdigit() else 5,
        "challenge_points_for": points_for,
        "challenge_points_go": go,
        "exchange_minimum": minimum,
        "final_adjustment": final,
    }
    return ClassicSettings(**values, **others)
