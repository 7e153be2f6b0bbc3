"""The moves found by the search: stored as one number each, decoded on access."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from engine.board import Board
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
from engine.scoring import ScoredMove
from engine.squares import SIZE, Direction
from engine.tiles import BLANK, BLANK_FLAG

_FOUR_BITS = 15
_BLANKS = (1 << WORD_SHIFT) - 1


def _places() -> Iterator[tuple[Reference, slice]]:
    """Yield the reference and its squares onwards for each value of the bits of row, column and direction."""
    for bits in range(1 << (SCORE_SHIFT - DOWN_SHIFT)):
        row, column = bits >> (ROW_SHIFT - DOWN_SHIFT), bits >> (COLUMN_SHIFT - DOWN_SHIFT) & _FOUR_BITS
        reference = Reference(row, column, Direction(bits & 1))
        yield reference, slice(reference.index, None, reference.direction.step)


_PLACES = tuple(_places())


@dataclass(frozen=True, slots=True)
class MoveArrays:
    """Many moves at once: each array has one number per move. `words` has rows of fifteen letters, of which
    the first `length` count; `blanks` is the number of blanks that the move plays.
    """

    score: NDArray[np.int64]
    row: NDArray[np.int64]
    column: NDArray[np.int64]
    down: NDArray[np.bool_]
    length: NDArray[np.int64]
    blanks: NDArray[np.int64]
    words: NDArray[np.uint8]


class Moves(Sequence[ScoredMove]):
    """Moves of one position: the best first, equal ones in reading order, then by their words.

    A move is decoded when it is accessed, and is equal to the result of `scoring.score_move`: tests compare
    the two.
    """

    def __init__(self, numbers: Sequence[int], words: NDArray[np.uint8], board: Board) -> None:
        self._numbers = numbers
        self._words = words
        self._board = board

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> ScoredMove: ...
    @overload
    def __getitem__(self, index: slice) -> "Moves": ...
    def __getitem__(self, index: int | slice) -> "ScoredMove | Moves":
        if isinstance(index, slice):
            return Moves(self._numbers[index], self._words, self._board)
        return self._write_out(self._numbers[index])

    def __iter__(self) -> Iterator[ScoredMove]:
        return (self._write_out(number) for number in self._numbers)

    def __repr__(self) -> str:
        return f"<{len(self)} moves, the best {self[0] if self else None}>"

    @property
    def scores(self) -> list[int]:
        return [HIGHEST_SCORE - (number >> SCORE_SHIFT) for number in self._numbers]

    def arrays(self) -> MoveArrays:
        numbers = np.array(self._numbers, np.int64)
        words = self._words[numbers >> WORD_SHIFT & (MOST_WORDS - 1)]
        return MoveArrays(
            score=HIGHEST_SCORE - (numbers >> SCORE_SHIFT),
            row=numbers >> ROW_SHIFT & _FOUR_BITS,
            column=numbers >> COLUMN_SHIFT & _FOUR_BITS,
            down=(numbers >> DOWN_SHIFT & 1).astype(np.bool_),
            length=words[:, SIZE].astype(np.int64),
            blanks=np.bitwise_count(numbers & ((1 << SIZE) - 1)).astype(np.int64),
            words=words[:, :SIZE],
        )

    def _write_out(self, number: int) -> ScoredMove:
        reference, squares = _PLACES[number >> DOWN_SHIFT & (len(_PLACES) - 1)]
        letters = self._words[number >> WORD_SHIFT & (MOST_WORDS - 1)].tolist()
        del letters[letters[SIZE] :]  # the last number of the row is the word's length
        if number & _BLANKS:
            for place in range(len(letters)):
                letters[place] |= BLANK_FLAG * (number >> (SIZE - 1 - place) & 1)
        lies = self._board.cells[squares]
        word = tuple([lying or letter for lying, letter in zip(lies, letters, strict=False)])
        tiles = [letter for lying, letter in zip(lies, letters, strict=False) if not lying]
        if number & _BLANKS:
            tiles = [BLANK if letter & BLANK_FLAG else letter for letter in tiles]
        score = HIGHEST_SCORE - (number >> SCORE_SHIFT)
        return ScoredMove(Move(reference, word), score, tuple(tiles))
