"""CGP: a position of a classic game on one line, as Macondo, MAGPIE and Woogles write it.

A line has four fields and opcodes, separated by spaces. The fields are: the rows of the board from the top,
with "/" between them and a number for so many empty squares; the racks, that of the player on turn first,
empty if unknown; the scores in the same order; the number of turns in a row that scored nothing. Each of the
*opcodes* has a name and its operands, and ends with a semicolon, such as "lex NAME;". A tile of two letters
is written in brackets ("[CH]"), a blank as a small letter on the board and as "?" on a rack. Opcodes are kept
unchanged; none affects how the rest is read.
"""

import re
from dataclasses import dataclass
from itertools import chain
from typing import Self

from engine.board import EMPTY_TEXT, Board
from engine.errors import NotationError, TileError
from engine.squares import SIZE
from engine.tiles import BLANK_TEXT, TileSet

_FIELDS = ("board", "racks", "scores", "number of turns without points")
_EMPTY_RUN = re.compile(r"[0-9]+")
_NUMBER = re.compile(r"-?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class CgpPosition:
    """A position; `opcodes` are pairs of a name and its operands."""

    board: Board
    racks: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    scoreless_turns: int = 0
    opcodes: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str, tiles: TileSet) -> Self:
        """Read the position in a line of CGP.

        Raises:
            NotationError: the line is cut off, or one of its fields is faulty.
        """
        fields = text.split(maxsplit=len(_FIELDS))
        if len(fields) < len(_FIELDS):
            raise _bad(f"it ends before the {_FIELDS[len(fields)]}")
        racks = tuple(_rack(rack, tiles) for rack in fields[1].split("/"))
        scores = tuple(_number(score, "a score") for score in fields[2].split("/"))
        if len(racks) != len(scores):
            raise _bad(f"there are {len(racks)} racks and {len(scores)} scores")
        turns = _number(fields[3], "a number of turns")
        if turns < 0:
            raise _bad("the number of turns without points is negative")
        board = Board.from_rows([_row(*numbered) for numbered in enumerate(fields[0].split("/"), 1)], tiles)
        return cls(board, racks, scores, turns, _opcodes(fields[4] if len(fields) > len(_FIELDS) else ""))

    def text(self, tiles: TileSet) -> str:
        fields = (
            "/".join(_count_empty_squares(row) for row in self.board.rows(tiles)),
            "/".join("".join(_token(tile, tiles) for tile in rack) for rack in self.racks),
            "/".join(map(str, self.scores)),
            str(self.scoreless_turns),
            *(f"{name} {operands}".strip() + ";" for name, operands in self.opcodes),
        )
        return " ".join(fields)


def lexicon_named(text: str) -> str | None:
    """Return the lexicon that a line names: it decides which tile set the rest is read with."""
    fields = text.split(maxsplit=len(_FIELDS))
    return dict(_opcodes(fields[-1])).get("lex") if len(fields) > len(_FIELDS) else None


def _bad(problem: str) -> NotationError:
    return NotationError("bad_cgp", problem=problem)


def _row(number: int, text: str) -> str:
    if EMPTY_TEXT in text or any(len(run) > 2 or int(run) > SIZE for run in _EMPTY_RUN.findall(text)):
        raise NotationError("bad_board", row=number, problem=f"“{text[:80]}” are not {SIZE} squares")
    return _EMPTY_RUN.sub(lambda run: EMPTY_TEXT * int(run[0]), text)


def _count_empty_squares(row: str) -> str:
    return re.sub(rf"{re.escape(EMPTY_TEXT)}+", lambda run: str(len(run[0])), row)


def _rack(text: str, tiles: TileSet) -> tuple[int, ...]:
    """Parse a rack letter by letter: in CGP a tile of two letters stands in brackets."""
    try:
        return tuple(chain.from_iterable(tiles.encode_rack(piece) for piece in tiles.split(text)))
    except TileError as error:
        raise NotationError("bad_rack", text=text, letter=error.params["letter"]) from error


def _token(tile: int, tiles: TileSet) -> str:
    token = tiles.token(tile) or BLANK_TEXT
    return token if len(token) == 1 or token[0] == "(" else f"[{token}]"


def _number(text: str, what: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _bad(f"“{text[:80]}” is not {what}")
    return int(text)


def _opcodes(text: str) -> tuple[tuple[str, str], ...]:
    written = (" ".join(opcode.split()).partition(" ") for opcode in text.split(";"))
    return tuple((name, operands) for name, _, operands in written if name)
