"""The arbitration sheet: what every round brought everybody, over as many pages as it takes, heads repeated.

A hall of 1,500 has tens of thousands of cells, so they are drawn where they belong and not set as a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from duplicate.reports.marks import NOT_THERE, SIGNS, ArbitrationCell, Mark
from duplicate.reports.values import ArbitrationSheet
from tournaments.reports.pages import draw_pages, note, page_size, put, title_block
from tournaments.reports.style import (
    BOLD,
    BOTTOM_MARGIN,
    HAIRLINE,
    INK,
    MEDIUM,
    QUIET,
    REGULAR,
    SIDE_MARGIN,
    TINT,
    TOP_MARGIN,
)
from tournaments.reports.text import printable, shorten
from tournaments.reports.values import Paper
from tournaments.shown import number

ROW, HEAD, LEGEND = 5 * mm, 7 * mm, 6 * mm
TITLE = 34 * mm
SIZE, SMALL = 8.5, 7.5
NAMES: float = 46 * mm
TABLE: float = 12 * mm
TOTAL: float = 15 * mm
# Of rounds, and of players whose names stand above.
NARROW: float = 8.5 * mm
BROAD: float = 21 * mm
# Left of the rounds, where there are no names.
NO_NAMES: float = 14 * mm


@dataclass(frozen=True, slots=True)
class _Line:
    """A row: `before` stands left of its cells, `total` right of them."""

    before: tuple[str, str]
    cells: Sequence[ArbitrationCell]
    total: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class _Grid:
    """All rows under the headings of their cells, `broad` ones of two lines; `last` is that of the totals."""

    headings: Sequence[str]
    lines: Sequence[_Line]
    corner: tuple[str, str]
    last: str
    broad: bool = False

    @property
    def step(self) -> float:
        return BROAD if self.broad else NARROW

    @property
    def cells(self) -> float:
        """Where they begin."""
        return float(SIDE_MARGIN) + TABLE + self.names

    @property
    def names(self) -> float:
        return NO_NAMES if self.broad else NAMES


@dataclass(frozen=True, slots=True)
class _Part:
    """The columns that are on a page; the last ones have the totals beside them."""

    grid: _Grid
    columns: range

    @property
    def is_last(self) -> bool:
        return self.columns.stop == len(self.grid.headings)

    @property
    def right(self) -> float:
        return self.grid.cells + len(self.columns) * self.grid.step + (TOTAL if self.is_last else 0)


def arbitration_pdf(sheet: ArbitrationSheet, paper: Paper) -> bytes:
    """Players by rounds, or rounds by players; as many columns on a page as it is wide, as many rows as it is high."""
    title = gettext("Arbitration sheet")
    width, height = page_size(paper, wide=True)
    grid = _transposed(sheet) if sheet.transposed else _by_players(sheet)
    rows = int((height - TOP_MARGIN - TITLE - HEAD - LEGEND - BOTTOM_MARGIN) / ROW)
    columns = int((width - grid.cells - TOTAL - SIDE_MARGIN) / grid.step)
    across = _parts(len(grid.headings), columns)
    down = _parts(len(grid.lines), rows)
    draw = partial(_draw, sheet=sheet, grid=grid, title=title, paper=paper)
    pages = [partial(draw, lines=lines, columns=columns) for columns in across for lines in down]
    return draw_pages(pages=pages, title=title, paper=paper, wide=True, foot=True)


def _parts(count: int, most: int) -> list[range]:
    """As few parts as can be, of about the same size; one at least."""
    parts = max(1, -(-count // most))
    size = -(-count // parts)
    return (
        [range(first, min(first + size, count)) for first in range(0, count, size)] if count else [range(0)]
    )


def _by_players(sheet: ArbitrationSheet) -> _Grid:
    tops = [ArbitrationCell(top) for top in sheet.tops]
    first = _Line(("", gettext("Top")), tops, number(sum(sheet.tops)), strong=True)
    lines = [
        _Line((number(line.table), printable(line.name)), line.cells, number(line.total))
        for line in sheet.lines
    ]
    headings = [number(round_) for round_ in sheet.rounds]
    return _Grid(headings, [first, *lines], (gettext("Table"), gettext("Name")), gettext("Total"))


def _transposed(sheet: ArbitrationSheet) -> _Grid:
    lines = [
        _Line((number(round_), ""), [line.cells[place] for line in sheet.lines], number(sheet.tops[place]))
        for place, round_ in enumerate(sheet.rounds)
    ]
    totals = [ArbitrationCell(line.total) for line in sheet.lines]
    last = _Line(("", gettext("Total")), totals, number(sum(sheet.tops)), strong=True)
    headings = [f"{line.table}\n{printable(line.name)}" for line in sheet.lines]
    return _Grid(headings, [*lines, last], (gettext("Round"), ""), gettext("Top"), broad=True)


def _draw(
    canvas: Canvas,
    *,
    sheet: ArbitrationSheet,
    grid: _Grid,
    title: str,
    paper: Paper,
    lines: range,
    columns: range,
) -> None:
    """One page: title and legend, the headings, and its part of the rows."""
    width, height = page_size(paper, wide=True)
    heading = title_block(title=title, heading=paper.heading, facts=_facts(sheet))
    put(canvas, heading, SIDE_MARGIN, height - TOP_MARGIN, width - 2 * SIDE_MARGIN)
    top = height - TOP_MARGIN - TITLE
    if not sheet.lines or not sheet.rounds:
        nothing = note(gettext("No round has been announced yet."))
        put(canvas, [nothing], SIDE_MARGIN, top, width - 2 * SIDE_MARGIN)
        return
    part = _Part(grid, columns)
    _draw_head(canvas, part, top)
    for place, index in enumerate(lines, start=1):
        _draw_line(canvas, part, grid.lines[index], top - HEAD - place * ROW)
    canvas.setFont(REGULAR, SMALL)
    canvas.setFillColor(QUIET)
    canvas.drawString(SIDE_MARGIN, BOTTOM_MARGIN - 2 * mm, _legend(sheet))


def _draw_head(canvas: Canvas, part: _Part, top: float) -> None:
    canvas.setFillColor(QUIET)
    baseline = top - HEAD + 2 * mm
    _write_before(canvas, part.grid.corner, baseline, MEDIUM, SMALL)
    for place, index in enumerate(part.columns, start=1):
        x = part.grid.cells + place * part.grid.step - 1 * mm
        for line, text in enumerate(reversed(part.grid.headings[index].split("\n"))):
            fitting = shorten(text, MEDIUM, SMALL, part.grid.step - 1.5 * mm)
            canvas.drawRightString(x, baseline + line * SMALL * 1.15, fitting)
    if part.is_last:
        canvas.drawRightString(part.right - 1 * mm, baseline, part.grid.last)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.9)
    canvas.line(SIDE_MARGIN, top - HEAD, part.right, top - HEAD)


def _write_before(canvas: Canvas, before: tuple[str, str], baseline: float, font: str, size: float) -> None:
    table, name = before
    canvas.setFont(font, size)
    canvas.drawRightString(SIDE_MARGIN + TABLE - 2 * mm, baseline, table)
    if name:
        fitting = shorten(name, font, size, NAMES - 3 * mm)
        canvas.drawString(SIDE_MARGIN + TABLE + 1 * mm, baseline, fitting)


def _draw_line(canvas: Canvas, part: _Part, line: _Line, bottom: float) -> None:
    if line.strong:
        canvas.setFillColor(TINT)
        canvas.rect(SIDE_MARGIN, bottom, part.right - SIDE_MARGIN, ROW, stroke=0, fill=1)
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.3)
    canvas.line(SIDE_MARGIN, bottom, part.right, bottom)
    baseline = bottom + 1.6 * mm
    canvas.setFillColor(INK)
    _write_before(canvas, line.before, baseline, MEDIUM if line.strong else REGULAR, SIZE)
    for place, index in enumerate(part.columns, start=1):
        x = part.grid.cells + place * part.grid.step - 2 * mm
        _draw_cell(canvas, line.cells[index], x, baseline, strong=line.strong)
    if part.is_last:
        canvas.setFont(BOLD, SIZE)
        canvas.drawRightString(part.right - 1 * mm, baseline, line.total)


def _draw_cell(canvas: Canvas, cell: ArbitrationCell, x: float, baseline: float, *, strong: bool) -> None:
    """The points flush right, whatever signs follow them."""
    font = BOLD if cell.is_top or strong else REGULAR
    canvas.setFont(font, SIZE)
    canvas.drawRightString(x, baseline, cell.written)
    if cell.marks:
        canvas.drawString(x + 0.2 * mm, baseline, cell.signs)


def _legend(sheet: ArbitrationSheet) -> str:
    """Of the signs those that occur, and what is always to be told."""
    there = {mark for line in sheet.lines for cell in line.cells for mark in cell.marks}
    meanings: dict[Mark, str] = {
        "warning": gettext("warning"),
        "penalty": gettext("penalty"),
        "zero": gettext("zero given"),
        "solo": gettext("solo"),
        "average": gettext("average of the round"),
    }
    said = [f"{SIGNS[mark]} {meaning}" for mark, meaning in meanings.items() if mark in there]
    if any(cell.points is None for line in sheet.lines for cell in line.cells):
        said.append(f"{NOT_THERE} {gettext('not there')}")
    return "   ".join((gettext("bold: the top"), *said))


def _facts(sheet: ArbitrationSheet) -> str:
    players, rounds = len(sheet.lines), len(sheet.rounds)
    counted = ngettext("%(count)s player", "%(count)s players", players) % {"count": number(players)}
    played = ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": number(rounds)}
    return f"{counted} · {played}"
