"""Simulated players of Scrabble Me: a stream of numbers decides their acts, so that a game can be repeated.

They mostly play real words, sometimes bad ones, pass now and then, challenge good and bad plays, and take
tiles from the podium or the bag. After the last number they play well and quickly.
"""

from engine import movegen
from engine.modes import mode_of
from engine.notation import Move
from engine.scoring import bad_words, score_move

MODE = mode_of("scrabble_me")


class Players:
    """A game in progress. `acts` are those done; `watch` is called with each act and what all screens show then."""

    def __init__(self, setup, choices, watch=None):
        self.setup, self.choices, self.watch = setup, iter(choices), watch
        self.state, self.acts = MODE.start(setup), []

    def screens(self):
        return [MODE.shown(self.state, player) for player in range(len(self.setup.players))]

    def choose(self, number):
        return next(self.choices, 0) % number

    def do(self, player, act, **values):
        self.acts.append({"act": act, "player": player, "seed": f"s{len(self.acts)}", **values})
        self.state = MODE.apply(self.state, self.acts[-1])
        if self.watch:
            self.watch(self.acts[-1], self.screens())

    def whole_game(self, most=2000):
        while not self.state.ended and len(self.acts) < most:
            waiting = MODE.waits_for(self.state)
            getattr(self, self.state.phase)(waiting[self.choose(len(waiting))])
        return self.acts

    def play(self, player):
        seat, setup = self.state.seats[player], self.setup
        moves = movegen.all_moves(seat.board, seat.rack, setup.lexicon, setup.tiles)
        kind = self.choose(20)
        if not moves or kind == 19:
            self.do(player, "pass")
            return
        move = moves[min(self.choose(6) ** 2, len(moves) - 1)].move
        if kind > 15 and setup.settings.challenge != "void":
            move = self.phony(seat, move) or move
        ref, word = move.text(setup.tiles, "english")
        self.do(player, "place", ref=ref, word=word)

    def phony(self, seat, move):
        """Return a move with its tiles reversed, if that spells no word."""
        start, step = move.reference.index, move.reference.direction.step
        own = [place for place in range(len(move.word)) if not seat.board.cells[start + place * step]]
        cells = list(move.word)
        for place, other in zip(own, reversed(own), strict=True):
            cells[place] = move.word[other]
        turned = Move(move.reference, tuple(cells))
        tiles = self.setup.tiles
        fitting = score_move(seat.board, turned, tiles).move
        return turned if bad_words(seat.board, fitting, tiles, self.setup.lexicon) else None

    def challenge(self, player):
        doubtful = MODE.shown(self.state, player)["can_challenge"]
        if self.choose(6) == 5:
            self.do(player, "challenge", of=doubtful[self.choose(len(doubtful))])
        else:
            self.do(player, "accept")

    def swap(self, player):
        others = [other for other in range(len(self.setup.players)) if other != player]
        self.do(player, "swap", **{"with": others[self.choose(len(others))]})

    def refill(self, player):
        podium = MODE.shown(self.state, None)["podium"]
        if podium and (self.choose(2) or not self.state.bag):
            self.do(player, "pick", **{"from": "podium", "tile": podium[self.choose(len(podium))]["tile"]})
        else:
            self.do(player, "pick", **{"from": "bag"})
