"""The words that beat the club, on a sheet for the wall: the tops of a season that fewest players found."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from math import sqrt
from xml.sax.saxutils import escape

from django.utils import formats
from django.utils.translation import gettext
from reportlab.lib.colors import Color
from reportlab.lib.enums import TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Paragraph, Table

from duplicate.printing.values.games import HardTop
from tournaments.printing.pdf.pages import build_pdf, title_block
from tournaments.printing.pdf.style import BOLD, HAIRLINE, INK, MEDIUM, QUIET, REGULAR, text_width
from tournaments.printing.pdf.text import printable, shorten
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number

WORD = 30.0
REFERENCE, POINTS, FOUND = 16 * mm, 22 * mm, 34 * mm
# The long side of A3 is that of A4 times the square root of two, as are all its parts.
TO_A3 = sqrt(2)


def words_poster_pdf(tops: Sequence[HardTop], paper: Paper, *, large: bool = False) -> bytes:
    """Render the tops below each other, the word large, with its rack, its points, and how many found it; a
    `large` poster is on A3.
    """
    title = gettext("The words that beat us")
    paper = replace(paper, size="A4") if large else paper
    facts = gettext("The tops that fewest of us found. Lower-case letters are blanks.")
    width = text_width(paper.size)
    story = [*title_block(title=title, heading=paper.heading, facts=facts), _table(tops, width)]
    pdf = build_pdf(story=story, title=title, paper=paper)
    return _enlarge(pdf) if large else pdf


def _table(tops: Sequence[HardTop], width: float) -> Table:
    beside = width - POINTS - FOUND
    rows = [[_word(top, beside), _found(top), _points(top)] for top in tops]
    style = [
        ("LINEBELOW", (0, 0), (-1, -1), 0.5, HAIRLINE),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 1.4 * mm),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2 * mm),
    ]
    return Table(rows, colWidths=[beside, FOUND, POINTS], style=style)


def _word(top: HardTop, width: float) -> list[Paragraph]:
    day = formats.date_format(top.day, "SHORT_DATE_FORMAT")
    word, about = printable(top.word), f"{printable(top.rack)} · {printable(top.game)}, {day}"
    fitting = WORD * (width - REFERENCE) / stringWidth(word, BOLD, WORD)
    reference = f' <font name="{REGULAR}" size="13" color="#5c5c5c">{escape(top.reference)}</font>'
    return [
        _line(word, _style(BOLD, min(WORD, fitting)), reference),
        _line(shorten(about, REGULAR, 11, width - 4 * mm), _style(REGULAR, 11, QUIET)),
    ]


def _found(top: HardTop) -> list[Paragraph]:
    """Return how many found the top, in words."""
    text = gettext("%(found)s of %(players)s") if top.found else gettext("none of %(players)s")
    told = text % {"found": number(top.found), "players": number(top.players)}
    return _figure(gettext("found by"), told, _style(MEDIUM, 14, INK, TA_RIGHT))


def _points(top: HardTop) -> list[Paragraph]:
    return _figure(gettext("points"), number(top.score), _style(BOLD, 24, INK, TA_RIGHT))


def _figure(label: str, text: str, style: ParagraphStyle) -> list[Paragraph]:
    return [_line(label, _style(REGULAR, 10, QUIET, TA_RIGHT)), _line(text, style)]


def _style(font: str, size: float, color: Color = INK, align: int = TA_LEFT) -> ParagraphStyle:
    return ParagraphStyle(
        font, fontName=font, fontSize=size, leading=size * 1.2, textColor=color, alignment=align
    )


def _line(text: str, style: ParagraphStyle, after: str = "") -> Paragraph:
    """Return a line of typed text; `after` is markup."""
    return Paragraph(escape(text) + after, style)


def _enlarge(pdf: bytes) -> bytes:
    """Return a document of A4 on A3, all its parts larger."""
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - as ReportLab: few processes print

    writer = PdfWriter()
    writer.clone_document_from_reader(PdfReader(BytesIO(pdf)))
    for page in writer.pages:
        page.scale_by(TO_A3)
    file = BytesIO()
    writer.write(file)
    return file.getvalue()
