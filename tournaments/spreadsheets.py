"""What spreadsheets must not take for a formula."""

import unicodedata
from typing import Final

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")


def as_text(cell: str) -> str:
    """A cell that stays text, whoever wrote it; spreadsheets have no place for control characters."""
    cell = "".join(letter for letter in cell if unicodedata.category(letter) != "Cc")
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell
