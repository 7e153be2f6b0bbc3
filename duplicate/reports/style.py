"""The one look of everything the club prints: fonts, paper, headings, tables, and the pages round them.

A document is a *story* (ReportLab flowables) under a *heading* (which event, whose, when). The first page
opens with the title in full, every further page with a running line; every page ends with when it was
generated and "page x of y".

What always holds: the fonts are embedded and carry the accents of all European languages; nothing is told
apart by colour alone; text that people typed is printed as typed, never read as markup; words, numbers and
dates are in the language active when a report is called.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.resources import as_file, files
from io import BytesIO
from typing import Any, Literal
from xml.sax.saxutils import escape

from django.utils import formats, timezone
from django.utils.translation import get_language, gettext
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from duplicate.reports.values import ReportHeading

PageSize = Literal["A4", "letter"]
PAGE_SIZES: dict[PageSize, tuple[float, float]] = {"A4": A4, "letter": LETTER}

REGULAR = "Isotop-Regular"
MEDIUM = "Isotop-Medium"
BOLD = "Isotop-Bold"
ITALIC = "Isotop-Italic"

INK = HexColor(0x1A1A1A)
QUIET = HexColor(0x5C5C5C)
HAIRLINE = HexColor(0xCFCFCF)
TINT = HexColor(0xEFEFEF)
PAPER = HexColor(0xFFFFFF)

SIDE_MARGIN = 18 * mm
TOP_MARGIN = 16 * mm
RUNNING_HEAD = 9 * mm
BOTTOM_MARGIN = 20 * mm


def _register_fonts() -> None:
    for name in (REGULAR, MEDIUM, BOLD, ITALIC):
        source = files("font_roboto") / "files" / f"Roboto-{name.removeprefix('Isotop-')}.ttf"
        with as_file(source) as path:
            registerFont(TTFont(name, str(path)))


# At import, which Python does once: a font registered again while another thread prints loses its glyphs.
_register_fonts()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; a column without a width takes what the others leave."""

    label: str
    width: float | None
    align: Literal["LEFT", "RIGHT", "CENTER"] = "RIGHT"
    font: str = REGULAR


@dataclass(frozen=True, slots=True)
class Density:
    """How generously the lines of a table are set."""

    size: float
    row_height: float

    @property
    def leading(self) -> float:
        return self.size * 1.2


# Points left free on either side of a cell, and before words that follow digits.
PADDING = 3
PADDING_LEFT = 5 * mm

ROOMY = Density(size=12, row_height=8.4 * mm)
NORMAL = Density(size=10, row_height=6.2 * mm)
DENSE = Density(size=9, row_height=5 * mm)


# Text


def number(value: float, decimals: int = 0) -> str:
    """A number as the active language writes it, with a true minus sign."""
    # Rounded first: Django cuts decimals off, and paper would show less than the screens.
    rounded = round(value, decimals)
    return formats.number_format(rounded, decimal_pos=decimals, use_l10n=True).replace("-", "−")


def printable(text: str) -> str:
    """Typed text on one line: accents composed (phones send them apart), control characters gone."""
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(character for character in composed if unicodedata.category(character)[0] != "C")


def shorten(text: str, font: str, size: float, width: float) -> str:
    """The text, or as much of it as fits followed by an ellipsis."""
    if stringWidth(text, font, size) <= width:
        return text
    return text[: _fitting(text, font, size, width, tail="…")].rstrip() + "…"


def wrap(text: str, font: str, size: float, width: float, lines: int = 2) -> list[str]:
    """The text on at most so many lines, broken at spaces or after hyphens; the last line is shortened."""
    wrapped: list[str] = []
    rest = text
    while len(wrapped) < lines - 1 and stringWidth(rest, font, size) > width:
        cut = _break_before(rest, font, size, width)
        wrapped.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return [*wrapped, shorten(rest, font, size, width)]


def _break_before(text: str, font: str, size: float, width: float) -> int:
    """How many characters go on the first line: to the last place to break that fits, or as many as fit."""
    fitting = max(_fitting(text, font, size, width), 1)
    breaks = [i for i in range(1, fitting + 1) if text[i - 1] in " -" or text[i] == " "]
    return breaks[-1] if breaks else fitting


def _fitting(text: str, font: str, size: float, width: float, tail: str = "") -> int:
    """How many characters of the text fit, the tail added. Halving, so that no name is too long to print."""

    def needed(count: int) -> float:
        measured: float = stringWidth(text[:count].rstrip() + tail, font, size)
        return measured

    return bisect_right(range(1, len(text) + 1), width, key=needed)


# Tables


def table(
    *,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    width: float,
    density: Density,
    extra: Sequence[Any] = (),
) -> Table:
    """A table in our look, its header on every page; `extra` are ReportLab style commands (header: row 0).

    Cells are plain strings, so no markup in them is ever read. A cell of several lines makes its row taller.
    """
    rest = width - sum(column.width or 0 for column in columns)
    heights = [density.row_height + density.leading * (_lines(row) - 1) for row in rows]
    return Table(
        [[column.label for column in columns], *rows],
        colWidths=[rest if column.width is None else column.width for column in columns],
        rowHeights=[density.row_height, *heights],
        repeatRows=1,
        style=TableStyle([*_table_style(columns, density), *extra]),
    )


def _lines(row: Sequence[str]) -> int:
    return max(cell.count("\n") for cell in row) + 1


def _table_style(columns: Sequence[Column], density: Density) -> list[Any]:
    """No boxes: a strong line under the header, hairlines between the rows, digits flush right."""
    everything, header = ((0, 0), (-1, -1)), ((0, 0), (-1, 0))
    return [
        ("FONTSIZE", *everything, density.size),
        ("LEADING", *everything, density.leading),
        ("TEXTCOLOR", *everything, INK),
        ("VALIGN", *everything, "MIDDLE"),
        ("LEFTPADDING", *everything, PADDING),
        ("RIGHTPADDING", *everything, PADDING),
        ("TOPPADDING", *everything, 0),
        ("BOTTOMPADDING", *everything, density.size * 0.18),
        ("LINEBELOW", (0, 1), (-1, -1), 0.3, HAIRLINE),
        *(("ALIGN", (i, 0), (i, -1), column.align) for i, column in enumerate(columns)),
        *(("LEFTPADDING", (i, 0), (i, -1), PADDING_LEFT) for i in _after_digits(columns)),
        *(("FONTNAME", (i, 1), (i, -1), column.font) for i, column in enumerate(columns)),
        ("FONTNAME", *header, MEDIUM),
        ("FONTSIZE", *header, 8.5),
        ("TEXTCOLOR", *header, QUIET),
        ("LINEBELOW", *header, 0.9, INK),
    ]


def _after_digits(columns: Sequence[Column]) -> list[int]:
    """The columns of words that follow a column of digits, which ends flush against them."""
    aligns = [column.align for column in columns]
    return [i for i in range(1, len(aligns)) if aligns[i - 1 : i + 1] == ["RIGHT", "LEFT"]]


# Pages


def text_width(pagesize: PageSize) -> float:
    width: float = PAGE_SIZES[pagesize][0] - 2 * SIDE_MARGIN
    return width


def title_block(*, title: str, heading: ReportHeading, facts: str) -> list[Flowable]:
    """What the first page opens with: whose document, its title, event and day, and the facts in one line."""
    club = _paragraph(heading.club, MEDIUM, 9.5, QUIET, after=1)
    event = _paragraph(f"{printable(heading.event)} · {_day(heading)}", MEDIUM, 12, INK, after=1.5)
    return [
        *([club] if printable(heading.club) else []),
        _paragraph(title, BOLD, 24, INK, after=2),
        event,
        _paragraph(facts, REGULAR, 10, QUIET),
        Spacer(0, 4 * mm),
    ]


def note(text: str) -> Paragraph:
    """A sentence of ours where a table would have nothing to show."""
    return _paragraph(text, ITALIC, 11, QUIET, before=3)


