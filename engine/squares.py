"""The squares of the board: their number, the directions of words, and the premiums.

Rows and columns count from 0; a square's index counts row by row.
"""

import enum

SIZE = 15
SQUARES = SIZE * SIZE
CENTRE = SQUARES // 2
LONGEST_RACK = SIZE  # a line has no more squares, so more tiles can never be played

# T triple word, D double word, t triple letter, d double letter.
_LAYOUT = (
    "T..d...T...d..T",
    ".D...t...t...D.",
    "..D...d.d...D..",
    "d..D...d...D..d",
    "....D.....D....",
    ".t...t...t...t.",
    "..d...d.d...d..",
    "T..d...D...d..T",
    "..d...d.d...d..",
    ".t...t...t...t.",
    "....D.....D....",
    "d..D...d...D..d",
    "..D...d.d...D..",
    ".D...t...t...D.",
    "T..d...T...d..T",
)
LETTER_PREMIUMS = tuple(tuple({"d": 2, "t": 3}.get(square, 1) for square in row) for row in _LAYOUT)
WORD_PREMIUMS = tuple(tuple({"D": 2, "T": 3}.get(square, 1) for square in row) for row in _LAYOUT)


class Direction(enum.IntEnum):
    """The direction of a word, in the order of reading: across before down."""

    ACROSS = 0
    DOWN = 1

    @property
    def other(self) -> "Direction":
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS

    @property
    def step(self) -> int:
        """The difference between the indexes of neighbouring squares of the line."""
        return 1 if self is Direction.ACROSS else SIZE
