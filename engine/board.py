"""The board: the tiles that lie on its squares.

A `Board` is an immutable value: 225 cells (see `tiles`) row by row; `place` returns the next one. `scoring`
decides which moves are allowed; a board only holds tiles.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from engine.errors import NotationError, TileError
from engine.notation import Move
from engine.squares import SIZE, SQUARES
from engine.tiles import EMPTY, TileSet

EMPTY_TEXT = "."


@dataclass(frozen=True, slots=True)
class Board:
    cells: bytes

    def __post_init__(self) -> None:
        if len(self.cells) != SQUARES:
            raise ValueError(f"a board has {SQUARES} squares, not {len(self.cells)}")

    @classmethod
    def empty(cls) -> Self:
        return cls(bytes(SQUARES))

    @classmethod
    def from_rows(cls, rows: Sequence[str], tiles: TileSet) -> Self:
        """Read the board in a text: "." is an empty square, a lower-case letter a blank, "[CH]" one tile.

        Raises:
            NotationError: there are not fifteen rows of fifteen squares, or one is no tile of the set.
        """
        if len(rows) != SIZE:
            row = min(len(rows), SIZE) + 1  # the first missing row, or the first one too many
            raise NotationError("bad_board", row=row, problem=f"there are {len(rows)} rows instead of {SIZE}")
        return cls(b"".join(_read_row(number, row, tiles) for number, row in enumerate(rows, start=1)))

    def rows(self, tiles: TileSet) -> list[str]:
        """Return the board as text, the inverse of `from_rows`."""
        return ["".join(map(_square_text, row)) for row in self.tokens(tiles)]

    def tokens(self, tiles: TileSet) -> list[list[str]]:
        """Return the tile of each square as text, row by row; an empty square is an empty text."""
        return [
            [tiles.token(cell) for cell in self.cells[start : start + SIZE]]
            for start in range(0, SQUARES, SIZE)
        ]

    def cell(self, row: int, column: int) -> int:
        return self.cells[row * SIZE + column]

    @property
    def is_empty(self) -> bool:
        return not any(self.cells)

    def transposed(self) -> Self:
        """Swap rows and columns: a word across then lies down."""
        return type(self)(b"".join(self.cells[column::SIZE] for column in range(SIZE)))

    def place(self, move: Move) -> Self:
        """Return the board after a move that `scoring` has accepted; tiles already there stay unchanged."""
        cells = bytearray(self.cells)
        start, step = move.reference.index, move.reference.direction.step
        squares = slice(start, start + len(move.word) * step, step)
        there = cells[squares]
        if any(there):
            cells[squares] = bytes([lying or cell for lying, cell in zip(there, move.word, strict=True)])
        else:
            cells[squares] = bytes(move.word)
        return type(self)(bytes(cells))


def _square_text(token: str) -> str:
    if not token:
        return EMPTY_TEXT
    return token if len(token) == 1 or token[0] == "(" else f"[{token}]"


def _read_row(number: int, row: str, tiles: TileSet) -> bytes:
    pieces = tiles.split(row)
    if len(pieces) != SIZE:
        raise NotationError("bad_board", row=number, problem=f"{len(pieces)} squares instead of {SIZE}")
    try:
        return bytes(EMPTY if piece == EMPTY_TEXT else tiles.encode_square(piece) for piece in pieces)
    except TileError as error:
        raise NotationError("bad_board", row=number, problem=str(error).removesuffix(".")) from error
