"""The board: the tiles that lie on its squares.

A `Board` is a value: 225 cells (see `tiles`) row by row, never changed; `place` gives the next one.
Whether a move is allowed is decided in `scoring`; a board only holds tiles.
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
        """The board in a text: "." is an empty square, a lower-case letter a blank, "[CH]" one tile."""
        if len(rows) != SIZE:
            row = min(len(rows), SIZE) + 1  # the first that is missing, or the first too many
            raise NotationError("bad_board", row=row, problem=f"there are {len(rows)} rows instead of {SIZE}")
        return cls(b"".join(_read_row(number, row, tiles) for number, row in enumerate(rows, start=1)))

    def rows(self, tiles: TileSet) -> list[str]:
        """The board as text, the inverse of `from_rows`."""
        return ["".join(map(_square_text, row)) for row in self.tokens(tiles)]

    def tokens(self, tiles: TileSet) -> list[list[str]]:
        """What lies on each square, row by row; an empty square is an empty text."""
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
        """Rows as columns: a word across lies down."""
        return type(self)(b"".join(self.cells[column::SIZE] for column in range(SIZE)))

    def place(self, move: Move) -> Self:
        """The board after a move that `scoring` has accepted; tiles that lie there stay as they are."""
        cells = bytearray(self.cells)
        start, step = move.reference.index, move.reference.direction.step
        squares = slice(start, start + len(move.word) * step, step)
        cells[squares] = bytes([lying or cell for lying, cell in zip(cells[squares], move.word, strict=True)])
        return type(self)(bytes(cells))


def _square_text(token: str) -> str:
    if not token:
        return EMPTY_TEXT
    return token if len(token) == 1 else f"[{token}]"


def _read_row(number: int, row: str, tiles: TileSet) -> bytes:
    pieces = tiles.split(row)
    if len(pieces) != SIZE:
        raise NotationError("bad_board", row=number, problem=f"{len(pieces)} squares instead of {SIZE}")
    try:
        return bytes(EMPTY if piece == EMPTY_TEXT else tiles.encode_square(piece) for piece in pieces)
    except TileError as error:
        raise NotationError("bad_board", row=number, problem=str(error).removesuffix(".")) from error
