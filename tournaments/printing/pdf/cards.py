"""Sheets of cards: edge to edge on the page, with marks for the cuts, or on the labels of a sheet from the shops."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.pdf.label_sheets import LabelSheet
from tournaments.printing.pdf.pages import draw_pages, page_size
from tournaments.printing.pdf.scripts.isolates import without_isolates
from tournaments.printing.pdf.style import HAIRLINE, INK, QUIET
from tournaments.printing.pdf.text import wrap
from tournaments.printing.pdf.values import Paper

# Lengths of the marks: from the edges of the page, and around the corners of cards.
MARK, CROSS = 5 * mm, 2 * mm
LEADING = 1.15
# Labels are printed up to a millimetre off their place.
LABEL_MARGIN = 3 * mm


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
class CardGrid:
    """The number of cards across and down a page, and the margin inside each."""

    across: int
    down: int
    margin: float

    @property
    def a_page(self) -> int:
        return self.across * self.down


Card = Callable[[Canvas, Box], None]


def draw_cards(
    *, cards: Sequence[Card | None], grid: CardGrid, title: str, paper: Paper, sheet: LabelSheet | None = None
) -> bytes:
    """Draw the cards row by row; None leaves a place empty.

    With a `sheet` they are drawn on its labels, and its paper counts; without one they are to be cut.
    """
    if sheet is not None:
        paper = replace(paper, size=sheet.paper)
    size = page_size(paper)
    boxes = _boxes_on_labels(sheet, size) if sheet else _boxes_to_cut(grid, size)
    parts = [cards[first : first + len(boxes)] for first in range(0, len(cards), len(boxes))] or [()]
    pages = [partial(_draw_page, cards=part, boxes=boxes) for part in parts]
    if sheet is None:
        pages = [partial(_draw_to_cut, page=page, grid=grid, size=size) for page in pages]
    return draw_pages(pages=pages, title=title, paper=paper)


def _boxes_on_labels(sheet: LabelSheet, size: tuple[float, float]) -> list[Box]:
    width, height = (length * mm - 2 * LABEL_MARGIN for length in sheet.label)
    corners = map(sheet.corner, range(sheet.a_page))
    return [
        Box(left * mm + LABEL_MARGIN, size[1] - top * mm - LABEL_MARGIN - height, width, height)
        for left, top in corners
    ]


def _boxes_to_cut(grid: CardGrid, size: tuple[float, float]) -> list[Box]:
    across, down = size[0] / grid.across, size[1] / grid.down
    width, height = across - 2 * grid.margin, down - 2 * grid.margin
    places = (divmod(place, grid.across) for place in range(grid.a_page))
    return [
        Box(column * across + grid.margin, size[1] - (row + 1) * down + grid.margin, width, height)
        for row, column in places
    ]


def _draw_page(canvas: Canvas, *, cards: Sequence[Card | None], boxes: Sequence[Box]) -> None:
    for card, box in zip(cards, boxes, strict=False):
        if card is not None:
            card(canvas, box)


def _draw_to_cut(
    canvas: Canvas, *, page: Callable[[Canvas], None], grid: CardGrid, size: tuple[float, float]
) -> None:
    _draw_marks(canvas, grid, *size)
    page(canvas)


def _draw_marks(canvas: Canvas, grid: CardGrid, width: float, height: float) -> None:
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

    def holds(self, text: str, width: float) -> bool:
        """Tell whether the text stays whole."""
        return self._is_whole(text, self.fit(text, width)[0], width)

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
