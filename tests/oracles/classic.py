"""A classic game's record counted a second time from RULES B, C and V1 to V9 alone: nothing here uses the engine.

English tiles, all racks told. Acts are those of the JSON record; the board is the one of `scorer`, and what does not
hold is an AssertionError.
"""

import re
from collections import Counter

from tests.oracles import scorer

COUNTS = Counter(
    {
        letter: count
        for count, letters in (
            *((12, "E"), (9, "AI"), (8, "O"), (6, "NRT"), (4, "LSUD"), (3, "G")),
            *((2, "BCMPFHVWY?"), (1, "KJXQZ")),
        )
        for letter in letters
    }
)
TARGETS = {"beginner": (70, 60, 50), "intermediate": (120, 100, 90), "expert": (200, 180, 160)}


def square_of(text):
    """Parse a square: H8 is column H, row 8."""
    return int(text[1:]) - 1, ord(text[0]) - 65


def squares_of(move):
    """Return the squares of a word: 8F runs across, F8 down."""
    text = move["ref"]
    number, letter = int(re.sub(r"\D", "", text)), re.sub(r"\d", "", text)
    y, x = (0, 1) if text[0].isdigit() else (1, 0)
    top, left = number - 1, ord(letter) - 65
    return [(top + y * step, left + x * step) for step in range(len(move["word"]))]


def runs_through(board, squares):
    """Return the words of two letters or more through these squares, in both directions, each once."""
    found = {}
    for square in squares:
        for down in (False, True):
            run = scorer._run(board, square, down=down)
            if len(run) > 1:
                found[tuple(run)] = "".join(board[one] for one in run).upper()
    return found


