"""Lists of people as files: CSV as spreadsheets and federations write it, and Excel.

This module only reads; `plan` compares the lines with the known people. A file has a line that names
its columns, wherever that line stands; it and all below is its `FileTable`. `columns`, or a user, decides
the meaning of the columns. A reading turns each row into a `FileLine`, with its number in the file and the text
of each column that is read.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.names.folding import tidy
from tournaments.people.imports.columns import is_headings, reading_of
from tournaments.people.imports.excel_parts import MOST_TEXT, too_much_text
from tournaments.people.imports.lines import bad_csv, decode_text, tidy_cell
from tournaments.processes.own_process import in_own_process

MOST_BYTES: Final = 5_000_000
MOST_LINES: Final = 20_000
MOST_COLUMNS: Final = 50
HEADING_WITHIN: Final = 20  # lines; titles and dates stand above it
SEPARATORS: Final = ";,\t|"
EXCEL: Final = b"PK\3\4"  # a ZIP file; “PK” alone may be a heading
ROWS: Final = MOST_LINES + HEADING_WITHIN + 1


@dataclass(frozen=True, slots=True)
class FileTable:
    """The tidied content of a file: the headings, and the rows below with their numbers.

    Numbers count from 1, as in editors. Empty rows are left out.
    """

    headings: list[str]
    rows: list[tuple[int, list[str]]]


@dataclass(frozen=True, slots=True)
class FileLine:
    """The text of one row of a file, by column of `COLUMNS`; `number` is that of the row."""

    number: int
    values: dict[str, str]


@in_own_process()
def read_people(data: bytes, file_name: str) -> FileTable:
    """Read the list of people in a file.

    Raises:
        RuleViolation: it is no list of people, or too long.
    """
    table = _table(read_cells(data, file_name))
    if len(table.rows) > MOST_LINES:
        raise RuleViolation("file_too_long", _("The file has more than {most} lines."), most=MOST_LINES)
    if not table.rows:
        raise RuleViolation("file_empty", _("There are no people below the line with the column names."))
    return table


def read_cells(data: bytes, file_name: str) -> Iterator[list[str]]:
    """Return the rows of a CSV or Excel file, an empty one for each empty line.

    Raises:
        RuleViolation: it is neither, or too big.
    """
    if len(data) > MOST_BYTES:
        raise too_big()
    is_excel = data.startswith(EXCEL) or file_name.lower().endswith((".xlsx", ".xls"))
    return _excel_rows(data) if is_excel else _csv_rows(data)


def lines_of(rows: Iterable[tuple[int, Sequence[str]]], reading: Sequence[str]) -> list[FileLine]:
    """Return the rows by that reading of the columns; rows without text in these columns are left out."""
    lines = (
        FileLine(
            number, {column: cell for column, cell in zip(reading, cells, strict=False) if column and cell}
        )
        for number, cells in rows
    )
    return [line for line in lines if line.values]


def too_big() -> RuleViolation:
    return RuleViolation(
        "file_too_big", _("The file is too large: at most {most} MB."), most=MOST_BYTES // 1_000_000
    )


def _table(rows: Iterable[Sequence[str]]) -> FileTable:
    numbered = ((number, list(row[:MOST_COLUMNS])) for number, row in enumerate(rows, start=1))
    top = list(islice(numbered, HEADING_WITHIN))
    place = _headings_place([row for _number, row in top])
    headings = top[place][1]
    while not headings[-1]:
        headings.pop()
    below = ((number, row) for number, row in chain(top[place + 1 :], numbered) if any(row))
    return FileTable(headings, list(islice(below, MOST_LINES + 1)))


def _headings_place(top: Sequence[Sequence[str]]) -> int:
    """Return the place of the row that names the columns: the one with most known headings, as titles may
    have some too.

    If none has a name, it is the first row of several cells, and the user chooses the columns.
    """
    known = [sum(map(bool, reading)) if is_headings(reading := reading_of(row)) else 0 for row in top]
    if any(known):
        return known.index(max(known))
    several = next((place for place, row in enumerate(top) if sum(map(bool, row)) > 1), None)
    if several is None:
        raise RuleViolation(
            "no_headings",
            _(
                "No line names the columns: one of them must be called “Name”, others “Licence”, “Club” and so on."
            ),
        )
    return several


def decode_csv(data: bytes) -> str:
    """Return the text of a CSV file.

    Raises:
        RuleViolation: it is no text.
    """
    text = decode_text(data)
    if "\0" in text[:1000]:
        raise RuleViolation("not_a_list", _("This file is not CSV or Excel (.xlsx)."))
    return text


def _csv_rows(data: bytes) -> Iterator[list[str]]:
    text = decode_csv(data)
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=_find_separator(text), strict=False):
            # Spreadsheets write up to a million empty rows below a list.
            yield [tidy_cell(cell) for cell in row[:MOST_COLUMNS]] if any(row) else []
    except csv.Error as error:
        raise bad_csv(error) from error


def _find_separator(text: str) -> str:
    """Return the sign that gives most of the first lines the same number of cells, as numbers have commas too."""
    head = text[:10_000].splitlines()[:100]

    def count_even_lines(sign: str) -> tuple[int, int]:
        widths = Counter(len(row) for row in csv.reader(head, delimiter=sign, strict=False) if len(row) > 1)
        width, lines = widths.most_common(1)[0] if widths else (0, 0)
        return lines, width

    return max(SEPARATORS, key=count_even_lines)


def _excel_rows(data: bytes) -> Iterator[list[str]]:
    """Yield the rows of the first sheet; a text counts as often as cells have it."""
    from tournaments.people.imports.excel import read_first_sheet  # noqa: PLC0415 - slow to load, rarely used

    characters = 0
    for row in read_first_sheet(data, ROWS, MOST_COLUMNS):
        characters += sum(map(len, row))
        if characters > MOST_TEXT:
            raise too_much_text()
        yield list(map(tidy, row))
