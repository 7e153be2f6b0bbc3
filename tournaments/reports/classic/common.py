"""What all documents of divisions share: the heading, names in their columns, marks of results, and what is told in a
line about a field of players.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext, ngettext, npgettext, pgettext

from tournaments.classic.paper_values import About
from tournaments.classic.standings import Cell
from tournaments.reports.pages import page_size
from tournaments.reports.style import MEDIUM, PADDING, PADDING_LEFT, REGULAR, SIDE_MARGIN
from tournaments.reports.tables import Column
from tournaments.reports.text import printable, wrap
from tournaments.reports.values import Paper
from tournaments.shown import number

NOTHING = "–"
# Room for a pair of long names.
NAME_LINES = 6
MARKS = {"-": "−"}


def of_division(paper: Paper, about: About) -> Paper:
    """The same paper, every page of it headed with the event and the division."""
    name = f"{printable(about.event)} · {printable(about.division)}"
    return replace(paper, heading=replace(paper.heading, event=name))


def wide_width(paper: Paper) -> float:
    """Between the margins of a page that lies on its long side."""
    width, _height = page_size(paper, wide=True)
    room: float = width - 2 * SIDE_MARGIN
    return room


def rest_width(columns: Sequence[Column], width: float) -> float:
    """What is left for the words of the one column, or those columns, that have no width of their own."""
    open_ones = [column for column in columns if column.width is None]
    left = width - sum(column.width or 0 for column in columns)
    room: float = left / len(open_ones) - PADDING_LEFT - PADDING
    return room


def wrapped(name: str, size: float, width: float, *, font: str = REGULAR, lines: int = NAME_LINES) -> str:
    return "\n".join(wrap(printable(name), font, size, width, lines))


def signed(value: int) -> str:
    """+12, −12, 0."""
    return f"+{number(value)}" if value > 0 else number(value)


def mark_of(cell: Cell) -> str:
    """Such as +12: won against number 12."""
    if cell.is_bye:
        return gettext("bye")
    return f"{MARKS.get(cell.mark, cell.mark)}{cell.opponent}"


def score_of(cell: Cell) -> str:
    if cell.forfeit:
        return gettext("forfeit")
    return "" if cell.own is None or cell.other is None else f"{number(cell.own)}–{number(cell.other)}"


def players_text(count: int) -> str:
    return ngettext("%(count)s player", "%(count)s players", count) % {"count": number(count)}


def rounds_text(count: int) -> str:
    return npgettext("match", "%(count)s round", "%(count)s rounds", count) % {"count": number(count)}


def round_text(round_number: int) -> str:
    return pgettext("match", "Round %(number)s") % {"number": number(round_number)}


def with_marks(rows: Sequence[int], columns: tuple[int, int] = (0, -1)) -> list[tuple[object, ...]]:
    """Rows of a table, counted from 1, that are set stronger."""
    first, last = columns
    return [("FONTNAME", (first, row), (last, row), MEDIUM) for row in rows]
