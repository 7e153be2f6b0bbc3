"""Tables as files, for spreadsheets and for programs.

Texts stay texts, whoever wrote them, and numbers stay numbers. A spreadsheet must take no text for a formula.
In Excel a text is a cell of type text, unchanged; CSV has no types, so a text that looks like a formula gets
a mark in front, an apostrophe. A text that already begins like a marked one gets a mark too, so that
`remove_marks` restores every text.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, Literal

from django.utils.functional import Promise

from tournaments.reports.csv_format import CsvFormat, active_format
from tournaments.reports.tables import DataTable, Figure, plain_value

if TYPE_CHECKING:
    from openpyxl.cell import Cell as ExcelCell

TableKind = Literal["csv", "xlsx", "json"]
_FORMULA_SIGNS: Final = ("=", "+", "-", "@")
# A program that separates columns by the other sign starts a cell after that one.
_FORMULA: Final = re.compile(r"""^(?='*[=+\-@])|(?<=[,;])(?='*"*[=+\-@])""")
_MARK: Final = re.compile(r"""^'(?='*[=+\-@])|(?<=[,;])'(?='*"*[=+\-@])""")
_TITLE_ENDS = 31
_NO_TITLE = str.maketrans("[]:*?/\\", "-------")


def printable(cell: str) -> str:
    """Remove control characters, which spreadsheets cannot hold."""
    return "".join(letter for letter in cell if unicodedata.category(letter) != "Cc")


def as_text(cell: str) -> str:
    """Return a cell that stays text in CSV, whichever sign separates columns where it is opened."""
    return _FORMULA.sub("'", printable(cell))


def remove_marks(cell: str) -> str:
    """Return the text that `as_text` made into this cell of CSV."""
    return _MARK.sub("", cell)


def table_bytes(table: DataTable, kind: TableKind, csv_format: CsvFormat | None = None) -> bytes:
    """Return the table as a file.

    CSV begins as Excel expects of UTF-8, and has the active format unless one is given. JSON has title, columns,
    and the rows as lists, since two columns may have the same name.
    """
    headings = [str(column.in_files or column.heading) for column in table.columns]
    if kind == "json":
        rows = [[plain_value(cell) for cell in row.cells] for row in table.rows]
        shown = {"title": table.title, "columns": headings, "rows": rows}
        return json.dumps(shown, ensure_ascii=False, indent=1, default=str).encode()
    if kind == "xlsx":
        return _workbook(table, headings)
    form = csv_format or active_format()
    file = io.StringIO("\ufeff")
    file.seek(0, io.SEEK_END)
    lines = (headings, *(row.cells for row in table.rows))
    csv.writer(file, delimiter=form.separator).writerows(
        [_csv_cell(cell, form) for cell in line] for line in lines
    )
    return file.getvalue().encode()


def _csv_cell(cell: object, form: CsvFormat) -> object:
    value = cell.value if isinstance(cell, Figure) else cell
    if isinstance(value, Decimal | float):
        return str(value).replace(".", form.decimal)
    return as_text(str(value)) if isinstance(value, str | Promise) else value


def _workbook(table: DataTable, headings: Sequence[str]) -> bytes:
    """Return a workbook of one sheet, with frozen headings in bold."""
    from openpyxl import Workbook  # noqa: PLC0415 - slow to load, and few processes write Excel files
    from openpyxl.styles import Font  # noqa: PLC0415 - as above
    from openpyxl.utils import get_column_letter  # noqa: PLC0415 - as above

    book = Workbook()
    sheet: Any = book.active  # a new workbook has a sheet
    sheet.title = printable(table.title).translate(_NO_TITLE)[:_TITLE_ENDS] or "Isotop"
    sheet.freeze_panes = "A2"
    for line, row in enumerate([headings, *(row.cells for row in table.rows)], start=1):
        for place, value in enumerate(row, start=1):
            cell = sheet.cell(line, place)
            _write(cell, value)
            if line == 1:
                cell.font = Font(bold=True)
    for place, heading in enumerate(headings, start=1):
        column = [len(str(plain_value(row.cells[place - 1]) or "")) for row in table.rows]
        sheet.column_dimensions[get_column_letter(place)].width = min(max([len(heading), *column]) + 3, 60)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _write(cell: "ExcelCell", value: object) -> None:
    if isinstance(value, Figure):
        cell.value, cell.number_format = value.value, value.excel
    elif isinstance(value, str | Promise):
        text = printable(str(value))
        if not text:
            return
        cell.value = text
        cell.data_type = "s"  # else a text that begins with = would be a formula
        if text.startswith(_FORMULA_SIGNS):
            cell.quotePrefix = True  # stays text when somebody edits it
    else:
        cell.value = value
