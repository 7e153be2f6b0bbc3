"""The code to join with on a sheet for the door: large enough to be scanned by two at a time."""

from xml.sax.saxutils import escape

from django.utils.translation import gettext
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Paragraph, Spacer

from duplicate.printing.values.games import Poster
from tournaments.printing.pdf.pages import build_pdf, title_block
from tournaments.printing.pdf.qr_codes import QrCode
from tournaments.printing.pdf.style import BOLD, INK, QUIET, REGULAR
from tournaments.printing.pdf.text import printable
from tournaments.printing.pdf.values import Paper

QR_SIDE = 120 * mm


def poster_pdf(poster: Poster, paper: Paper) -> bytes:
    """Render the QR code to join with, and the address and code of the game for those who cannot scan it."""
    title = gettext("Join with your phone")
    story = [
        *title_block(title=title, heading=paper.heading, facts=""),
        Spacer(0, 10 * mm),
        QrCode(paper.site + poster.path, QR_SIDE),
        Spacer(0, 8 * mm),
        _line(
            gettext("or open {address} and type this code:").format(address=paper.site), REGULAR, 14, QUIET
        ),
        _line(poster.code, BOLD, 54, INK),
    ]
    return build_pdf(story=story, title=title, paper=paper)


def _line(text: str, font: str, size: float, ink: object) -> Paragraph:
    style = ParagraphStyle(
        font, fontName=font, fontSize=size, leading=size * 1.4, alignment=TA_CENTER, textColor=ink
    )
    return Paragraph(escape(printable(text)), style)
