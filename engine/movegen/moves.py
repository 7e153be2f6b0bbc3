"""Moves as the search gives them: one number each, written out as somebody looks at them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from engine.board import SIZE, Board, Direction
from engine.movegen.memory import (
    COLUMN_SHIFT,
    DOWN_SHIFT,
    HIGHEST_SCORE,
    MOST_WORDS,
    ROW_SHIFT,
    SCORE_SHIFT,
    WORD_SHIFT,
)
from engine.notation import Move, Reference
from engine.scoring import ScoredMove, score_move
from engine.tiles import BLANK_FLAG, TileSet

_FOUR_BITS = 15


class Moves(Sequence[ScoredMove]):
    """Moves of one position: the best first, equal ones in reading order, then by their words.

    A move is scored by `scoring.score_move` when it is asked for, so that there is one truth about scores.
    `scores` has those of all moves, without that.
    """

    def __init__(
        self,
        numbers: Sequence[int],
        words: NDArray[np.uint8],
        board: Board,
        tiles: TileSet,
        bonuses: Mapping[int, int],
    ) -> None:
        self._numbers = numbers
        self._words = words
        self._rules = (tiles, bonuses)
        self._board = board

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> ScoredMove: ...
    @overload
    def __getitem__(self, index: slice) -> "Moves": ...
    def __getitem__(self, index: int | slice) -> "ScoredMove | Moves":
        if isinstance(index, slice):
            return Moves(self._numbers[index], self._words, self._board, *self._rules)
        return self._written_out(self._numbers[index])

    def __iter__(self) -> Iterator[ScoredMove]:
        return (self._written_out(number) for number in self._numbers)

    def __repr__(self) -> str:
        return f"<{len(self)} moves, the best {self[0] if self else None}>"

    @property
    def scores(self) -> list[int]:
        return [HIGHEST_SCORE - (number >> SCORE_SHIFT) for number in self._numbers]

    def _written_out(self, number: int) -> ScoredMove:
        row, column = number >> ROW_SHIFT & _FOUR_BITS, number >> COLUMN_SHIFT & _FOUR_BITS
        reference = Reference(row, column, Direction(number >> DOWN_SHIFT & 1))
        letters = self._words[number >> WORD_SHIFT & (MOST_WORDS - 1)].tolist()
        del letters[letters[SIZE] :]  # the last number of the row is the word's length
        word = tuple(
            letter | BLANK_FLAG if number >> (SIZE - 1 - place) & 1 else letter
            for place, letter in enumerate(letters)
        )
        return score_move(self._board, Move(reference, word), *self._rules)
