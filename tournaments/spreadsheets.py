"""Tables as files: for spreadsheets, which must take nothing for a formula, and for programs."""

import json
import unicodedata
from typing import Final, Literal

import tablib

TableKind = Literal["csv", "xlsx", "json"]
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")


def as_text(cell: str) -> str:
    """A cell that stays text, whoever wrote it; spreadsheets have no place for control characters."""
    cell = "".join(letter for letter in cell if unicodedata.category(letter) != "Cc")
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell


def table_bytes(table: tablib.Dataset, kind: TableKind) -> bytes:
    """The table as a file. CSV begins as Excel expects of UTF-8; JSON has title, columns, and the rows as lists,
    since two columns may bear one name. Only spreadsheets have their text guarded.
    """
    if kind == "json":
        shown = {"title": table.title, "columns": table.headers, "rows": [list(row) for row in table]}
        return json.dumps(shown, ensure_ascii=False, indent=1, default=str).encode()
    guarded = tablib.Dataset(
        *([_guarded(cell) for cell in row] for row in table),
        headers=[_guarded(heading) for heading in table.headers or ()],
        title=table.title,
    )
    data = guarded.export(kind)
    return ("\ufeff" + data).encode() if isinstance(data, str) else bytes(data)


def _guarded(cell: object) -> object:
    return as_text(str(cell)) if isinstance(cell, str) else cell
