"""The squares of a board as pages draw them."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.notation import Convention
from engine.squares import LETTER_PREMIUMS, SIZE, WORD_PREMIUMS

LETTERS = [chr(ord("A") + line) for line in range(SIZE)]
NUMBERS = [str(line) for line in range(1, SIZE + 1)]


@dataclass(frozen=True, slots=True)
class Square:
    """One square of a shown board: its tile, if any, and whether it belongs to the shown move (`fresh`)."""

    token: str
    premium: str
    value: int | None
    is_blank: bool
    is_fresh: bool = False


def make_square(
    row: int, column: int, token: str, values: Mapping[str, int], *, is_fresh: bool = False
) -> Square:
    """Return a square with this tile; a small letter, or one in parentheses, is a blank. `values` are those of
    the tile set by text.
    """
    is_blank = token.startswith("(") or token != token.upper()
    return Square(
        token=token.strip("()").upper(),
        premium=premium_of(row, column),
        value=None if is_blank else values.get(token),
        is_blank=is_blank,
        is_fresh=is_fresh,
    )


def premium_of(row: int, column: int) -> str:
    """Return the premium of a square as style sheets and translations know it."""
    if (row, column) == (SIZE // 2, SIZE // 2):
        return "start"
    word, letter = WORD_PREMIUMS[row][column], LETTER_PREMIUMS[row][column]
    return f"W{word}" if word > 1 else f"L{letter}" if letter > 1 else ""


def board_labels(convention: Convention) -> tuple[list[str], list[str]]:
    """Return the labels of rows and columns."""
    return (LETTERS, NUMBERS) if convention == "duplicate" else (NUMBERS, LETTERS)
