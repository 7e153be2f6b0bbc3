"""Lists of people as files: CSV as spreadsheets and federations write it, and Excel. Only reading: what the lines mean
for the people that are there, `people_plan` says.

A file has a line that names its columns, wherever that line stands; it and all below is its `Table`. What the columns
are `people_columns` says, or a user; by that reading each row is a `Line`, with its number in the file and what stands
in each column that is read.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain, islice
from typing import IO, Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.alike import tidied
from tournaments.errors import RuleViolation
from tournaments.people_columns import is_headings, reading_of
from tournaments.spreadsheets import FORMULA_STARTS

MOST_BYTES: Final = 5_000_000
MOST_UNPACKED: Final = 60_000_000
MOST_LINES: Final = 20_000
MOST_COLUMNS: Final = 50
HEADING_WITHIN: Final = 20  # lines; above it stand titles and dates
ROWS: Final = MOST_LINES + HEADING_WITHIN + 1
PIECE: Final = 1_000_000
_MERGED: Final = re.compile(
    rb'<(?:\w+:)?mergeCell\s[^<>]*?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"[^<>]*>'
)


@dataclass(frozen=True, slots=True)
class Table:
    """What stands in a file, tidied: what the columns are called, and the rows below with their numbers, which count
    from 1, as editors do. A row without anything is none.
    """

    headings: list[str]
    rows: list[tuple[int, list[str]]]


@dataclass(frozen=True, slots=True)
class Line:
    """What stands in one row of a file, by column of `COLUMNS`; `number` is that of the row."""

    number: int
    values: dict[str, str]


def read_people(data: bytes, file_name: str) -> Table:
    """The list of people in a file.

    Raises:
        RuleViolation: it is no list of people, or too long.
    """
    if len(data) > MOST_BYTES:
        raise too_big()
    is_excel = data.startswith(b"PK") or file_name.lower().endswith((".xlsx", ".xls"))
    table = _table(_excel_rows(data) if is_excel else _csv_rows(data))
    if len(table.rows) > MOST_LINES:
        raise RuleViolation("file_too_long", _("The file has more than {most} lines."), most=MOST_LINES)
    if not table.rows:
        raise RuleViolation("file_empty", _("There is nobody below the line with the columns' names."))
    return table


def lines_of(rows: Iterable[tuple[int, Sequence[str]]], reading: Sequence[str]) -> list[Line]:
    """The rows as that reading of the columns has them; a row without anything in these columns is none."""
    lines = (
        Line(number, {column: cell for column, cell in zip(reading, cells, strict=False) if column and cell})
        for number, cells in rows
    )
    return [line for line in lines if line.values]


def too_big() -> RuleViolation:
    return RuleViolation(
        "file_too_big", _("The file is too big: at most {most} MB."), most=MOST_BYTES // 1_000_000
    )


def _table(rows: Iterable[Sequence[str]]) -> Table:
    numbered = ((number, list(row[:MOST_COLUMNS])) for number, row in enumerate(rows, start=1))
    top = list(islice(numbered, HEADING_WITHIN))
    place = _headings_place([row for _number, row in top])
    headings = top[place][1]
    while not headings[-1]:
        headings.pop()
    below = ((number, row) for number, row in chain(top[place + 1 :], numbered) if any(row))
    return Table(headings, list(islice(below, MOST_LINES + 1)))


def _headings_place(top: Sequence[Sequence[str]]) -> int:
    """Which row names the columns: the one with most that we know, as titles may have words of theirs. If none has a
    name, the first one of several cells: the user says what they are.
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


def _csv_rows(data: bytes) -> Iterator[list[str]]:
    if b"\0" in data[:1000]:
        raise RuleViolation("not_a_list", _("This is neither a CSV nor an Excel file (.xlsx)."))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("windows-1252", errors="replace")  # what Excel writes in western Europe
    head = text[:10_000]
    delimiter = max(";,\t|", key=head.count)
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=False):
            yield [_as_typed(cell) for cell in row]
    except csv.Error as error:
        raise RuleViolation("bad_csv", _("The CSV file cannot be read: {problem}."), problem=error) from error


def _excel_rows(data: bytes) -> Iterator[list[str]]:
    """The rows of the first sheet; every cell of merged ones has what the first one has."""
    from openpyxl import load_workbook  # noqa: PLC0415 - takes long to load, and few read lists

    _check_archive(data)
    try:  # whatever openpyxl meets in a file that is damaged or locked
        # Read as it comes: whole, openpyxl makes a cell of every place in a merged area, of millions if it says so.
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            areas = merged_areas(archive.open(sheet._worksheet_path))  # noqa: SLF001 - it alone knows which part it is
        # What a sheet says of its size may be wrong, and a stray blank far away makes one of millions of cells.
        rows = [list(row) for row in sheet.iter_rows(max_row=ROWS, max_col=MOST_COLUMNS, values_only=True)]
    except RuleViolation:
        raise
    except Exception as error:
        raise RuleViolation(
            "bad_excel", _("The Excel file cannot be read; save it as .xlsx or CSV.")
        ) from error
    for top, left, bottom, right in areas:
        for row in rows[top - 1 : bottom]:
            row[left - 1 : right] = [rows[top - 1][left - 1]] * (right - left + 1)
    for cells in rows:
        yield [_cell_text(cell) for cell in cells]


def merged_areas(sheet: IO[bytes]) -> list[tuple[int, int, int, int]]:
    """Top, left, bottom and right of the merged areas in a sheet's XML, cut to what is read of it.

    All of them together have at most as many cells as that: as real ones don't overlap, none is lost.
    """
    from openpyxl.utils.cell import range_boundaries  # noqa: PLC0415 - as above

    areas, cells, rest = [], ROWS * MOST_COLUMNS, b""
    while piece := sheet.read(PIECE):
        text = rest + piece
        for found in _MERGED.finditer(text):
            left, top, right, bottom = range_boundaries(found[1].decode())
            bottom, right = min(bottom, ROWS), min(right, MOST_COLUMNS)
            size = max(0, bottom - top + 1) * max(0, right - left + 1)
            if size > 1 and size <= cells:
                cells -= size
                areas.append((top, left, bottom, right))
        # A tag may be cut in two: what follows the last whole one is looked at again.
        rest = text[text.rfind(b">") + 1 :][-PIECE:]
    return areas


def _check_archive(data: bytes) -> None:
    """A few kilobytes can unpack to gigabytes: look before opening."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
    except zipfile.BadZipFile as error:
        raise RuleViolation(
            "bad_excel", _("The Excel file cannot be read; save it as .xlsx or CSV.")
        ) from error
    if unpacked > MOST_UNPACKED:
        raise RuleViolation(
            "excel_too_big",
            _("The Excel file unpacks to more than {most} MB."),
            most=MOST_UNPACKED // 1_000_000,
        )


def _cell_text(value: Any) -> str:
    """A cell as one would type it: whole numbers without a point, dates as the calendar has them."""
    match value:
        case None:
            return ""
        case datetime():
            return value.date().isoformat()
        case date():
            return value.isoformat()
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return _as_typed(str(value))


def _as_typed(cell: str) -> str:
    """Without the mark by which spreadsheets know text that looks like a formula."""
    text = tidied(cell)
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text
