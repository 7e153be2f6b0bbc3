"""Parts shared by all documents of divisions: the heading, names in their columns, marks of results, and
counts as text.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from tournaments.classic.printing.values import DivisionHeading, DivisionList
from tournaments.classic.standings.rows import Cell
from tournaments.core.reports.tables import number, signed_figure
from tournaments.printing.pdf.data_tables import lay_out
from tournaments.printing.pdf.pages import build_pdf, note, page_size, title_block
from tournaments.printing.pdf.pagination import densities_for
from tournaments.printing.pdf.style import (
    BOLD,
    NORMAL,
    PADDING,
    PADDING_LEFT,
    REGULAR,
    SIDE_MARGIN,
    Density,
    text_width,
)
from tournaments.printing.pdf.tables import Column, rest_width, table
from tournaments.printing.pdf.text import printable, wrap
from tournaments.printing.pdf.values import Paper

NOTHING = "–"
NAME_COLUMN = 1
# Lines for a pair of long names.
NAME_LINES = 6
MARKS = {"-": "−"}


def of_division(paper: Paper, about: DivisionHeading) -> Paper:
    """Return the same paper with event and division in the heading of every page."""
    name = f"{printable(about.event)} · {printable(about.division)}"
    return replace(paper, heading=replace(paper.heading, event=name))


def wide_width(paper: Paper) -> float:
    """Return the width between the margins of a landscape page."""
    width, _height = page_size(paper, wide=True)
    room: float = width - 2 * SIDE_MARGIN
    return room


def text_room(columns: Sequence[Column], width: float) -> float:
    """Return the width for the text of each column that has no width of its own."""
    room: float = rest_width(columns, width) - PADDING_LEFT - PADDING
    return room


def wrap_name(name: str, size: float, width: float, *, font: str = REGULAR, lines: int = NAME_LINES) -> str:
    return "\n".join(wrap(printable(name), font, size, width, lines))


def signed(value: int) -> str:
    """Return a number with its sign: +12, −12, 0."""
    return signed_figure(value).written


def format_mark(cell: Cell) -> str:
    """Return the mark of a match, such as +12: won against number 12."""
    if cell.is_bye:
        return cell.unplayed_word
    return f"{MARKS.get(cell.mark, cell.mark)}{cell.opponent}"


def score_of(cell: Cell) -> str:
    if cell.forfeit:
        return gettext("forfeit")
    return "" if cell.own is None or cell.other is None else f"{number(cell.own)}–{number(cell.other)}"


def division_list_pdf(shown: DivisionList, paper: Paper) -> bytes:
    """Draw a list of a division, and the notes below it that are not empty; a table without rows is left out if a
    note says why.
    """
    paper, table_ = of_division(paper, shown.about), shown.table.without(shown.not_on_paper)
    layout = lay_out(table_, paper, roomy=shown.is_roomy)
    facts = " · ".join(filter(None, (shown.facts, *layout.facts)))
    title, notes = shown.title or table_.title, list(filter(None, shown.notes))
    marks = [("FONTNAME", (0, 1), (NAME_COLUMN, shown.strong_rows), BOLD)] if shown.strong_rows else []
    story = [
        *title_block(title=title, heading=paper.heading, facts=facts),
        *(layout.tables(marks) if table_.rows or not notes else ()),
        *map(note, notes),
    ]
    return build_pdf(story=story, title=title, paper=paper, wide=layout.wide)


def density_of(lines: int, paper: Paper, *, roomy: bool = False) -> Density:
    """Return the density of a list of so many lines."""
    return densities_for(lines, page_size(paper)[1], roomy=roomy)[0]


def list_pdf(
    *,
    about: DivisionHeading,
    title: str,
    facts: str,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    paper: Paper,
    density: Density = NORMAL,
    extra: Sequence[Any] = (),
    notes: Iterable[str] = (),
) -> bytes:
    """Draw a list of a division: the opening, the table, and the notes below it that are not empty."""
    paper = of_division(paper, about)
    story = [
        *title_block(title=title, heading=paper.heading, facts=facts),
        table(columns=columns, rows=rows, width=text_width(paper.size), density=density, extra=extra),
        *map(note, filter(None, notes)),
    ]
    return build_pdf(story=story, title=title, paper=paper)
