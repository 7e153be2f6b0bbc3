"""Parts shared by all documents of divisions: the heading, names in their columns, marks of results, and
counts as text.
"""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from tournaments.classic.printing.values import DivisionHeading, DivisionList
from tournaments.classic.standings.rows import Cell
from tournaments.printing.pdf.data_tables import lay_out
from tournaments.printing.pdf.pages import build_pdf, note, page_size, title_block
from tournaments.printing.pdf.style import BOLD, PAPER, QUIET, SIDE_MARGIN, TINT
from tournaments.printing.pdf.text import printable
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number, signed_figure

NOTHING = "–"
NAME_COLUMN = 1
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
    marks: list[Any] = (
        [("FONTNAME", (0, 1), (NAME_COLUMN, shown.strong_rows), BOLD)] if shown.strong_rows else []
    )
    if shown.is_striped:
        away = [line for line, row in enumerate(table_.rows, start=1) if row.is_away]
        marks = [
            ("ROWBACKGROUNDS", (0, 1), (-1, -1), [PAPER, TINT]),
            *(("TEXTCOLOR", (-1, line), (-1, line), QUIET) for line in away),
        ]
    story = [
        *title_block(title=title, heading=paper.heading, facts=facts),
        *(layout.tables(marks) if table_.rows or not notes else ()),
        *map(note, notes),
    ]
    return build_pdf(story=story, title=title, paper=paper, wide=layout.wide)
