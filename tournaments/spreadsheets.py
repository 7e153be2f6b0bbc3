"""What spreadsheets must not take for a formula."""

from typing import Final

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")


def as_text(cell: str) -> str:
    """A cell that stays text, whoever wrote it."""
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell
