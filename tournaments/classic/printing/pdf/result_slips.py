"""Result slips of a round, six a page.

A stack of them is cut, and its piles laid on each other are in the order of tables. Table and names are
printed; scores, challenges, overtime and signatures are written by hand. Places of the last pages without a match
are spare slips, on which the table and the names are written too.
"""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.classic.printing.values import CardSeat, PairedMatch, SlipsShown, round_text
from tournaments.printing.pdf.pages import draw_pages, page_size
from tournaments.printing.pdf.style import BOLD, HAIRLINE, INK, MEDIUM, QUIET, REGULAR
from tournaments.printing.pdf.text import printable, shorten, wrap
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number

ACROSS, DOWN = 2, 3
SLIPS_A_PAGE = ACROSS * DOWN
INSET = 9 * mm
TOP_INSET = 7 * mm
BOX_HEIGHT = 10 * mm
HEAD_HEIGHT, SIDE_HEIGHT = 20 * mm, 27 * mm
NAME_SIZE = 12


def slips_pdf(shown: SlipsShown, paper: Paper) -> bytes:
    """Draw a slip for each match, by table."""
    title = gettext("Result slips")
    pages = [
        partial(_draw_page, shown=shown, matches=shown.matches[at : at + SLIPS_A_PAGE], paper=paper)
        for at in range(0, len(shown.matches), SLIPS_A_PAGE)
    ]
    return draw_pages(pages=pages or [_draw_nothing], title=title, paper=paper)


def _draw_nothing(canvas: Canvas) -> None:
    canvas.setFont(REGULAR, 11)
    canvas.drawString(INSET, INSET, gettext("No round is paired yet."))


def _draw_page(
    canvas: Canvas, *, shown: SlipsShown, matches: Sequence[PairedMatch | None], paper: Paper
) -> None:
    width, height = page_size(paper)
    across, down = width / ACROSS, height / DOWN
    spare = [None] * (SLIPS_A_PAGE - len(matches))
    for place, match in enumerate([*matches, *spare]):
        canvas.saveState()
        canvas.translate((place % ACROSS) * across, height - (place // ACROSS + 1) * down)
        _draw_slip(canvas, shown, match, across, down)
        canvas.restoreState()
    draw_cuts(canvas, width, height)


def draw_cuts(canvas: Canvas, width: float, height: float, *, across: int = ACROSS, down: int = DOWN) -> None:
    """Draw the lines along which the page is cut."""
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.4)
    canvas.setDash(3, 3)
    for column in range(1, across):
        canvas.line(width * column / across, 0, width * column / across, height)
    for row in range(1, down):
        canvas.line(0, height * row / down, width, height * row / down)
    canvas.setDash()


def _draw_slip(
    canvas: Canvas, shown: SlipsShown, match: PairedMatch | None, across: float, down: float
) -> None:
    right, top = across - INSET, down - TOP_INSET
    _draw_head(canvas, shown, match, right, top)
    sides: Sequence[tuple[str, CardSeat | None]] = (
        (gettext("Goes first"), match.first if match else None),
        (gettext("Goes second"), match.second if match else None),
    )
    for place, (label, seat) in enumerate(sides):
        _draw_side(canvas, label, seat, right, top - HEAD_HEIGHT - place * SIDE_HEIGHT)
    _draw_signatures(canvas, right)


def _draw_head(
    canvas: Canvas, shown: SlipsShown, match: PairedMatch | None, right: float, top: float
) -> None:
    canvas.setFillColor(INK)
    canvas.setStrokeColor(INK)
    if match is None or match.table is None:
        canvas.setLineWidth(0.5)
        canvas.line(right - 14 * mm, top - 9.5 * mm, right, top - 9.5 * mm)
    else:
        canvas.setFont(BOLD, 28)
        canvas.drawRightString(right, top - 9 * mm, number(match.table))
    canvas.setFont(REGULAR, 8)
    canvas.setFillColor(QUIET)
    canvas.drawRightString(right, top - 13.2 * mm, gettext("Table"))
    room = right - INSET - 32 * mm
    for text, font, size, below in (
        (printable(shown.about.event), MEDIUM, 10, 3),
        (printable(shown.about.division), REGULAR, 10, 7.5),
        (round_text(shown.number), BOLD, 13, 13.2),
    ):
        canvas.setFont(font, size)
        canvas.setFillColor(INK)
        canvas.drawString(INSET, top - below * mm, shorten(text, font, size, room))
    canvas.setLineWidth(0.9)
    canvas.line(INSET, top - 15.5 * mm, right, top - 15.5 * mm)


def _draw_side(canvas: Canvas, label: str, seat: CardSeat | None, right: float, top: float) -> None:
    canvas.setFont(REGULAR, 8)
    canvas.setFillColor(QUIET)
    canvas.drawString(INSET, top, label)
    if seat is None:
        canvas.setLineWidth(0.5)
        canvas.line(INSET, top - 6.5 * mm, right, top - 6.5 * mm)
    else:
        _draw_name(canvas, seat, right - INSET, top)
    _draw_boxes(canvas, right, top - 7.5 * mm)


def _draw_name(canvas: Canvas, seat: CardSeat, room: float, top: float) -> None:
    canvas.setFillColor(INK)
    name = f"{printable(seat.name)} ({seat.number})"
    lines, size = wrap(name, MEDIUM, NAME_SIZE, room, 1), float(NAME_SIZE)
    if lines[0] != name:
        lines, size = wrap(name, MEDIUM, 8.5, room, 2), 8.5
    canvas.setFont(MEDIUM, size)
    for place, text in enumerate(lines):
        canvas.drawString(INSET, top - 5 * mm - place * size * 1.15, text)


def _draw_boxes(canvas: Canvas, right: float, top: float) -> None:
    """Draw the boxes to be filled in; the last one has a stronger frame, since it is the score that counts."""
    labels = (gettext("Score"), gettext("Challenges"), gettext("Overtime"), gettext("Final score"))
    each = (right - INSET) / len(labels)
    canvas.setStrokeColor(INK)
    for place, label in enumerate(labels):
        left = INSET + place * each
        last = place == len(labels) - 1
        canvas.setLineWidth(1.6 if last else 0.6)
        canvas.rect(left, top - BOX_HEIGHT - 4 * mm, each - 2 * mm * (not last), BOX_HEIGHT, stroke=1, fill=0)
        canvas.setFont(MEDIUM if last else REGULAR, 7.5)
        canvas.setFillColor(INK if last else QUIET)
        canvas.drawString(left, top - 2.6 * mm, shorten(label, REGULAR, 7.5, each - 2 * mm))


def _draw_signatures(canvas: Canvas, right: float) -> None:
    half = (right - INSET - 8 * mm) / 2
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.5)
    canvas.setFont(REGULAR, 7.5)
    canvas.setFillColor(QUIET)
    for left in (INSET, INSET + half + 8 * mm):
        canvas.line(left, TOP_INSET + 2.5 * mm, left + half, TOP_INSET + 2.5 * mm)
        canvas.drawString(left, TOP_INSET - 0.7 * mm, gettext("Signature"))
