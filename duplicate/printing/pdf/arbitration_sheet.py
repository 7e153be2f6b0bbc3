"""The arbitration sheet: every player's points in every round, on as few pages as possible, headings
repeated.

A hall of 1,500 has tens of thousands of cells, so they are drawn directly and not as a table.
`arbitration_layout` finds their places.
"""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from duplicate.printing.pdf.arbitration_layout import (
    BETWEEN,
    GAP,
    LEAST_SIZE,
    TITLE,
    ArbitrationGrid,
    ArbitrationLayout,
    ArbitrationRow,
    Block,
    lay_out,
)
from duplicate.printing.values.games import ArbitrationSheet
from duplicate.printing.values.marks import NOT_THERE, SIGNS, ArbitrationCell, Mark
from tournaments.printing.pdf.pages import draw_below, draw_pages, note, page_size, running_head, title_block
from tournaments.printing.pdf.style import (
    BOLD,
    BOTTOM_MARGIN,
    HAIRLINE,
    INK,
    MEDIUM,
    QUIET,
    REGULAR,
    RUNNING_HEAD,
    SIDE_MARGIN,
    TINT,
    TOP_MARGIN,
)
from tournaments.printing.pdf.text import printable, shorten, wrap
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number


def arbitration_pdf(sheet: ArbitrationSheet, paper: Paper) -> bytes:
    """Render players by rounds, or rounds by players, in the orientation that takes fewest pages."""
    title = gettext("Arbitration sheet")
    grid = _transpose(sheet) if sheet.transposed else _grid_by_players(sheet)
    layout = lay_out(grid, paper)
    draw = partial(_draw, sheet=sheet, layout=layout, title=title, paper=paper)
    pages = [partial(draw, place=place) for place in range(len(layout.pages))]
    names = [_name_of(layout, blocks) for blocks in layout.pages]
    return draw_pages(pages=pages, title=title, paper=paper, wide=layout.wide, foot=True, names=names)


def _name_of(layout: ArbitrationLayout, blocks: Sequence[Block]) -> str:
    """Return a page's name, to find a player by: its first and its last player."""
    if not layout.grid.headings or not blocks:
        return ""
    if layout.grid.broad:
        ends = [layout.grid.headings[at] for at in (blocks[0].columns[0], blocks[-1].columns[-1])]
        return " – ".join(end.replace("\n", " ") for end in ends)
    lines = [layout.grid.lines[at] for block in blocks for at in block.lines]
    told = [" ".join(line.before) for line in lines if not line.strong] or [""]
    return " – ".join((told[0], told[-1]))


def _grid_by_players(sheet: ArbitrationSheet) -> ArbitrationGrid:
    tops = [ArbitrationCell(top) for top in sheet.tops]
    first = ArbitrationRow(("", gettext("Top")), tops, number(sum(sheet.tops)), strong=True)
    lines = [
        ArbitrationRow((number(line.table), printable(line.name)), line.cells, number(line.total))
        for line in sheet.lines
    ]
    headings = [number(round_) for round_ in sheet.rounds]
    return ArbitrationGrid(headings, [first, *lines], (gettext("Table"), gettext("Name")), gettext("Total"))


def _transpose(sheet: ArbitrationSheet) -> ArbitrationGrid:
    lines = [
        ArbitrationRow(
            (number(round_), ""), [line.cells[place] for line in sheet.lines], number(sheet.tops[place])
        )
        for place, round_ in enumerate(sheet.rounds)
    ]
    totals = [ArbitrationCell(line.total) for line in sheet.lines]
    last = ArbitrationRow(("", gettext("Total")), totals, number(sum(sheet.tops)), strong=True)
    headings = [f"{line.table}\n{printable(line.name)}" for line in sheet.lines]
    return ArbitrationGrid(headings, [*lines, last], (gettext("Round"), ""), gettext("Top"), broad=True)


def _draw(
    canvas: Canvas,
    *,
    sheet: ArbitrationSheet,
    layout: ArbitrationLayout,
    title: str,
    paper: Paper,
    place: int,
) -> None:
    """Draw one page: the title or a running head, its blocks below each other, and the legend."""
    width, height = page_size(paper, wide=layout.wide)
    top = height - TOP_MARGIN - (RUNNING_HEAD if place else TITLE)
    if place:
        running_head(canvas, width, height, title, paper.heading)
    else:
        heading = title_block(title=title, heading=paper.heading, facts=_facts(sheet))
        draw_below(canvas, heading, SIDE_MARGIN, height - TOP_MARGIN, width - 2 * SIDE_MARGIN)
    if not sheet.lines or not sheet.rounds:
        nothing = note(gettext("No round has been announced yet."))
        draw_below(canvas, [nothing], SIDE_MARGIN, top, width - 2 * SIDE_MARGIN)
        return
    for block in layout.pages[place]:
        _draw_head(canvas, layout, block, top)
        top -= layout.head
        for index in block.lines:
            top -= layout.row
            _draw_line(canvas, layout, block, layout.grid.lines[index], top)
        top -= BETWEEN
    canvas.setFont(REGULAR, LEAST_SIZE)
    canvas.setFillColor(QUIET)
    for line, text in enumerate(_legend(sheet, width - 2 * SIDE_MARGIN)):
        canvas.drawString(SIDE_MARGIN, BOTTOM_MARGIN - 2 * mm - line * 1.25 * LEAST_SIZE, text)


