"""The notation of squares, moves and racks.

Terms. A *reference* is a square and a direction. The *duplicate* convention letters the rows A to O and
numbers the columns 1 to 15: H8 is across, 8H is down. The *english* convention letters the columns and
numbers the rows: 8H is across, H8 is down. A *move* is a reference and the whole word there, including
letters already on the board. A *rack record* is a rack as game records write it: left over, "+", drawn; a
leading "-" marks a rack drawn anew as a whole.

Every value here prints a text that reads back as the same value.
"""

import re
from dataclasses import dataclass
from typing import Literal, Self, get_args

from engine.errors import MoveError, NotationError, TileError
from engine.squares import SIZE, Direction
from engine.tiles import TileSet

Convention = Literal["duplicate", "english"]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)

_FIRST_LETTER = ord("A")
_LETTER_FIRST = re.compile(r"([A-Z])([0-9]{1,2})")
_NUMBER_FIRST = re.compile(r"([0-9]{1,2})([A-Z])")


@dataclass(frozen=True, slots=True, order=True)
class Reference:
    """The square and direction of a word; references sort in reading order, across before down."""

    row: int
    column: int
    direction: Direction

    @classmethod
    def parse(cls, text: str, convention: Convention = "duplicate") -> Self:
        """Read a reference such as "H8"; case does not matter.

        Raises:
            NotationError: it is no letter and number, or not on the board.
        """
        written = text.strip().upper()
        if match := _LETTER_FIRST.fullmatch(written):
            letter, number, letter_first = match[1], match[2], True
        elif match := _NUMBER_FIRST.fullmatch(written):
            letter, number, letter_first = match[2], match[1], False
        else:
            raise NotationError("bad_reference", text=text)
        lettered, numbered = ord(letter) - _FIRST_LETTER, int(number) - 1
        if lettered >= SIZE or not 0 <= numbered < SIZE:
            raise NotationError("reference_off_board", text=written)
        # The first sign names the line that the word lies in.
        if convention == "duplicate":
            return cls(lettered, numbered, Direction.ACROSS if letter_first else Direction.DOWN)
        return cls(numbered, lettered, Direction.DOWN if letter_first else Direction.ACROSS)

    def text(self, convention: Convention = "duplicate") -> str:
        across = self.direction is Direction.ACROSS
        if convention == "duplicate":
            letter, number = chr(_FIRST_LETTER + self.row), str(self.column + 1)
            return letter + number if across else number + letter
        letter, number = chr(_FIRST_LETTER + self.column), str(self.row + 1)
        return number + letter if across else letter + number

    @property
    def index(self) -> int:
        """The square among the 225 cells of a board."""
        return self.row * SIZE + self.column

    def transposed(self) -> Self:
        return type(self)(self.column, self.row, self.direction.other)


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A whole word (cells, see `tiles`) at a reference; moves sort in reading order."""

    reference: Reference
    word: tuple[int, ...]

    @classmethod
    def parse(cls, reference: str, word: str, tiles: TileSet, convention: Convention = "duplicate") -> Self:
        """Read a move as reference and word; a lower-case letter is a blank.

        Raises:
            EngineError: the reference cannot be read, or the word is empty or not of these tiles.
        """
        if not word.strip():
            raise MoveError("empty_word")
        return cls(Reference.parse(reference, convention), tiles.encode(word.strip()))

    def text(self, tiles: TileSet, convention: Convention = "duplicate") -> tuple[str, str]:
        """Return reference and word, in the form that `parse` takes."""
        return self.reference.text(convention), tiles.decode(self.word)

    def transposed(self) -> Self:
        return type(self)(self.reference.transposed(), self.word)


@dataclass(frozen=True, slots=True)
class RackRecord:
    """A rack as a record writes it: "RU+ZXTEU" kept and drawn, "-ABCDEFG" a whole redraw, "ABCDEFG" plain.

    A plain rack counts as drawn. After a redraw nothing is kept.
    """

    kept: tuple[int, ...]
    drawn: tuple[int, ...]
    redrawn: bool = False

    @classmethod
    def parse(cls, text: str, tiles: TileSet) -> Self:
        """Read a rack in one of the three forms.

        Raises:
            NotationError: it has a sign that is no tile, or a redraw that keeps tiles.
        """
        written = text.strip()
        redrawn = written.startswith("-")
        kept, plus, drawn = written.removeprefix("-").partition("+")
        if not plus:
            kept, drawn = "", kept
        try:
            kept_tiles, drawn_tiles = tiles.encode_rack(kept), tiles.encode_rack(drawn)
        except TileError as error:
            raise NotationError("bad_rack", text=text, letter=error.params["letter"]) from error
        if redrawn and kept_tiles:
            raise NotationError("bad_rack", text=text, letter="+")
        return cls(kept_tiles, drawn_tiles, redrawn)

    def text(self, tiles: TileSet) -> str:
        kept, drawn = tiles.decode_rack(self.kept), tiles.decode_rack(self.drawn)
        return f"-{drawn}" if self.redrawn else f"{kept}+{drawn}" if kept else drawn

    @property
    def tiles(self) -> tuple[int, ...]:
        return self.kept + self.drawn
