"""Typed and pasted lines and text files: their encoding, their lines, the cells of a line. Pure.

Every text box and file of lines is split here. A cell ends at a tab, a semicolon or a bar; a comma separates cells
where one of them is a number or quoted, or where commas stand without blanks, and is a part of a name elsewhere
(“Marsh, Ann”). Below a line of headings all lines have the sign of the headings.
"""

import csv
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.names.folding import tidy
from tournaments.reports.spreadsheets import remove_marks

SEPARATORS: Final = "\t;|"
HEADING_WITHIN: Final = 5
_COMMAS: Final = re.compile(r'^\s*(?:"|\d+\s*,)|,\s*[A-Za-z]{0,4}-?\d+\s*(?:,|$)|,(?! )[^,]*,(?! )')
# “1 540”, with any blank or apostrophe between the thousands.
_THOUSANDS: Final = re.compile(r"(?<![\w.,])\d{1,3}(?:[\u00a0\u202f'’]\d{3})+(?!\w)")
_COMMENT: Final = re.compile(r"#\s*[^\W\d]")
_TABLE: Final = re.compile(r'"?([0-9]{1,6})"?[.,;:)|\s]+(\S.*)')
Reading = TypeVar("Reading")


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line that has something, with its number in the text and its tidied cells."""

    number: int
    text: str
    cells: Sequence[str]


def decode_text(data: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16 as Windows writes it, with or without its mark, or Windows-1252."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    head = data[:1000]
    if half := len(head) // 2:
        for encoding, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[::2])):
            # Most letters, and all blanks and digits, have a zero as their other byte; no other text has any.
            if zeros.count(0) * 2 > half and head.count(0) == zeros.count(0):
                return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("windows-1252", "replace")


def split_lines(text: str, *, commas: bool = True) -> list[TextLine]:
    """Return the lines of a text that have something and are no comments; unless `commas`, a comma separates nothing.

    Raises:
        RuleViolation: a cell is too long.
    """
    numbered = enumerate(text.removeprefix("\N{BYTE ORDER MARK}").splitlines(), start=1)
    return [
        TextLine(number, line, split_cells(line, commas=commas))
        for number, line in numbered
        if tidy(line) and not _COMMENT.match(line)
    ]


def split_cells(line: str, sign: str | None = None, *, commas: bool = True) -> list[str]:
    """Return the tidied cells of a line, between which the sign stands; a line without separators is one cell.

    Raises:
        RuleViolation: a cell is too long.
    """
    if sign is None:
        comma = "," if commas and _COMMAS.search(line) else ""
        sign = next((one for one in SEPARATORS if one in line), comma)
    try:
        cells = next(csv.reader([line], delimiter=sign, skipinitialspace=True), []) if sign else [line]
    except csv.Error as error:
        raise bad_csv(error) from error
    return [tidy_cell(_THOUSANDS.sub(_join_digits, cell)) for cell in cells]


def tidy_cell(cell: str) -> str:
    """Return a cell as text, without the marks by which spreadsheets know text that looks like a formula."""
    return remove_marks(tidy(cell))


def bad_csv(error: csv.Error) -> RuleViolation:
    return RuleViolation("bad_csv", _("The CSV file cannot be read: {problem}."), problem=error)


def find_headings(
    lines: Sequence[TextLine], read: Callable[[Sequence[str]], Reading | None], within: int = HEADING_WITHIN
) -> tuple[Reading, list[TextLine]] | None:
    """Return what `read` says of the first line of headings, and the lines below it, split by its sign.

    `read` returns None for cells that are no headings; None if no line within the first ones has them.
    """
    for place, line in enumerate(lines[:within]):
        for sign in (sign for sign in (*SEPARATORS, ",", "") if sign in line.text):
            if (reading := read(split_cells(line.text, sign))) is not None:
                return reading, list(_split_by(lines[place + 1 :], sign))
    return None


def split_table(line: str) -> tuple[int | None, str]:
    """Split the table number, if there is one, from what stands after it."""
    found = _TABLE.fullmatch(line.strip())
    return (int(found[1]), found[2]) if found else (None, line.strip())


def _split_by(lines: Iterable[TextLine], sign: str) -> Iterable[TextLine]:
    for line in lines:
        # “Name” alone may stand above lines with more cells.
        yield TextLine(line.number, line.text, split_cells(line.text, sign) if sign else line.cells)


def _join_digits(number: re.Match[str]) -> str:
    return "".join(filter(str.isdigit, number[0]))
