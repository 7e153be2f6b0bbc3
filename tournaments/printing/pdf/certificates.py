"""Certificates: a landscape page each, to be framed."""

from collections.abc import Sequence
from functools import partial

from django.utils import formats
from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.pdf.cards import Box, Print, write_centred
from tournaments.printing.pdf.pages import LOGO_HEIGHT, draw_logo, draw_pages, page_size
from tournaments.printing.pdf.style import BOLD, INK, ITALIC, MEDIUM, QUIET, REGULAR
from tournaments.printing.pdf.text import printable
from tournaments.printing.pdf.values import Certificate, Paper
from tournaments.reports.tables import number
from tournaments.standings.columns import figure_text

EDGE, INSIDE, MARGIN = 10 * mm, 2.2 * mm, 26 * mm
CORNER = 7 * mm
SIGNATURE = 70 * mm


def certificates_pdf(certificates: Sequence[Certificate | None], paper: Paper) -> bytes:
    """Render a page for each certificate; an empty frame for None, an entry that no longer gets one, and if there
    is none at all.
    """
    certificates = certificates or [None]
    pages = [partial(_draw, certificate=certificate, paper=paper) for certificate in certificates]
    names = ["" if certificate is None else certificate.name for certificate in certificates]
    return draw_pages(pages=pages, title=gettext("Certificates"), paper=paper, wide=True, names=names)


def _draw(canvas: Canvas, *, certificate: Certificate | None, paper: Paper) -> None:
    width, height = page_size(paper, wide=True)
    _draw_frame(canvas, width, height)
    if certificate is None:
        return
    box = Box(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    top = _draw_head(canvas, box, paper)
    title = pgettext("title of a page to be framed", "Certificate")
    top = write_centred(canvas, title, Print(BOLD, 52), box, top - 6 * mm)
    if certificate.provisional:
        top = write_centred(canvas, gettext("provisional"), Print(BOLD, 20), box, top - 1 * mm)
    top = write_centred(canvas, gettext("is awarded to"), Print(ITALIC, 15, quiet=True), box, top - 4 * mm)
    top = write_centred(canvas, printable(certificate.name), Print(BOLD, 38, 2, 18), box, top - 5 * mm)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.8)
    canvas.line(box.middle - 45 * mm, top - 3 * mm, box.middle + 45 * mm, top - 3 * mm)
    top = write_centred(canvas, _place(certificate), Print(MEDIUM, 23, 1, 12), box, top - 9 * mm)
    for line in _lines(certificate, paper):
        top = write_centred(canvas, line, Print(REGULAR, 14, 1, 8), box, top - 2 * mm)
    _draw_signatures(canvas, box)


def _draw_frame(canvas: Canvas, width: float, height: float) -> None:
    """Draw a strong line, a fine one inside it, and a square in each corner."""
    canvas.setStrokeColor(INK)
    canvas.setFillColor(INK)
    for inset, line in ((EDGE, 1.8), (EDGE + INSIDE, 0.5)):
        canvas.setLineWidth(line)
        canvas.rect(inset, inset, width - 2 * inset, height - 2 * inset)
    inset = EDGE + INSIDE + 2 * mm
    for x in (inset, width - inset - CORNER):
        for y in (inset, height - inset - CORNER):
            canvas.setLineWidth(0.8)
            canvas.rect(x, y, CORNER, CORNER)
            canvas.rect(x + CORNER * 0.25, y + CORNER * 0.25, CORNER * 0.5, CORNER * 0.5, fill=1, stroke=0)


def _draw_head(canvas: Canvas, box: Box, paper: Paper) -> float:
    """Draw the club's logo and its name."""
    # If there is no logo, all is lower, in the middle of the frame.
    top = box.top if paper.heading.logo else box.top - LOGO_HEIGHT / 2
    if paper.heading.logo:
        top -= draw_logo(canvas, paper.heading.logo, box.middle, top) + 2 * mm
    club = printable(paper.heading.club)
    return write_centred(canvas, club, Print(MEDIUM, 13, 1, 9, quiet=True), box, top) if club else top


def _place(certificate: Certificate) -> str:
    if certificate.prize:
        return printable(certificate.prize)
    places = {1: gettext("First place"), 2: gettext("Second place"), 3: gettext("Third place")}
    place = places.get(certificate.rank) or gettext("Place %(rank)s of %(players)s") % {
        "rank": number(certificate.rank),
        "players": number(certificate.of),
    }
    among = printable(certificate.among)
    return f"{place} · {among}" if among else place


def _lines(certificate: Certificate, paper: Paper) -> list[str]:
    """Return the points, the names of game and event, and the day."""
    heading = paper.heading
    names = dict.fromkeys(filter(None, (printable(certificate.what), printable(heading.event))))
    figures = printable(certificate.won_by) if certificate.prize else _points(certificate)
    return [figures, " · ".join(names), formats.date_format(heading.day, "DATE_FORMAT")]


def _points(certificate: Certificate) -> str:
    points = gettext("with %(points)s points") % {"points": number(certificate.total)}
    if certificate.percent is not None:
        percent = {"points": points, "percent": figure_text("percent", certificate.percent)}
        points = gettext("%(points)s, %(percent)s %% of the maximum") % percent
    return points


def _draw_signatures(canvas: Canvas, box: Box) -> None:
    """Draw two lines to sign on."""
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.5)
    canvas.setFillColor(QUIET)
    canvas.setFont(REGULAR, 9)
    signing = ((box.left, gettext("The arbitrator")), (box.right - SIGNATURE, gettext("For the club")))
    for left, who in signing:
        canvas.line(left, box.bottom, left + SIGNATURE, box.bottom)
        canvas.drawString(left, box.bottom - 4.5 * mm, who)