def _paragraph(
    text: str, font: str, size: float, color: Color, *, before: float = 0, after: float = 0
) -> Paragraph:
    style = ParagraphStyle(
        font,
        fontName=font,
        fontSize=size,
        leading=size * 1.25,
        textColor=color,
        spaceBefore=before * mm,
        spaceAfter=after * mm,
    )
    return Paragraph(escape(printable(text)), style)


def _day(heading: ReportHeading) -> str:
    return formats.date_format(heading.day, "DATE_FORMAT")


class _CountingCanvas(Canvas):  # type: ignore[misc]  # ReportLab comes without types
    """Holds every page back until the last is drawn, so that each can say how many there are."""

    def __init__(self, *args: Any, furnish: Callable[[Canvas, int, int], None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._furnish = furnish
        self._held: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802 - ReportLab's name
        self._held.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        pages = self._held
        for page, state in enumerate(pages, start=1):
            self.__dict__.update(state)
            self._furnish(self, page, len(pages))
            super().showPage()
        super().save()


def build_pdf(*, story: Sequence[Flowable], title: str, heading: ReportHeading, pagesize: PageSize) -> bytes:
    """The finished document. `title` also goes into the metadata, the club (or the event) as the author."""
    width, height = PAGE_SIZES[pagesize]

    def page_template(name: str, head: float) -> PageTemplate:
        frame = Frame(
            SIDE_MARGIN,
            BOTTOM_MARGIN,
            width - 2 * SIDE_MARGIN,
            height - BOTTOM_MARGIN - TOP_MARGIN - head,
            leftPadding=0,
            rightPadding=0,
            topPadding=0,
            bottomPadding=0,
        )
        return PageTemplate(name, [frame], autoNextPageTemplate="further")

    event = printable(heading.event)
    file = BytesIO()
    document = BaseDocTemplate(
        file,
        pagesize=(width, height),
        pageTemplates=[page_template("first", 0), page_template("further", RUNNING_HEAD)],
        title=f"{title} – {event}",
        author=printable(heading.club) or event,
        subject=f"{event}, {_day(heading)}",
        creator="Isotop",
        lang=get_language() or "en",
        displayDocTitle=True,
        initialFontName=REGULAR,
    )
    furnish = partial(_furnish, title=title, heading=heading, pagesize=pagesize)
    document.build(list(story), canvasmaker=partial(_CountingCanvas, furnish=furnish))
    return file.getvalue()


def _furnish(
    canvas: Canvas, page: int, pages: int, *, title: str, heading: ReportHeading, pagesize: PageSize
) -> None:
    """The running line at the head of a further page, and the foot of every page."""
    width, height = PAGE_SIZES[pagesize]
    left, right = SIDE_MARGIN, width - SIDE_MARGIN
    if page > 1:
        baseline = height - TOP_MARGIN
        day = _day(heading)
        room = right - left - stringWidth(day, REGULAR, 9) - 8 * mm
        _write(canvas, left, baseline, title, font=BOLD, size=9)
        indent = stringWidth(title, BOLD, 9) + 3 * mm
        event = shorten(printable(heading.event), REGULAR, 9, room - indent)
        _write(canvas, left + indent, baseline, event, color=QUIET, size=9)
        _write_right(canvas, right, baseline, day, size=9)
    baseline = BOTTOM_MARGIN - 9 * mm
    generated = formats.date_format(timezone.localtime(heading.generated_at), "DATETIME_FORMAT")
    _write(canvas, left, baseline, gettext("Generated %(when)s by Isotop") % {"when": generated})
    _write_right(
        canvas, right, baseline, gettext("Page %(page)s of %(pages)s") % {"page": page, "pages": pages}
    )


def _write(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    *,
    font: str = REGULAR,
    size: float = 8,
    color: Color = None,
) -> None:
    canvas.setFont(font, size)
    canvas.setFillColor(color or (INK if font == BOLD else QUIET))
    canvas.drawString(x, y, text)


def _write_right(canvas: Canvas, x: float, y: float, text: str, *, size: float = 8) -> None:
    _write(canvas, x - stringWidth(text, REGULAR, size), y, text, size=size)
