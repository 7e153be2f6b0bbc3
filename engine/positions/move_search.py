"""A search among all moves of a position: by word, points, square, length, blank or bonus.

A position can have tens of thousands of moves, and users want at most a page of them. So nothing is decoded
here: a search works on arrays, and returns the places of the moves in their ranking.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TypeAlias

from engine.arrays import np
from engine.board import Board
from engine.errors import NotationError
from engine.lexicon.lookup import find_fitting
from engine.lexicon.patterns import Pattern
from engine.notation import Reference
from engine.squares import SIZE, Direction

if TYPE_CHECKING:  # callers that have moves have imported the search; others only parse a query
    from numpy.typing import NDArray

    from engine.movegen.moves import MoveArrays, Moves

_Places: TypeAlias = "NDArray[np.int64]"
_Chosen: TypeAlias = "NDArray[np.bool_]"
_RANGE = re.compile(r"(\d{1,4})(?:(\+)|\s*[-–]\s*(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `least` to `most`, both included; without `most` there is no end."""

    least: int
    most: int | None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse "30", "30+" or "20-30".

        Raises:
            NotationError: the text is none of these.
        """
        match = _RANGE.fullmatch(text.strip())
        if match is None:
            raise NotationError("bad_range", text=text[:20])
        least, open_end, most = int(match[1]), match[2], match[3]
        return cls(least, None if open_end else int(most or least))


@dataclass(frozen=True, slots=True)
class MoveQuery:
    """The criteria of a search; those left out do not matter.

    `part` are letters that the word has somewhere, in this order and together; moves of just that word come
    first. `begins` is the square and direction of the move, `through` a square that its word covers.
    """

    part: tuple[int, ...] = ()
    pattern: Pattern | None = None
    points: Range | None = None
    length: Range | None = None
    begins: Reference | None = None
    through: Reference | None = None
    blank: bool = False
    bonus: bool = False


class MoveIndex:
    """All moves of one position, ready to be searched any number of times."""

    def __init__(self, moves: Moves, board: Board, bonuses: Mapping[int, int]) -> None:
        self.moves = moves
        self._arrays = arrays = moves.arrays()
        # One number for each move: equal scores share a rank.
        self.ranks = np.searchsorted(-arrays.score, -arrays.score, side="left") + 1
        bonus = np.zeros(SIZE + 1, np.bool_)
        bonus[[played for played, points in bonuses.items() if points and 0 < played <= SIZE]] = True
        self.has_bonus = bonus[arrays.length - _lying_under(arrays, board)]

    def find(self, query: MoveQuery) -> _Places:
        """Return the places of the moves that match the query, the best first: int64, in one dimension."""
        found = self._arrays
        wanted = np.ones(len(self.moves), np.bool_)
        if query.points:
            wanted &= _within(found.score, query.points)
        if query.length:
            wanted &= _within(found.length, query.length)
        if query.begins:
            wanted &= self._begins(query.begins)
        if query.through:
            wanted &= self._goes_over(query.through)
        if query.blank:
            wanted &= found.blanks > 0
        if query.bonus:
            wanted &= self.has_bonus
        if query.pattern:
            wanted &= find_fitting(query.pattern, found.words, found.length)
        if query.part:
            return self._with_part(query.part, wanted)
        return np.flatnonzero(wanted)

    def _begins(self, start: Reference) -> _Chosen:
        found = self._arrays
        there: _Chosen = (found.row == start.row) & (found.column == start.column)
        there &= found.down == (start.direction is Direction.DOWN)
        return there

    def _goes_over(self, square: Reference) -> _Chosen:
        found = self._arrays
        beside: _Chosen = np.where(found.down, found.column == square.column, found.row == square.row)
        along = np.where(found.down, square.row - found.row, square.column - found.column)
        beside &= (along >= 0) & (along < found.length)
        return beside

    def _with_part(self, part: tuple[int, ...], wanted: _Chosen) -> _Places:
        found, letters = self._arrays, tuple(1 << letter for letter in part)
        inside = wanted & find_fitting(Pattern((0, *letters, 0)), found.words, found.length)
        whole = inside & (found.length == len(part))
        return np.concatenate([np.flatnonzero(whole), np.flatnonzero(inside & ~whole)])


def _within(numbers: NDArray[np.int64], wanted: Range) -> _Chosen:
    chosen: _Chosen = numbers >= wanted.least
    return chosen if wanted.most is None else chosen & (numbers <= wanted.most)


def _lying_under(found: MoveArrays, board: Board) -> NDArray[np.int64]:
    """Count the tiles of the board that each move goes through."""
    lying = np.frombuffer(board.cells, np.uint8).reshape(SIZE, SIZE) != 0
    # The number of tiles before each square of a line: a difference of two gives those between them.
    before = np.zeros((2, SIZE, SIZE + 1), np.int64)
    np.cumsum(lying, axis=1, out=before[0, :, 1:])
    np.cumsum(lying.T, axis=1, out=before[1, :, 1:])
    way = found.down.astype(np.int64)
    line = np.where(found.down, found.column, found.row)
    start = np.where(found.down, found.row, found.column)
    return before[way, line, start + found.length] - before[way, line, start]
