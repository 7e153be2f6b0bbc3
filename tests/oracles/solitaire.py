"""Solitaire counted a second time from RULES B, C6 and V12 alone: nothing here uses the engine. English tiles."""

from collections import Counter

from tests.oracles import scorer
from tests.oracles.bingo import COUNTS


def board_of(rows):
    return {
        (row, column): token for row, line in enumerate(rows) for column, token in enumerate(line) if token
    }


def lying_on(board):
    return Counter(letter if letter.isupper() else "?" for letter in board.values())


def value(tiles):
    return sum(scorer.POINTS.get(tile, 0) for tile in tiles)


class RacksCount:
    """One rack or two, dealt by the program: what everybody who may see them is shown is checked after each act."""

    def __init__(self, seen):
        self.board, self.totals = {}, [0] * len(seen["racks"])
        self.racks = [rack["tiles"] for rack in seen["racks"]]
        self.check(seen)

    def follow(self, act, seen):
        to_move = self.before["to_move"]
        if act["act"] == "place":
            reference, rack = scorer.duplicate_reference(act["ref"]), Counter(self.racks[to_move])
            points = scorer.worth(self.board, rack, act["word"], reference)
            assert points is not None, act
            self.board = scorer.place(self.board, act["word"], reference)
            self.totals[to_move] += points
        elif act["act"] == "exchange":
            assert self.before["bag_count"] >= 7
            kept = Counter(self.racks[to_move]) - Counter(act["tiles"])
            assert not kept - Counter(seen["racks"][to_move]["tiles"])
        self.racks = [rack["tiles"] for rack in seen["racks"]]
        if seen["over"]:
            self.settle()
        self.check(seen)

    def settle(self):
        left = [value(rack) for rack in self.racks]
        for rack, tiles in enumerate(self.racks):
            self.totals[rack] += -left[rack] if tiles else sum(left)

    def check(self, seen):
        self.before = seen
        assert board_of(seen["board"]) == self.board
        assert [rack["score"] for rack in seen["racks"]] == self.totals
        held = sum((Counter(rack) for rack in self.racks), lying_on(self.board))
        assert not held - COUNTS
        assert seen["bag_count"] == 100 - held.total()
        assert all(len(rack) == 7 for rack in self.racks) or seen["bag_count"] == 0
        assert seen["over"] == (seen["to_move"] is None)


class OpenCount:
    """A construction, built again from its plays after each act."""

    def check(self, seen):
        board, left, total = {}, COUNTS, 0
        for play in seen["plays"]:
            reference = scorer.duplicate_reference(play["ref"])
            points = scorer.worth(board, left, play["word"], reference)
            assert points == play["score"]
            after = scorer.place(board, play["word"], reference)
            used = lying_on(after) - lying_on(board)
            assert used == Counter(play["tiles"])
            assert used.total() <= 7
            board, left, total = after, left - used, total + points
        assert board_of(seen["board"]) == board
        assert Counter(seen["left"]) == left
        assert seen["left_count"] == left.total()
        assert seen["players"][0]["score"] == total
