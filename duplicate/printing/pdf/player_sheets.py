"""Each player's own sheet, a page each: the rounds with the player's move beside the top, and a negative
chart.

The rounds share the room that title and chart leave, so a sheet is one page however many there are.
"""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from django.utils.translation import gettext, ngettext, pgettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from duplicate.printing.values.games import PlayerRound, PlayerSheet, SheetMove
from tournaments.printing.pdf.charts import line_drawing
from tournaments.printing.pdf.pages import draw_below, draw_pages, note, page_size, title_block
from tournaments.printing.pdf.style import (
    BOLD,
    BOTTOM_MARGIN,
    MEDIUM,
    PADDING,
    PADDING_LEFT,
    QUIET,
    REGULAR,
    SIDE_MARGIN,
    TOP_MARGIN,
    Density,
)
from tournaments.printing.pdf.tables import Column, table
from tournaments.printing.pdf.text import printable, shorten, wrap
from tournaments.printing.pdf.values import Paper
from tournaments.reports.charts import LineChart
from tournaments.reports.tables import number
from tournaments.standings.columns import figure_text

CHART, CAPTION = 30 * mm, 6 * mm
TALLEST, LARGEST = 7 * mm, 9.5
# The least height of a row for a remark of two lines.
TWO_LINES = 6 * mm
REMARK_SIZE = 0.78
RACK, OWN, TOP, REMARK = 1, 2, 4, 7


def player_sheets_pdf(sheets: Sequence[PlayerSheet | None], paper: Paper) -> bytes:
    """Render a page for each player, also for one who was removed since."""
    title = gettext("Players’ sheets")
    pages = [partial(_draw, sheet=sheet, paper=paper) for sheet in sheets]
    names = [f"{number(sheet.table)} {sheet.name}" if sheet else "" for sheet in sheets]
    return draw_pages(pages=pages, title=title, paper=paper, foot=True, names=names)


def _draw(canvas: Canvas, *, sheet: PlayerSheet | None, paper: Paper) -> None:
    width, height = page_size(paper)
    room = width - 2 * SIDE_MARGIN
    place = partial(draw_below, canvas, x=SIDE_MARGIN, width=room)
    if sheet is None:
        gone = gettext("This player has been removed from the game.")
        place([note(gone)], top=height - TOP_MARGIN)
        return
    name = " ".join(wrap(printable(sheet.name), BOLD, 24, room, 2))
    top = place(title_block(title=name, heading=paper.heading, facts=_facts(sheet)), top=height - TOP_MARGIN)
    if not sheet.rounds:
        place([note(gettext("No round has been announced yet."))], top=top)
        return
    foot = BOTTOM_MARGIN + CHART + CAPTION
    rows = min(TALLEST, (top - foot - 4 * mm) / (len(sheet.rounds) + 1))
    place([_rounds(sheet.rounds, rows, room)], top=top)
    canvas.setFont(MEDIUM, 8.5)
    canvas.setFillColor(QUIET)
    canvas.drawString(SIDE_MARGIN, foot - 3 * mm, gettext("The negative, round by round"))
    chart = line_drawing(_negative(sheet), room, CHART, most=0)
    chart.drawOn(canvas, SIDE_MARGIN, BOTTOM_MARGIN)


def _facts(sheet: PlayerSheet) -> str:
    standing = gettext("rank %(rank)s of %(players)s") % {
        "rank": number(sheet.rank or 0),
        "players": number(sheet.players),
    }
    total = ngettext("%(total)s point (top: %(top)s)", "%(total)s points (top: %(top)s)", sheet.total)
    points = total % {"total": number(sheet.total), "top": number(sheet.top_total)}
    percent = "" if sheet.percent is None else f"{figure_text('percent', sheet.percent)} %"
    warned = ngettext("%(count)s warning", "%(count)s warnings", sheet.warnings)
    penalised = ngettext("%(count)s penalty", "%(count)s penalties", sheet.penalties)
    told = (
        gettext("table %(table)s") % {"table": number(sheet.table)},
        standing if sheet.rank is not None else "",
        points,
        figure_text("negative", sheet.total - sheet.top_total),
        percent,
        warned % {"count": number(sheet.warnings)} if sheet.warnings else "",
        penalised % {"count": number(sheet.penalties)} if sheet.penalties else "",
    )
    return " · ".join(filter(None, told))


def _rounds(rounds: Sequence[PlayerRound], height: float, room: float) -> Flowable:
    """Return the rounds as a table with rows of that height."""
    size = min(LARGEST, height * 0.55)
    columns = _columns()
    rest = room - sum(column.width or 0 for column in columns)
    widths = [(column.width or rest) - PADDING_LEFT - PADDING for column in columns]
    rows = [_row(round_, widths, size, 2 if height >= TWO_LINES else 1) for round_ in rounds]
    small = size * REMARK_SIZE
    extra = [
        ("FONTSIZE", (0, 0), (-1, 0), min(8.5, size)),
        ("FONTSIZE", (REMARK, 1), (REMARK, -1), small),
        ("LEADING", (REMARK, 1), (REMARK, -1), small * 1.15),
        ("TEXTCOLOR", (REMARK, 1), (REMARK, -1), QUIET),
    ]
    density = Density(size, height)
    # Two lines of a remark fit into the row.
    return table(columns=columns, rows=rows, width=room, density=density, extra=extra, even=True)


def _columns() -> list[Column]:
    return [
        Column(gettext("Round"), 13 * mm),
        Column(gettext("Rack"), 27 * mm, align="LEFT"),
        Column(gettext("Own move"), 34 * mm, align="LEFT"),
        Column(gettext("Points"), 12.5 * mm),
        Column(gettext("Top"), 34 * mm, align="LEFT"),
        Column(gettext("Points"), 12.5 * mm),
        Column(pgettext("points less than the top", "Lost"), 12.5 * mm, font=BOLD),
        Column(gettext("Remarks"), None, align="LEFT"),
    ]


def _row(played: PlayerRound, widths: Sequence[float], size: float, remark_lines: int) -> list[str]:
    remark = wrap(printable(played.remark), REGULAR, size * REMARK_SIZE, widths[REMARK], remark_lines)
    return [
        number(played.number),
        shorten(printable(played.rack), REGULAR, size, widths[RACK]),
        _move(played.own, size, widths[OWN]),
        "" if played.own.score is None else number(played.own.score),
        _move(played.top, size, widths[TOP]),
        number(played.top.score or 0),
        number(-played.lost) if played.lost else "0",
        "\n".join(remark),
    ]


def _move(move: SheetMove, size: float, width: float) -> str:
    """Return word and reference as they were written; slips may hold anything."""
    written = printable(f"{move.word} {move.reference}")
    return shorten(written, REGULAR, size, width) if written else "–"


def _negative(sheet: PlayerSheet) -> LineChart:
    values = [float(-lost) for lost in accumulate(round_.lost for round_ in sheet.rounds)]
    labels = [str(round_.number) for round_ in sheet.rounds]
    return LineChart(gettext("The negative, round by round"), labels, values)