class Table:
    """The game act by act: `board`, `racks`, `scores`, and what was done how often."""

    def __init__(self, record):
        self.rules = record.get("settings", {})
        self.people = record["players"]
        number = len(self.people)
        self.size = self.rules.get("rack_size", 7)
        self.board, self.scores, self.racks = {}, [0] * number, [Counter() for _ in range(number)]
        self.held, self.lost, self.mover = [self.size] * number, [0] * number, 0
        self.kinds, self.turns, self.play, self.over = Counter(), 0, None, False
        for act in record["acts"]:
            self.kinds[act["act"]] += 1
            getattr(self, act["act"])(act)
            self.check_tiles()

    def rule(self, name, usual):
        return self.rules.get(name, usual)

    @property
    def bag(self):
        return 100 - len(self.board) - sum(self.held)

    def check_tiles(self):
        lying = Counter(letter if letter.isupper() else "?" for letter in self.board.values())
        left = COUNTS.copy()
        left.subtract(lying + sum(self.racks, Counter()))
        assert min(left.values()) >= 0, left
        assert left.total() >= self.bag >= 0

    def target(self, player):
        if "finish_line" not in self.rules:
            return 10**9
        own = self.people[player]
        level = own.get("level") or self.rules["finish_line"]
        return own.get("target") or TARGETS[level][len(self.people) - 2]

    def at_target(self):
        return [player for player, score in enumerate(self.scores) if score >= self.target(player)]

    # acts

    def start(self, act):
        order = sorted((tile.replace("?", " "), player) for player, tile in act["drawn"])
        self.mover = order[0][1]

    def rack(self, act):
        assert len(act["tiles"]) == self.held[act["player"]]
        assert Counter(act["tiles"]) >= self.racks[act["player"]]
        self.racks[act["player"]] = Counter(act["tiles"])

    def turn(self, act):
        assert not self.over
        assert act["player"] == self.mover
        assert not self.at_target()
        self.play, self.swapped = None, set()
        self.turns += 1
        self.next()

    def next(self):
        self.mover = (self.mover + 1) % len(self.people)
        while self.lost[self.mover]:
            self.lost[self.mover] -= 1
            self.mover = (self.mover + 1) % len(self.people)

    def place(self, act):
        player, before = act["player"], dict(self.board)
        swapped, self.changed = {}, []
        if "rearranged" in act:
            assert self.rule("rearranging", usual=False)
            swapped = self.rearrange(act["rearranged"])
        lying = before | swapped
        squares = squares_of(act)
        if not before:
            fewer = self.turns // len(self.people) if self.rule("opening_fallback", usual=False) else 0
            assert len(squares) >= max(2, self.rule("opening_length", 2) - fewer)
            assert (7, 7) in squares
        new = {sq: letter for sq, letter in zip(squares, act["word"], strict=True) if sq not in lying}
        after = lying | new
        played = Counter(letter if letter.isupper() else "?" for letter in new.values())
        assert played <= self.racks[player]
        down = squares[0][1] == squares[1][1]
        scored = [squares, *(scorer._run(after, square, down=not down) for square in new)]
        scored = [tuple(run) for run in scored if len(run) > 1]
        bonus = {int(tiles): points for tiles, points in self.rule("bonuses", {"7": 50}).items()}
        points = sum(scorer._run_points(after, run, new) for run in scored) + bonus.get(len(new), 0)
        words = ["".join(after[square] for square in run).upper() for run in scored]
        points += self.listed(words)
        final = runs_through(after, [*new, *self.changed])
        assert not swapped or set(swapped) & {square for run in scored for square in run}
        self.turn(act)
        good = set(final.values()) <= scorer.english_words()
        assert good or self.rule("challenge", "double") != "void"
        self.play = (player, before, points, self.racks[player], self.held[player], words, good, len(final))
        bag = self.bag
        self.board = after
        self.scores[player] += points
        self.racks[player] = self.racks[player] - played
        self.held[player] += min(bag, played.total()) - played.total()

    def rearrange(self, move):
        """Check that these squares have a whole word with the same letters; return its new tiles by square."""
        squares = squares_of(move)
        down = squares[0][1] == squares[-1][1]
        assert scorer._run(self.board, squares[0], down=down) == squares
        old = [self.board[square] for square in squares]
        assert sorted(old) == sorted(move["word"])
        assert old != list(move["word"])
        swapped = dict(zip(squares, move["word"], strict=True))
        self.changed = [square for square in squares if swapped[square] != self.board[square]]
        return swapped

    def listed(self, words):
        listed = [word.upper() for word in self.rule("theme_words", [])]
        return self.rule("theme_points", 5) * sum(word in listed for word in words)

    def exchange(self, act):
        given = Counter(act["tiles"])
        assert given <= self.racks[act["player"]]
        assert self.bag >= max(self.rule("exchange_minimum", 7), given.total())
        self.racks[act["player"]] -= given
        self.turn(act)

    def __getattr__(self, name):
        if name == "pass":
            return self.turn
        raise AttributeError(name)

    def recycle(self, act):
        player, square = act["player"], square_of(act["square"])
        assert player == self.mover
        assert square not in self.swapped
        lying, given = self.board[square], act["tile"]
        assert self.racks[player][given]
        assert self.rule("recycling_blanks" if lying.islower() else "recycling_letters", usual=False)
        if lying.islower():
            assert lying.upper() == given
        self.board = self.board | {square: given}
        assert set(runs_through(self.board, [square]).values()) <= scorer.english_words()
        self.racks[player] = self.racks[player] - Counter(given) + Counter("?" if lying.islower() else lying)
        self.play = None
        self.swapped = {*self.swapped, square}

    swapped = frozenset()

    def thematic(self, act):
        player, before, points, *rest = self.play
        assert player == act["player"]
        assert Counter(act["words"]) <= Counter(rest[2])
        extra = self.rule("theme_points", 5) * len(act["words"])
        self.scores[player] += extra
        self.play = (player, before, points + extra, *rest)

    def challenge(self, act):
        player, before, points, rack, held, _words, good, number = self.play
        assert act["player"] != player
        assert act["upheld"] is not good
        rule = self.rule("challenge", "double")
        if act["upheld"]:
            self.board, self.racks[player], self.held[player] = before, rack, held
            self.scores[player] -= points
            self.play = None
        elif rule == "points":
            each = self.rule("challenge_points_for", "word") == "word"
            self.scores[act["player"]] -= self.rule("challenge_points", 5) * (number if each else 1)
        elif rule == "double" and not self.at_target() and all(self.held):
            self.lost[act["player"]] += 1
            if act["player"] == self.mover:
                self.lost[act["player"]] -= 1
                self.next()

    def end(self, _act):
        self.over = True
        reached = self.at_target()
        if reached:
            self.winners = reached[:1]
            return
        left = [sum(scorer.POINTS.get(tile, 0) for tile in rack.elements()) for rack in self.racks]
        before = list(self.scores)
        for player, value in enumerate(left):
            self.scores[player] += -value if self.held[player] else sum(left)
        totals = list(zip(self.scores, before, strict=True))
        self.winners = [player for player, total in enumerate(totals) if total == max(totals)]
