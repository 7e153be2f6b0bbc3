"""Documents: a *story* (ReportLab flowables) under a *heading* (event, club, day).

The first page opens with the title in full, every further page with a running line; every page ends with the
time of its making and "page x of y". Words, numbers and dates are in the language active when a report is
called.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from django.utils import formats
from django.utils.translation import gettext
from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Spacer

from tournaments.printing.pdf.metadata import add_xmp, metadata
from tournaments.printing.pdf.scripts.canvas import ScriptCanvas
from tournaments.printing.pdf.scripts.isolates import without_isolates
from tournaments.printing.pdf.style import (
    BOLD,
    BOTTOM_MARGIN,
    INK,
    ITALIC,
    MEDIUM,
    PAGE_SIZES,
    QUIET,
    REGULAR,
    RUNNING_HEAD,
    SIDE_MARGIN,
    TOP_MARGIN,
)
from tournaments.printing.pdf.text import printable, shorten
from tournaments.printing.pdf.values import Paper, ReportHeading
from tournaments.time.time_zones import moment_text

# The largest size of a logo.
LOGO_WIDTH, LOGO_HEIGHT = 45 * mm, 22 * mm
# A bookmark leads this far above its target.
MARKED_ABOVE = 8 * mm


def title_block(*, title: str, heading: ReportHeading, facts: str, marked: bool = False) -> list[Flowable]:
    """Return the opening of the first page: the club, the title, event and day, and the facts in one line.

    A `marked` title is among the bookmarks, where each of several pages has its own.
    """
    kind = _MarkedOfMany if marked else Paragraph
    beside = LOGO_WIDTH + 4 * mm if heading.logo else 0
    club = _paragraph(heading.club, MEDIUM, 9.5, QUIET, after=1, beside=beside)
    about = f"{printable(heading.event)} · {_day(heading)}"
    event = _paragraph(about, MEDIUM, 12, INK, after=1.5, beside=beside)
    return [
        *_logo(heading.logo),
        *([club] if printable(heading.club) else []),
        _paragraph(title, BOLD, 24, INK, after=2, beside=beside, kind=kind),
        event,
        _paragraph(facts, REGULAR, 10, QUIET),
        Spacer(0, 4 * mm),
    ]


def _logo(png: bytes) -> list[Flowable]:
    """Return the club's logo for the upper right corner; it takes none of the page's height."""
    return [_Logo(png)] if png else []


class _Logo(Flowable):  # type: ignore[misc]  # ReportLab comes without types
    """A picture at the right edge, as high as the title beside it."""

    def __init__(self, png: bytes) -> None:
        super().__init__()
        self._picture = ImageReader(BytesIO(png))

    def wrap(self, across: float, _down: float) -> tuple[float, float]:
        self._across = across
        return across, 0

    def draw(self) -> None:
        _draw_picture(self.canv, self._picture, self._across, 0, share=1)


def draw_logo(canvas: Canvas, png: bytes, middle: float, top: float) -> float:
    """Draw a logo centred on `middle`, on a page with a layout of its own; return its height."""
    return _draw_picture(canvas, ImageReader(BytesIO(png)), middle, top, share=0.5)


def _draw_picture(canvas: Canvas, picture: ImageReader, x: float, top: float, *, share: float) -> float:
    """Draw the picture below `top`, with `share` of its width left of `x`; return its height."""
    wide, high = picture.getSize()
    scale = min(LOGO_WIDTH / wide, LOGO_HEIGHT / high)
    width, height = wide * scale, high * scale
    canvas.drawImage(picture, x - share * width, top - height, width, height, mask="auto")
    return float(height)


def note(text: str) -> Paragraph:
    """Return a sentence in place of a table that would be empty."""
    return _paragraph(text, ITALIC, 11, QUIET, before=3)


def caption(text: str, *, marked: bool = True) -> Paragraph:
    """Return the caption of a chart or of a part of a document; it is a bookmark if it is `marked`."""
    return _paragraph(text, MEDIUM, 10.5, INK, before=2, after=1, kind=_Marked if marked else Paragraph)


class _Marked(Paragraph):  # type: ignore[misc]  # ReportLab comes without types
    """A paragraph that is among the bookmarks."""

    of_many = False

    def draw(self) -> None:
        super().draw()
        mark(self.canv, self.getPlainText(), MARKED_ABOVE, of_many=self.of_many)


class _MarkedOfMany(_Marked):
    of_many = True


def mark(canvas: Canvas, text: str, up: float, *, of_many: bool = False) -> None:
    """Add a bookmark that leads to `up` above the canvas's position, in documents that have a story.

    A bookmark `of_many` tells a page from the others, and is kept only if there are others.
    """
    if isinstance(canvas, _CountingCanvas):
        _across, here = canvas.absolutePosition(0, 0)
        canvas.marks.append(_Mark(text, here + up, of_many))


def rows_named(names: Sequence[str]) -> str:
    """Return the bookmark of a page with these rows: the first and the last."""
    return f"{names[0]} – {names[-1]}" if len(names) > 1 else "".join(names)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A bookmark of a page that is held back."""

    text: str
    up: float
    of_many: bool


