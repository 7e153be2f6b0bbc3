"""Tables as files: for spreadsheets, which must take nothing for a formula, and for programs.

What always holds: texts stay texts, whoever wrote them, and numbers are numbers. In Excel a text is a cell of type text
as it is; CSV knows no types, so a text that would be taken for a formula has a mark in front.
"""

import io
import json
import unicodedata
from decimal import Decimal
from typing import Any, Final, Literal

import tablib
from django.utils.functional import Promise
from openpyxl import Workbook
from openpyxl.cell import Cell as ExcelCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournaments.shown import Figure

TableKind = Literal["csv", "xlsx", "json"]
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
_TITLE_ENDS = 31
_NO_TITLE = str.maketrans("[]:*?/\\", "-------")


def printable(cell: str) -> str:
    """Spreadsheets have no place for control characters."""
    return "".join(letter for letter in cell if unicodedata.category(letter) != "Cc")


def as_text(cell: str) -> str:
    """A cell that stays text in CSV."""
    cell = printable(cell)
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell


def table_bytes(table: tablib.Dataset, kind: TableKind) -> bytes:
    """The table as a file. CSV begins as Excel expects of UTF-8; JSON has title, columns, and the rows as lists,
    since two columns may bear one name.
    """
    if kind == "json":
        rows = [[_plain(cell) for cell in row] for row in table]
        shown = {"title": table.title, "columns": table.headers, "rows": rows}
        return json.dumps(shown, ensure_ascii=False, indent=1, default=str).encode()
    if kind == "xlsx":
        return _workbook(table)
    guarded = tablib.Dataset(
        *([_guarded(cell) for cell in row] for row in table),
        headers=[_guarded(heading) for heading in table.headers or ()],
    )
    return f"\ufeff{guarded.export('csv')}".encode()


def _plain(cell: object) -> object:
    """What JSON has of a cell."""
    value = cell.value if isinstance(cell, Figure) else cell
    return float(value) if isinstance(value, Decimal) else value


def _guarded(cell: object) -> object:
    if isinstance(cell, Figure):
        return cell.value
    return as_text(str(cell)) if isinstance(cell, str | Promise) else cell


def _workbook(table: tablib.Dataset) -> bytes:
    """One sheet, headings in bold that stay where they are."""
    book = Workbook()
    sheet: Any = book.active  # a book that was just made has a sheet
    sheet.title = printable(table.title or "").translate(_NO_TITLE)[:_TITLE_ENDS] or "Isotop"
    sheet.freeze_panes = "A2"
    for line, row in enumerate([table.headers or (), *table], start=1):
        for place, value in enumerate(row, start=1):
            cell = sheet.cell(line, place)
            _write(cell, value)
            if line == 1:
                cell.font = Font(bold=True)
    for place, heading in enumerate(table.headers or (), start=1):
        column = [len(str(_plain(row[place - 1]) or "")) for row in table]
        sheet.column_dimensions[get_column_letter(place)].width = min(
            max([len(str(heading)), *column]) + 3, 60
        )
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _write(cell: ExcelCell, value: object) -> None:
    if isinstance(value, Figure):
        cell.value, cell.number_format = value.value, value.excel
    elif isinstance(value, str | Promise):
        text = printable(str(value))
        if not text:
            return
        cell.value = text
        cell.data_type = "s"  # else what begins with = would be a formula
        if text.startswith(FORMULA_STARTS):
            cell.quotePrefix = True  # text also when somebody edits it
    else:
        cell.value = value
