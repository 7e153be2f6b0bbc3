"""The layout of an arbitration sheet: size of the text, portrait or landscape, and the content of each page.

Columns are as wide as their content. A *block* is some columns of some lines under their headings; blocks are
placed below each other as long as there is room. Among the legible layouts, the one with the fewest pages is
chosen; among these, the one with the largest text.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth

from duplicate.printing.values.marks import ArbitrationCell
from tournaments.printing.pdf.pages import page_size
from tournaments.printing.pdf.style import (
    BOLD,
    BOTTOM_MARGIN,
    MEDIUM,
    REGULAR,
    RUNNING_HEAD,
    SIDE_MARGIN,
    TOP_MARGIN,
)
from tournaments.printing.pdf.values import Paper

# Sizes of the text in points; no text is smaller than the last.
SIZES = (8.5, 8.0, 7.5, 7.0)
LEAST_SIZE = SIZES[-1]
TITLE, BETWEEN, GAP = 34 * mm, 5 * mm, 0.9 * mm
LEADING = 1.42
# Widths as multiples of the size: the least for names beside the rounds, for names above the points, and the
# most for either.
LEAST_NAME, NAME_ABOVE, LONGEST_NAME = 12, 6.5, 26
# Columns are stretched if there is room, up to this factor.
MOST_STRETCHED = 1.5


@dataclass(frozen=True, slots=True)
class ArbitrationRow:
    """A row: `before` stands left of its cells, `total` right of them."""

    before: tuple[str, str]
    cells: Sequence[ArbitrationCell]
    total: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class ArbitrationGrid:
    """All rows under the headings of their cells; `broad` headings have two lines; `last` is that of the
    totals.
    """

    headings: Sequence[str]
    lines: Sequence[ArbitrationRow]
    corner: tuple[str, str]
    last: str
    broad: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    lines: range
    columns: range


@dataclass(frozen=True, slots=True)
class ArbitrationLayout:
    """Widths and heights in points; a column is `step` wide, of which `signs` stand behind the points."""

    grid: ArbitrationGrid
    wide: bool
    size: float
    table: float
    names: float
    step: float
    signs: float
    total: float
    pages: tuple[tuple[Block, ...], ...] = ()

    @property
    def small(self) -> float:
        return max(LEAST_SIZE, self.size - 1)

    @property
    def row(self) -> float:
        return self.size * LEADING

    @property
    def head(self) -> float:
        return self.small * (2.6 if self.grid.broad else 1.6)

    def is_last(self, block: Block) -> bool:
        return block.columns.stop == len(self.grid.headings)

    def points(self, place: int) -> float:
        """Return the x at which the points of a block's column end."""
        return float(SIDE_MARGIN) + self.table + self.names + (place + 1) * self.step - self.signs

    def right(self, block: Block) -> float:
        total = self.total if self.is_last(block) else 0
        return float(SIDE_MARGIN) + self.table + self.names + len(block.columns) * self.step + total


def lay_out(grid: ArbitrationGrid, paper: Paper) -> ArbitrationLayout:
    widths = _Widths.of(grid)
    ways = [
        way for size in SIZES for wide in (True, False) if (way := _way(grid, widths, size, paper, wide=wide))
    ]
    return min(ways, key=lambda way: (len(way.pages), -way.size, not way.wide))


@dataclass(frozen=True, slots=True)
class _Widths:
    """The widths of the widest texts, at a size of 1."""

    table: float
    name: float
    points: float
    signs: float
    total: float

    @classmethod
    def of(cls, grid: ArbitrationGrid) -> "_Widths":
        cells = {(cell.written, cell.signs) for line in grid.lines for cell in line.cells}
        headings = () if grid.broad else grid.headings
        return cls(
            table=_widest([grid.corner[0], *(line.before[0] for line in grid.lines)], MEDIUM),
            name=_widest([grid.corner[1], *(line.before[1] for line in grid.lines)], MEDIUM),
            points=max(_widest({points for points, _ in cells}, BOLD), _widest(headings, MEDIUM)),
            signs=_widest({signs for _, signs in cells}, REGULAR),
            total=_widest([grid.last, *(line.total for line in grid.lines)], BOLD),
        )


def _widest(texts: Iterable[str], font: str) -> float:
    return max((float(stringWidth(text, font, 1)) for text in texts), default=0)


def _way(
    grid: ArbitrationGrid, widths: _Widths, size: float, paper: Paper, *, wide: bool
) -> ArbitrationLayout | None:
    """Return the sheet at that size and orientation, if at least one column fits on it."""
    width, height = page_size(paper, wide=wide)
    table, total = widths.table * size + 2 * GAP, widths.total * size + 3 * GAP
    signs = widths.signs * size
    step = widths.points * size + signs + 1.4 * GAP
    if grid.broad:
        step = max(step, NAME_ABOVE * size)
    room = width - 2 * SIDE_MARGIN - table - total
    wanted = min(widths.name, LONGEST_NAME) * size + 2 * GAP
    names = min(wanted, LEAST_NAME * size)
    most = int((room - names) / step)
    if most < 1:
        return None
    across = list(_parts(len(grid.headings), most))
    broadest = max(*map(len, across), 1)
    names = min(wanted, room - broadest * step)
    step = min((room - names) / broadest, step * MOST_STRETCHED)
    layout = ArbitrationLayout(grid, wide, size, table, names, step, signs, total)
    return replace(layout, pages=tuple(_pages(layout, across, height - TOP_MARGIN - BOTTOM_MARGIN - 2 * mm)))


def _parts(count: int, most: int) -> Iterator[range]:
    """Yield as few parts as possible, of about the same size; at least one."""
    size = -(-count // max(1, -(-count // most)))
    yield from (
        (range(first, min(first + size, count)) for first in range(0, count, size)) if count else [range(0)]
    )


def _pages(layout: ArbitrationLayout, across: Sequence[range], height: float) -> Iterator[tuple[Block, ...]]:
    """Yield pages of blocks below each other; lines that fit on one page are not split."""
    count, fresh = len(layout.grid.lines), height - RUNNING_HEAD
    room, page = height - TITLE, list[Block]()
    for columns in across:
        start = 0
        while start < count:
            left = count - start
            fitting = int((room - layout.head) / layout.row)
            whole = int((fresh - layout.head) / layout.row) >= left
            if fitting < left and page and (whole or fitting < left // 2):
                yield tuple(page)
                room, page = fresh, []
                continue
            taken = min(max(fitting, 1), left)
            page.append(Block(range(start, start + taken), columns))
            start += taken
            room -= layout.head + taken * layout.row + BETWEEN
            if start < count:
                yield tuple(page)
                room, page = fresh, []
    yield tuple(page)