def _draw_head(canvas: Canvas, layout: ArbitrationLayout, block: Block, top: float) -> None:
    canvas.setFillColor(QUIET)
    baseline, small = top - layout.head + 0.28 * layout.size, layout.small
    _write_before(canvas, layout, layout.grid.corner, baseline, font=(MEDIUM, small))
    for place, index in enumerate(block.columns):
        x = layout.points(place)
        for line, text in enumerate(reversed(layout.grid.headings[index].split("\n"))):
            fitting = shorten(text, MEDIUM, small, layout.step - GAP)
            canvas.drawRightString(
                x + layout.signs * layout.grid.broad, baseline + line * small * 1.15, fitting
            )
    right = layout.right(block)
    if layout.is_last(block):
        canvas.drawRightString(right, baseline, layout.grid.last)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.9)
    canvas.line(SIDE_MARGIN, top - layout.head, right, top - layout.head)


def _write_before(
    canvas: Canvas,
    layout: ArbitrationLayout,
    before: tuple[str, str],
    baseline: float,
    *,
    font: tuple[str, float],
) -> None:
    table, name = before
    canvas.setFont(*font)
    canvas.drawRightString(SIDE_MARGIN + layout.table - GAP, baseline, table)
    if name:
        canvas.drawString(
            SIDE_MARGIN + layout.table + GAP, baseline, shorten(name, *font, layout.names - GAP)
        )


def _draw_line(
    canvas: Canvas, layout: ArbitrationLayout, block: Block, line: ArbitrationRow, bottom: float
) -> None:
    right, size = layout.right(block), layout.size
    if line.strong:
        canvas.setFillColor(TINT)
        canvas.rect(SIDE_MARGIN, bottom, right - SIDE_MARGIN, layout.row, stroke=0, fill=1)
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.3)
    canvas.line(SIDE_MARGIN, bottom, right, bottom)
    baseline = bottom + 0.35 * size
    canvas.setFillColor(INK)
    font = MEDIUM if line.strong else REGULAR
    _write_before(canvas, layout, line.before, baseline, font=(font, size))
    for place, index in enumerate(block.columns):
        _draw_cell(canvas, line.cells[index], layout.points(place), baseline, size, strong=line.strong)
    if layout.is_last(block):
        canvas.setFont(BOLD, size)
        canvas.drawRightString(right, baseline, line.total)


def _draw_cell(
    canvas: Canvas, cell: ArbitrationCell, x: float, baseline: float, size: float, *, strong: bool
) -> None:
    """Draw the points right-aligned, independent of the signs after them."""
    canvas.setFont(BOLD if cell.is_top or strong else REGULAR, size)
    canvas.drawRightString(x, baseline, cell.written)
    if cell.marks:
        canvas.drawString(x + 0.2 * mm, baseline, cell.signs)


def _legend(sheet: ArbitrationSheet, width: float) -> list[str]:
    """Return the meanings of the signs that occur, and the constant part, on two lines at most."""
    there = {mark for line in sheet.lines for cell in line.cells for mark in cell.marks}
    meanings: dict[Mark, str] = {
        "warning": gettext("warning"),
        "penalty": gettext("penalty"),
        "zero": gettext("zero given"),
        "solo": gettext("solo"),
        "average": gettext("average of the round"),
        "zero_averaged": gettext("zero, averaged: the average of the arbitrator’s players"),
    }
    said = [f"{SIGNS[mark]} {meaning}" for mark, meaning in meanings.items() if mark in there]
    if any(cell.points is None for line in sheet.lines for cell in line.cells):
        absent = gettext("absent")
        said.append(f"{NOT_THERE} {absent}")
    return wrap("   ".join((gettext("bold: the top"), *said)), REGULAR, LEAST_SIZE, width)


def _facts(sheet: ArbitrationSheet) -> str:
    players, rounds = len(sheet.lines), len(sheet.rounds)
    counted = ngettext("%(count)s player", "%(count)s players", players) % {"count": number(players)}
    played = ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": number(rounds)}
    return f"{counted} · {played}"
