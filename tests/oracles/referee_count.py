"""A GCG file counted a second time from RULES B and C alone: nothing here uses the engine.

English tiles, racks all written. Every line is taken apart by hand, the board is the one of `scorer`, and what does
not hold is an AssertionError.
"""

import json
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
EVENT = re.compile(r">([^:]+): (?:([A-Z?]+) )??(\S+)(?: ([A-Za-z.]+))? ([+-]\d+) (-?\d+)")


def points_of(board, word, reference):
    """Return the score of a play, and the number of words it makes, good or not."""
    squares = scorer.squares_of(word, reference)
    assert squares is not None
    assert scorer._lies_well(board, squares, word)
    new = {sq: letter for sq, letter in zip(squares, word, strict=True) if sq not in board}
    after = board | new
    down = squares[0][1] == squares[1][1]
    runs = [squares, *(scorer._run(after, square, down=not down) for square in new)]
    runs = [run for run in runs if len(run) > 1]
    total = sum(scorer._run_points(after, run, new) for run in runs) + 50 * (len(new) == 7)
    words = {"".join(after[square] for square in run).upper() for run in runs}
    return total, len(runs), words <= scorer.english_words()


class Count:
    """A file counted line by line: `totals` by nickname, `kinds` how often what was done, the board."""

    def __init__(self, text):
        self.board, self.totals, self.kinds = {}, Counter(), Counter()
        self.nicks, self.rules, self.latest, self.before, self.held = [], {}, None, None, {}
        self.lost = Counter()
        self.over = False
        for line in text.splitlines():
            if line.startswith(">"):
                self.event(line)
            elif player := re.match(r"#player\d (\S+)", line):
                self.nicks.append(player[1])
                self.held[player[1]] = 7
            elif line.startswith("#isotop-rules "):
                self.rules = json.loads(line.split(maxsplit=1)[1])
        self.check_tiles()

    @property
    def bag(self):
        return 100 - len(self.board) - sum(self.held.values())

    def check_tiles(self):
        lying = Counter(letter if letter.isupper() else "?" for letter in self.board.values())
        assert lying <= COUNTS
        assert self.bag >= 0

    def event(self, line):
        nick, rack, act, word, score, total = EVENT.fullmatch(line).groups()
        assert nick in self.nicks
        assert not self.over or act.startswith("("), line
        found = self.score_of(nick, rack or "", act, word, int(score))
        assert found == int(score), (line, found)
        self.totals[nick] += found
        assert self.totals[nick] == int(total), line
        self.check_tiles()

    def score_of(self, nick, rack, act, word, score):
        if word:
            return self.place(nick, rack, act, word)
        if act == "--":
            owner, self.board, points, _ = self.before
            assert owner == nick
            self.kinds["withdrawn"] += 1
            self.held[nick] = self.held_before
            assert not self.latest_good
            self.before = None
            return -points
        if act == "(challenge)":
            return self.challenge(nick)
        if act == "(time)":
            self.kinds["time"] += 1
            assert score < 0
            assert score % 10 == 0
            return score
        if act.startswith("("):
            return self.left(nick, act.strip("()"))
        self.before = None
        if act == "-":
            self.kinds["pass"] += 1
        else:
            self.kinds["exchange"] += 1
            assert not Counter(act[1:]) - Counter(rack)
            assert self.bag >= max(self.rules.get("exchange_minimum", 7), len(act) - 1)
        return 0

    def place(self, nick, rack, reference, word):
        reference = scorer.duplicate_reference(reference)
        squares = scorer.squares_of(word, reference)
        played = Counter(
            letter if letter.isupper() else "?"
            for letter, square in zip(word, squares, strict=True)
            if letter != "."
        )
        assert not played - Counter(rack)
        whole = "".join(self.board[sq] if c == "." else c for c, sq in zip(word, squares, strict=True))
        points, words, self.latest_good = points_of(self.board, whole, reference)
        self.before, self.held_before = (nick, self.board, points, words), self.held[nick]
        bag = self.bag
        self.board = scorer.place(self.board, whole, reference)
        self.held[nick] += min(bag, played.total()) - played.total()
        self.kinds["place"] += 1
        self.kinds["bonus"] += played.total() == 7
        return points

    def challenge(self, nick):
        """Count a failed challenge; return its points."""
        self.kinds["challenge"] += 1
        assert self.latest_good
        owner, _, _, words = self.before
        if self.rules.get("challenge") != "points":
            assert nick != owner
            return 0
        points = self.rules.get("challenge_points", 5)
        most = words if self.rules.get("challenge_points_for", "word") == "word" else 1
        self.paid = points, most
        return self.signed(nick, owner)

    def signed(self, nick, owner):
        """Return the possible points of a failed challenge: only the players know how many words were
        challenged.
        """
        gained = self.rules.get("challenge_points_go", "lost") == "gained"
        assert gained == (nick == owner)
        return Choice(self.paid[0] * (1 if gained else -1) * count for count in range(1, self.paid[1] + 1))

    def left(self, nick, tiles):
        self.over = True
        self.kinds["left"] += 1
        value = sum(scorer.POINTS.get(tile, 0) for tile in tiles)
        if self.held[nick]:
            assert len(tiles) == self.held[nick]
            double = self.rules.get("final_adjustment") == "double" and 0 in self.held.values()
            return 0 if double else -value
        assert self.bag == 0
        return value * (2 if self.rules.get("final_adjustment") == "double" else 1)


class Choice(list):
    """A number that is equal to any of its choices; adding it adds the one that was compared."""

    def __eq__(self, other):
        self.found = other
        return other in list(self)

    def __hash__(self):
        return hash(tuple(self))

    def __radd__(self, other):
        return other + self.found