def _paragraph(
    text: str,
    font: str,
    size: float,
    color: Color,
    *,
    before: float = 0,
    after: float = 0,
    beside: float = 0,
    kind: type[Paragraph] = Paragraph,
) -> Paragraph:
    """Return a paragraph; `beside` is the free width at its right."""
    style = ParagraphStyle(
        font,
        fontName=font,
        fontSize=size,
        leading=size * 1.25,
        textColor=color,
        spaceBefore=before * mm,
        spaceAfter=after * mm,
        rightIndent=beside,
    )
    return kind(escape(printable(text)), style)


def _day(heading: ReportHeading) -> str:
    return formats.date_format(heading.day, "DATE_FORMAT")


class _CountingCanvas(ScriptCanvas):
    """A canvas that holds every page back until the last is drawn, so that each can print their number."""

    def __init__(
        self,
        *args: Any,
        about: dict[str, Any],
        furnish: Callable[[Canvas, int, int], None],
        is_part: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        add_xmp(self, about)
        self._furnish = furnish
        self._is_part = is_part
        self._held: list[dict[str, Any]] = []
        self.marks: list[_Mark] = []

    def showPage(self) -> None:  # noqa: N802 - ReportLab's name
        self._held.append(dict(self.__dict__))
        self.marks = []
        self._startPage()

    def save(self) -> None:
        pages = self._held
        for page, state in enumerate(pages, start=1):
            self.__dict__.update(state)
            self._furnish(self, page, len(pages))
            for number, one in enumerate(self.marks):
                if not one.of_many or self._is_part or len(pages) > 1:
                    _bookmark(self, f"{page}-{number}", one.text, one.up)
            super().showPage()
        super().save()


def _bookmark(canvas: Canvas, key: str, text: str, up: float) -> None:
    """Add a bookmark to the page that is drawn, `up` from its lower edge."""
    canvas.bookmarkPage(key, fit="FitH", top=up)
    canvas.addOutlineEntry(without_isolates(text), key)


def build_pdf(*, story: Sequence[Flowable], title: str, paper: Paper, wide: bool = False) -> bytes:
    """Return the finished document; a `wide` one is in landscape."""
    width, height = page_size(paper, wide=wide)

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

    file = BytesIO()
    about = metadata(title, paper.heading)
    document = BaseDocTemplate(
        file,
        pagesize=(width, height),
        pageTemplates=[page_template("first", 0), page_template("further", RUNNING_HEAD)],
        initialFontName=REGULAR,
        **about,
    )
    furnish = partial(_furnish, title=title, paper=paper, wide=wide)
    is_part = paper.pages is not None
    canvas = partial(_CountingCanvas, about=about, furnish=furnish, is_part=is_part)
    document.build(list(story), canvasmaker=canvas)
    return file.getvalue()


def join_pdfs(files: Sequence[bytes]) -> bytes:
    """Join documents into one file with the metadata of the first."""
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - as ReportLab: few processes print

    if len(files) == 1:
        return files[0]
    writer = PdfWriter()
    writer.clone_document_from_reader(PdfReader(BytesIO(files[0])))
    for file in files[1:]:
        writer.append(BytesIO(file))
    joined = BytesIO()
    writer.write(joined)
    return joined.getvalue()


def page_size(paper: Paper, *, wide: bool = False) -> tuple[float, float]:
    """Return width and height of the page."""
    width, height = PAGE_SIZES[paper.size]
    return (height, width) if wide else (width, height)


def draw_pages(
    *,
    pages: Sequence[Callable[[Canvas], None]],
    title: str,
    paper: Paper,
    wide: bool = False,
    foot: bool = False,
    names: Sequence[str] = (),
) -> bytes:
    """Return a document of pages that are drawn as a whole, edge to edge, such as cards and slips to be cut.

    Nothing is added to the pages, except with `foot` the foot of other documents. If there are several pages,
    `names` are their bookmarks; a page with an empty name has none.
    """
    file = BytesIO()
    about = metadata(title, paper.heading)
    size = page_size(paper, wide=wide)
    canvas = ScriptCanvas(file, pagesize=size, initialFontName=REGULAR, lang=about["lang"])
    canvas.setTitle(about["title"])
    canvas.setAuthor(about["author"])
    canvas.setSubject(about["subject"])
    canvas.setCreator(about["creator"])
    canvas.setViewerPreference("DisplayDocTitle", "true")
    add_xmp(canvas, about)
    marked = names if len(pages) > 1 or paper.pages else ()
    for page, draw in enumerate(pages, start=1):
        draw(canvas)
        if name := printable(marked[page - 1]) if marked else "":
            _bookmark(canvas, str(page), name, size[1])
        if foot:
            _foot(canvas, page, len(pages), size[0], paper)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def draw_below(canvas: Canvas, flowables: Sequence[Flowable], x: float, top: float, width: float) -> float:
    """Draw the flowables below each other from `top` downwards, and return where they end."""
    for flowable in flowables:
        top -= flowable.getSpaceBefore()
        _across, high = flowable.wrapOn(canvas, width, top)
        flowable.drawOn(canvas, x, top - high)
        top -= high + flowable.getSpaceAfter()
    return top


def _furnish(canvas: Canvas, page: int, pages: int, *, title: str, paper: Paper, wide: bool) -> None:
    """Draw the running line at the head of a further page, and the foot of every page."""
    width, height = page_size(paper, wide=wide)
    if page > 1:
        running_head(canvas, width, height, title, paper.heading)
    _foot(canvas, page, pages, width, paper)


def running_head(canvas: Canvas, width: float, height: float, title: str, heading: ReportHeading) -> None:
    """Draw the line at the head of a further page."""
    left, right, baseline = SIDE_MARGIN, width - SIDE_MARGIN, height - TOP_MARGIN
    day = _day(heading)
    room = right - left - stringWidth(day, REGULAR, 9) - 8 * mm
    _write(canvas, left, baseline, title, font=BOLD, size=9)
    indent = stringWidth(title, BOLD, 9) + 3 * mm
    event = shorten(printable(heading.event), REGULAR, 9, room - indent)
    _write(canvas, left + indent, baseline, event, color=QUIET, size=9)
    _write_right(canvas, right, baseline, day, size=9)


def _foot(canvas: Canvas, page: int, pages: int, width: float, paper: Paper) -> None:
    """Draw the time of making and the page number."""
    baseline = BOTTOM_MARGIN - 9 * mm
    generated = moment_text(paper.heading.generated_at, "DATETIME_FORMAT")
    _write(canvas, SIDE_MARGIN, baseline, gettext("Generated %(when)s by Isotop") % {"when": generated})
    place = {"page": paper.first_page + page - 1, "pages": paper.pages or pages}
    _write_right(canvas, width - SIDE_MARGIN, baseline, gettext("Page %(page)s of %(pages)s") % place)


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
