"""`{% load classic %}`: numbers of the standings as readers expect them."""

from django import template

from tournaments.classic.standings.rows import Cell, StandingsRow

register = template.Library()


@register.filter
def signed(number: int) -> str:
    """Return a number with its sign: +12, −12, 0, with a real minus sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


@register.filter
def mark(text: str) -> str:
    """Return the mark of a match in a cross-table, with a real minus sign."""
    return text.replace("-", "−")


@register.filter
def round_of(row: StandingsRow, column: str) -> Cell | None:
    """Return what the column of a round says of somebody."""
    return row.cells[int(column.removeprefix("round")) - 1]


@register.filter
def chance(share: float) -> str:
    """Return a share of the ends in percent: – for none, <1 and >99 for what is rare or nearly certain."""
    if share in {0, 1}:
        return "100" if share else "–"
    return "<1" if share < 0.01 else ">99" if share > 0.99 else f"{100 * share:.0f}"
