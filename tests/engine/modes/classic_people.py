"""Simulated players of classic games at a table. Numbers decide their acts, so that a game can be repeated.

They play, exchange, pass, challenge, and do the acts of variants.
"""

from itertools import permutations

from engine import movegen
from engine.board import Board
from engine.errors import EngineError
from engine.modes.classic.mode import CLASSIC
from engine.notation import Move
from engine.referee.runs import square_text, squares_of, word_through
from engine.squares import Direction
from tests.engine.modes.sitting import ENGLISH, Seat, english

MOST_TURNS = 60


class People:
    """The players of a table."""

    def __init__(self, setup, choices, most_turns=MOST_TURNS):
        self.seat = Seat(CLASSIC, setup)
        self.choices = iter(choices)
        self.most_turns = most_turns
        self.settings = setup.settings

    @property
    def state(self):
        return self.seat.state.state

    def choose(self, number):
        """Return the next number, below `number`; 0 after the last one."""
        return next(self.choices, 0) % number

    def whole_game(self, after_each=lambda people: None):
        while not self.state.is_over and self.state.turns < self.most_turns:
            self.step()
            after_each(self)
        return self.seat

    def step(self):
        table = self.seat.state
        if table.undrawn:
            return self.seat.do(table.undrawn[0], "draw", vowels=self.choose(5))
        if table.doubters:
            return self.answer(table.doubters[0])
        player = self.state.to_move
        if self.doubt(player) or self.accept_theme():
            return None
        self.recycle(player)
        if not (self.rearrange(player) or self.play(player)):
            self.exchange_or_pass(player)
        return None

    def drawing(self):
        return {"vowels": self.choose(5)} if self.settings.double_bag else {}

    def try_act(self, player, act, **values):
        """Do an act, and return whether the rules allowed it."""
        try:
            self.seat.do(player, act, **values)
        except EngineError:
            return False
        return True

    def answer(self, player):
        if self.choose(4) or not self.try_act(player, "challenge"):
            self.try_act(player, "accept")

    def doubt(self, player):
        play = self.state.play
        return play is not None and not self.choose(12) and self.try_act(player, "challenge")

    def accept_theme(self):
        play = self.state.play
        if play is None or not self.settings.theme or self.settings.theme_words or self.choose(5):
            return False
        word = ENGLISH.decode(play.words[0].word).upper()
        return self.try_act((play.player + 1) % len(self.state.seats), "thematic", words=[word])

    def recycle(self, player):
        if not (self.settings.recycling_letters or self.settings.recycling_blanks) or self.choose(3):
            return
        lying = [square for square, cell in enumerate(self.state.board.cells) if cell]
        rack = sorted({tile for tile in self.state.seats[player].known if tile})
        for offset in range(min(len(lying), 12)):
            square = lying[(self.choose(len(lying)) + offset) % len(lying)]
            for tile in rack:
                text = square_text(square, self.state.convention)
                if self.try_act(player, "recycle", square=text, tile=ENGLISH.decode_rack([tile])):
                    return

    def moves(self, board, player):
        rack = self.state.seats[player].known
        return movegen.all_moves(board, rack, english(), ENGLISH, self.settings.bonuses)

    def rearrange(self, player):
        """Return the first anagram of a word on the board to which something can be added."""
        lying = [square for square, cell in enumerate(self.state.board.cells) if cell]
        if not self.settings.rearranging or not lying or self.choose(3):
            return False
        for _ in range(4):
            square, direction = lying[self.choose(len(lying))], Direction(self.choose(2))
            word = word_through(self.state.board, square, direction)
            if word is None or len(word.word) > 5:
                continue
            for order in sorted(set(permutations(word.word)) - {word.word}):
                if english().contains(order) and self.add_to(player, word, order):
                    return True
        return False

    def add_to(self, player, word, order):
        squares = squares_of(word)
        cells = bytearray(self.state.board.cells)
        for square, cell in zip(squares, order, strict=True):
            cells[square] = cell
        other = dict(zip(("ref", "word"), Move(word.reference, order).text(ENGLISH, "english"), strict=True))
        for scored in self.moves(Board(bytes(cells)), player)[:30]:
            reference, text = scored.move.text(ENGLISH, "english")
            if self.try_act(player, "place", ref=reference, word=text, rearranged=other, **self.drawing()):
                return True
        return False

    def play(self, player):
        moves = self.moves(self.state.board, player)
        if self.choose(100) < 6:
            return False
        for scored in moves[min(self.choose(7) ** 2, max(0, len(moves) - 1)) :][:40]:
            reference, word = scored.move.text(ENGLISH, "english")
            if not self.choose(15) and len(word) > 3:  # perhaps a bad word
                own = [square for square in range(len(word)) if word[square].isupper()]
                if self.try_act(player, "place", ref=reference, word=word[::-1], **self.drawing()) and own:
                    return True
            if self.try_act(player, "place", ref=reference, word=word, **self.drawing()):
                return True
        return False

    def exchange_or_pass(self, player):
        rack = ENGLISH.decode_rack(self.state.seats[player].known)
        tiles = rack[: 1 + self.choose(max(1, len(rack)))]
        if not (self.choose(2) and self.try_act(player, "exchange", tiles=tiles, **self.drawing())):
            self.seat.do(player, "pass")
