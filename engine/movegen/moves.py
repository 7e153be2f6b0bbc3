"""The moves found by the search: stored as one number each, ordered and decoded on access."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from engine.board import Board
from engine.movegen.memory import COLUMN_SHIFT, DOWN_SHIFT, ROW_SHIFT, SCORE_SHIFT, WORD_SHIFT, layout_for
from engine.notation import Move, Reference
from engine.scoring import ScoredMove
from engine.squares import SIZE, Direction
from engine.tiles import BLANK, BLANK_FLAG, EMPTY

_FOUR_BITS = 15
_BLANKS = (1 << WORD_SHIFT) - 1


def _places() -> Iterator[tuple[Reference, int, int]]:
    """Yield reference, square and step to the next for each value of the bits of row, column and direction."""
    for bits in range(1 << (SCORE_SHIFT - DOWN_SHIFT)):
        row, column = bits >> (ROW_SHIFT - DOWN_SHIFT), bits >> (COLUMN_SHIFT - DOWN_SHIFT) & _FOUR_BITS
        reference = Reference(row, column, Direction(bits & 1))
        yield reference, reference.index, reference.direction.step


_PLACES = tuple(_places())


@dataclass(frozen=True, slots=True)
class MoveArrays:
    """Many moves at once: each array has the shape (moves,), but for `words`.

    `words` has the shape (moves, 15): rows of letters, of which the first `length` count. `score` is in points, `row`
    and `column` count from 0, and `blanks` is the number of blanks that the move plays.
    """

    score: NDArray[np.int64]
    row: NDArray[np.int64]
    column: NDArray[np.int64]
    down: NDArray[np.bool_]
    length: NDArray[np.int64]
    blanks: NDArray[np.int64]
    words: NDArray[np.uint8]


def _listed(numbers: list[int] | NDArray[np.int64]) -> list[int]:
    return numbers if isinstance(numbers, list) else numbers.tolist()


def _order(moves: NDArray[np.int64], ranks: NDArray[np.int64] | None, word_mask: int) -> NDArray[np.int64]:
    """Return moves in order, equal ones by their words."""
    if ranks is None:
        return np.sort(moves)
    words = moves >> WORD_SHIFT & word_mask
    return moves[np.argsort(moves + (ranks[words] - words << WORD_SHIFT))]


class Moves(Sequence[ScoredMove]):
    """Moves of one position: the best first, equal ones in reading order, then by their words.

    They are put in order when somebody first looks at one, and a move is decoded when it is accessed. It is then
    equal to the result of `scoring.score_move`: tests compare the two.
    """

    def __init__(
        self,
        found: list[int] | NDArray[np.int64],
        words: NDArray[np.uint8],
        board: Board,
        ranks: NDArray[np.int64] | None = None,
    ) -> None:
        """Take a list in order, or an array to be ordered; `words` and `ranks` as in `Tables`."""
        self._found = found
        self._ordered: list[int] | NDArray[np.int64] | None = found if isinstance(found, list) else None
        self._words = words
        self._board = board
        self._ranks = ranks
        self._layout = layout_for(len(words))

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, index: int) -> ScoredMove: ...
    @overload
    def __getitem__(self, index: slice) -> "Moves": ...
    def __getitem__(self, index: int | slice) -> "ScoredMove | Moves":
        if isinstance(index, slice):
            return Moves(_listed(self._numbers[index]), self._words, self._board)
        return self._decode(int(self._numbers[index]))

    def __iter__(self) -> Iterator[ScoredMove]:
        return map(self._decode, _listed(self._numbers))

    def __repr__(self) -> str:
        return f"<{len(self)} moves, the best {self[0] if self else None}>"

    @property
    def scores(self) -> list[int]:
        layout = self._layout
        return [layout.base - (number >> layout.score_shift) for number in _listed(self._numbers)]

    def arrays(self) -> MoveArrays:
        """Decode all moves at once, in their order."""
        numbers = np.array(self._numbers, np.int64)
        words = self._words[numbers >> WORD_SHIFT & self._layout.word_mask]
        ranked = numbers >> self._layout.wider
        return MoveArrays(
            score=self._layout.base - (ranked >> SCORE_SHIFT),
            row=ranked >> ROW_SHIFT & _FOUR_BITS,
            column=ranked >> COLUMN_SHIFT & _FOUR_BITS,
            down=(ranked >> DOWN_SHIFT & 1).astype(np.bool_),
            length=words[:, SIZE].astype(np.int64),
            blanks=np.bitwise_count(numbers & ((1 << SIZE) - 1)).astype(np.int64),
            words=words[:, :SIZE],
        )

    @property
    def _numbers(self) -> list[int] | NDArray[np.int64]:
        """The moves in order. Several threads may look first, and each order what was found: it stays as it is."""
        if self._ordered is None:
            self._ordered = _order(np.asarray(self._found), self._ranks, self._layout.word_mask)
        return self._ordered

    def spelled(self, number: int, word: tuple[int, ...], tiles: tuple[int, ...]) -> ScoredMove:
        """Return one of the moves, of which the cells and the tiles played are known."""
        layout = self._layout
        reference = _PLACES[number >> layout.place_shift & (len(_PLACES) - 1)][0]
        return ScoredMove(Move(reference, word), layout.base - (number >> layout.score_shift), tiles)

    def _decode(self, number: int) -> ScoredMove:
        _, base, place_shift, score_shift, word_mask = self._layout
        reference, start, step = _PLACES[number >> place_shift & (len(_PLACES) - 1)]
        letters: Sequence[int] = self._words[number >> WORD_SHIFT & word_mask].tobytes()
        length = letters[SIZE]  # the last number of the row
        if number & _BLANKS:
            letters = [
                letters[place] | BLANK_FLAG * (number >> (SIZE - 1 - place) & 1) for place in range(length)
            ]
        else:
            letters = letters[:length]
        lies = self._board.cells[start : start + length * step : step]
        if lies.count(EMPTY) == length:
            word = tiles = tuple(letters)
        else:
            word = tuple([lying or letter for lying, letter in zip(lies, letters, strict=True)])
            tiles = tuple([letter for lying, letter in zip(lies, letters, strict=True) if not lying])
        if number & _BLANKS:
            tiles = tuple([BLANK if letter & BLANK_FLAG else letter for letter in tiles])
        return ScoredMove(Move(reference, word), base - (number >> score_shift), tiles)
