"""Receipts for prizes, to be cut and signed."""

from collections.abc import Sequence
from functools import partial

from django.utils import formats
from django.utils.translation import gettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.pdf.cards import Box, CardGrid, Print, draw_cards, write_centred
from tournaments.printing.pdf.style import BOLD, INK, MEDIUM, QUIET, REGULAR
from tournaments.printing.pdf.text import printable
from tournaments.printing.pdf.values import Paper, PrizeReceipt
from tournaments.reports.tables import number

RECEIPTS = CardGrid(2, 4, 8 * mm)


def receipts_pdf(receipts: Sequence[PrizeReceipt | None], paper: Paper) -> bytes:
    """Render a receipt for each winner, to be cut and signed."""
    cards = [
        None if receipt is None else partial(_draw, receipt=receipt, paper=paper) for receipt in receipts
    ]
    return draw_cards(cards=cards, grid=RECEIPTS, title=gettext("Receipts for prizes"), paper=paper)


def _draw(canvas: Canvas, box: Box, *, receipt: PrizeReceipt, paper: Paper) -> None:
    heading = paper.heading
    about = " · ".join(filter(None, map(printable, (heading.club, heading.event))))
    top = write_centred(canvas, about, Print(MEDIUM, 9, 2, 7, quiet=True), box, box.top)
    top = write_centred(canvas, gettext("Receipt"), Print(BOLD, 15), box, top - 1 * mm)
    top = write_centred(canvas, printable(receipt.name), Print(BOLD, 14, 2, 9), box, top - 2 * mm)
    prize = ", ".join(filter(None, map(printable, (receipt.prize, receipt.for_))))
    top = write_centred(canvas, prize, Print(REGULAR, 10, 2, 8), box, top - 1 * mm)
    if worth := _worth(receipt):
        write_centred(canvas, worth, Print(MEDIUM, 12, 1, 8), box, top - 1 * mm)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.5)
    canvas.setFillColor(QUIET)
    canvas.setFont(REGULAR, 8)
    canvas.line(box.left, box.bottom + 4 * mm, box.right, box.bottom + 4 * mm)
    canvas.drawString(box.left, box.bottom, gettext("Received: date and signature"))
    day = formats.date_format(heading.day, "SHORT_DATE_FORMAT")
    canvas.drawRightString(box.right, box.bottom, day)


def _worth(receipt: PrizeReceipt) -> str:
    worth = printable(receipt.worth)
    if receipt.shared_by > 1:
        told = {"worth": worth, "count": number(receipt.shared_by)}
        if worth:
            return gettext("a share of %(worth)s, shared equally by %(count)s winners") % told
        return gettext("a share, shared equally by %(count)s winners") % told
    return worth
