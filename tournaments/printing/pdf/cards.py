"""Sheets of cards to be cut: a grid of cards edge to edge on the page, with marks for the cuts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.pdf.pages import draw_pages, page_size
from tournaments.printing.pdf.scripts.direction import without_isolates
from tournaments.printing.pdf.style import HAIRLINE, INK, QUIET
from tournaments.printing.pdf.text import wrap
from tournaments.printing.pdf.values import Paper

# Lengths of the marks: from the edges of the page, and around the corners of cards.
MARK, CROSS = 5 * mm, 2 * mm
LEADING = 1.15


@dataclass(frozen=True, slots=True)
class Box:
    """The area of a card on its page, less a margin that printers leave white."""

    left: float
    bottom: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def top(self) -> float:
        return self.bottom + self.height

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


@dataclass(frozen=True, slots=True)
class Grid:
    """The number of cards across and down a page, and the margin inside each."""

    across: int
    down: int
    margin: float

    @property
    def a_page(self) -> int:
        return self.across * self.down


Card = Callable[[Canvas, Box], None]


def draw_cards(*, cards: Sequence[Card | None], grid: Grid, title: str, paper: Paper) -> bytes:
    """Draw the cards row by row; None leaves a place empty."""
    parts = [cards[first : first + grid.a_page] for first in range(0, len(cards), grid.a_page)] or [()]
    pages = [partial(_draw_page, cards=part, grid=grid, paper=paper) for part in parts]
    return draw_pages(pages=pages, title=title, paper=paper)


def _draw_page(canvas: Canvas, *, cards: Sequence[Card | None], grid: Grid, paper: Paper) -> None:
    width, height = page_size(paper)
    across, down = width / grid.across, height / grid.down
    _draw_marks(canvas, grid, width, height)
    for place, card in enumerate(cards):
        row, column = divmod(place, grid.across)
        left, bottom = column * across + grid.margin, height - (row + 1) * down + grid.margin
        if card is not None:
            card(canvas, Box(left, bottom, across - 2 * grid.margin, down - 2 * grid.margin))


def _draw_marks(canvas: Canvas, grid: Grid, width: float, height: float) -> None:
    """Draw marks at the edges, and a cross wherever four cards meet."""
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.5)
    columns = [width * place / grid.across for place in range(1, grid.across)]
    rows = [height * place / grid.down for place in range(1, grid.down)]
    for x in columns:
        canvas.line(x, 0, x, MARK)
        canvas.line(x, height - MARK, x, height)
    for y in rows:
        canvas.line(0, y, MARK, y)
        canvas.line(width - MARK, y, width, y)
        for x in columns:
            canvas.line(x - CROSS, y, x + CROSS, y)
            canvas.line(x, y - CROSS, x, y + CROSS)


@dataclass(frozen=True, slots=True)
class Print:
    """A style of text: its font, and the most lines.

    Text is set smaller, down to `smallest`, if it then stays whole.
    """

    font: str
    size: float
    lines: int = 1
    smallest: float = 0
    quiet: bool = False

    @lru_cache(maxsize=256)  # noqa: B019 - styles are few constants; a name stands on many slips
    def fit(self, text: str, width: float) -> tuple[float, list[str]]:
        """Return the size and the lines of a text."""
        size = self.size
        while size > (self.smallest or self.size) and not self._is_whole(text, size, width):
            size = max(size * 0.93, self.smallest)
        return size, wrap(text, self.font, size, width, self.lines)

    def _is_whole(self, text: str, size: float, width: float) -> bool:
        lines = wrap(text, self.font, size, width, self.lines)
        whole = _letters("".join(lines)) == _letters(text)
        return whole and all(stringWidth(line, self.font, size) <= width for line in lines)


def _letters(text: str) -> str:
    return without_isolates(text).replace(" ", "")


def write_centred(canvas: Canvas, text: str, style: Print, box: Box, top: float) -> float:
    """Write lines in the middle of the box, from `top` downwards; return where they end."""
    size, lines = style.fit(text, box.width)
    canvas.setFillColor(QUIET if style.quiet else INK)
    canvas.setFont(style.font, size)
    for line in lines:
        top -= size * LEADING
        canvas.drawCentredString(box.middle, top + size * 0.25, line)
    return top


def draw_code(canvas: Canvas, address: str, x: float, y: float, side: float) -> None:
    """Draw a QR code with its lower left corner at (x, y).

    A file computes each code once, as a form, since this takes longest.
    """
    name = "code" + sha256(f"{side} {address}".encode()).hexdigest()
    if not canvas.hasForm(name):
        drawing = Drawing(side, side)
        drawing.add(QrCodeWidget(address, barLevel="M", barWidth=side, barHeight=side, barBorder=0))
        canvas.beginForm(name, 0, 0, side, side)
        renderPDF.draw(drawing, canvas, 0, 0)
        canvas.endForm()
    canvas.saveState()
    canvas.translate(x, y)
    canvas.doForm(name)
    canvas.restoreState()
