"""Tables for display, on paper: the same columns and cells, in widths that follow from their content.

The number of rows gives the size of the text (`pagination`). Optional columns without any value are left out.
Names stay on one line if a smaller size makes room for them. A table that does not fit upright is set smaller, then
the paper is turned. If that is not enough, a column with the same value in all rows is stated once above the table,
words are broken on several lines, and at last some columns go on further pages, beside the names again.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, PageBreak

from tournaments.printing.pdf.column_widths import widen
from tournaments.printing.pdf.pages import page_size
from tournaments.printing.pdf.pagination import densities_for
from tournaments.printing.pdf.scripts.isolates import isolate
from tournaments.printing.pdf.style import (
    BOLD,
    DENSE,
    MEDIUM,
    NORMAL,
    PADDING,
    PADDING_LEFT,
    REGULAR,
    SIDE_MARGIN,
    Density,
)
from tournaments.printing.pdf.tables import HEADING_SIZE, Column, rest_width, table
from tournaments.printing.pdf.text import printable, wrap
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import DataColumn, DataTable, cell_text, row_texts

# The width of a figure column's heading above which brief headings are used.
BRIEF_ROOM = 11 * mm
# For columns of names and of other words, at normal size: the width beyond which they need not grow, and
# the width that they keep before words are broken on lines.
NAME_WIDTHS = 52 * mm, 36 * mm
# The longest names for whose sake the text is set smaller, at normal size.
WHOLE_NAME = 80 * mm
WORDS_WIDTHS = 34 * mm, 16 * mm
# A broken name counts as so many lines.
NAME_WEIGHT = 2
# Extra width of columns of figures where there is room.
AIR = 3 * mm
# More lines than the longest names need; a row is never higher than a page.
MOST_LINES = 28
# The columns that are on every page.
RANK, NAME = "rank", "name"
# Names that are wanted whole: that of the row, and the other one where two meet.
NAMES = {NAME, "other"}
_UNBROKEN = re.compile(r"[^\s-]*-|[^\s-]+")


@dataclass(frozen=True, slots=True)
class TablePart:
    """Some of the columns, of all rows."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The layout of a table; `facts` are the values that are the same in all rows, in place of their columns."""

    parts: tuple[TablePart, ...]
    density: Density
    wide: bool
    width: float
    facts: tuple[str, ...] = ()

    def tables(self, marks: Sequence[Any] = ()) -> Iterator[Flowable]:
        """Yield the parts with the same style commands, each from a new page on."""
        for number, part in enumerate(self.parts):
            if number:
                yield PageBreak()
            yield table(
                columns=part.columns, rows=part.rows, width=self.width, density=self.density, extra=marks
            )


def lay_out(
    shown: DataTable,
    paper: Paper,
    *,
    roomy: bool = False,
    density: Density | None = None,
    apart: Collection[str] = (),
) -> TableLayout:
    """Lay a table out as large as its rows and columns allow; a `roomy` one of a single page may be set large.

    A given `density` is tried first, upright, whatever the number of rows.

    The columns named in `apart` are the first to go on further pages.
    """
    measured = _measure(_with_notes(shown).without_unused())
    repeated = [column for column in measured if column.said_once]
    left = [column for column in measured if column not in repeated]
    ways = [
        _Way(paper, density, wide=wide)
        for wide in (False, True)
        for density in densities_for(len(shown.rows), page_size(paper, wide=wide)[1], roomy=roomy)
    ]
    if density is not None:
        ways.insert(0, _Way(paper, density, wide=False))
    for way in ways:
        if not way.wide and way.density.size >= DENSE.size and way.fits(measured, whole_names=True):
            return way.layout([measured], [])
    for columns, once in ((measured, []), (left, repeated)):
        for way in ways:
            if way.fits(columns):
                return way.layout([columns], once)
    if ways[-1].fits(left, broken=True):
        return ways[-1].layout([left], repeated)
    return ways[-1].layout(_parts(left, ways[-1], apart), repeated)


def set_table(
    shown: DataTable, widths: Mapping[str, float], width: float, density: Density, **options: Any
) -> Flowable:
    """Return a table whose columns have these widths, by their names; columns without one share the rest.

    Words are broken on lines; `options` are those of `table`.
    """
    columns = [
        _column(column, printable(str(column.heading)), widths.get(column.name)) for column in shown.columns
    ]
    rest = rest_width(columns, width)
    rooms = [(column.full_width or rest) - PADDING_LEFT - PADDING for column in columns]
    rows = [
        [
            "\n".join(wrap(printable(text), column.font, density.size, room))
            if column.align == "LEFT"
            else text
            for text, column, room in zip(row_texts(row, shown), columns, rooms, strict=True)
        ]
        for row in shown.rows
    ]
    return table(columns=columns, rows=rows, width=width, density=density, **options)


class _Measured:
    """A column with its texts. Widths are measured at size 1, in bold, so that any row may be set in bold."""

    def __init__(self, column: DataColumn, heading: str, texts: Sequence[str], *, said_once: str) -> None:
        self.column = column
        self.heading = heading
        self.texts = texts
        self.said_once = said_once
        self.longest = max(self._width_counts, default=0)

    @cached_property
    def heading_width(self) -> float:
        width: float = stringWidth(self.heading, MEDIUM, HEADING_SIZE)
        return width

    @cached_property
    def unbroken(self) -> float:
        """The width of the longest piece that is not broken."""
        return _widest({word for text in self.texts for word in _UNBROKEN.findall(text)})

    def widths_of_words(self, size: float) -> Counter[float]:
        """Return how many texts have each width, of a column whose texts may be broken; a name counts for more."""
        if not self.column.is_text:
            return Counter()
        weight = NAME_WEIGHT if self.column.name in NAMES else 1
        return Counter({width * size: weight * count for width, count in self._width_counts.items()})

    @cached_property
    def _width_counts(self) -> Counter[float]:
        counted = Counter(self.texts)
        widths: Counter[float] = Counter()
        for text, count in counted.items():
            widths[stringWidth(text, BOLD, 1)] += count
        return widths

    def needs(self, size: float) -> tuple[float, float, float]:
        """Return the width of the text: with broken words, without most of the breaks, and with air."""
        longest = max(self.longest * size, self.heading_width)
        if not self.column.is_text:
            return longest, longest, longest + AIR
        widths = NAME_WIDTHS if self.column.name in NAMES else WORDS_WIDTHS
        most, least = (width * size / NORMAL.size for width in widths)
        broken = max(self.heading_width, min(longest, least), min(self.unbroken * size, most))
        return broken, max(broken, min(longest, most)), longest


def _widest(texts: Iterable[str]) -> float:
    width: float = max((stringWidth(text, BOLD, 1) for text in texts), default=0)
    return width


def _measure(shown: DataTable) -> list[_Measured]:
    rows = [[printable(text) for text in row_texts(row, shown)] for row in shown.rows]
    heads = len(shown.heads)
    return [
        _Measured(column, heading, texts, said_once=_common_value(column, texts[heads:]))
        for column, heading, *texts in zip(shown.columns, _headings(shown.columns), *rows, strict=True)
    ]


def _with_notes(shown: DataTable) -> DataTable:
    """Return the table with what belongs beside a cell in brackets behind it."""
    notes = {column.beside: place for place, column in enumerate(shown.columns) if column.beside}
    rows = [
        replace(
            row,
            cells=tuple(
                f"{isolate(cell_text(cell))} ({cell_text(row.cells[place])})"
                if (place := notes.get(column.name)) is not None and row.cells[place]
                else cell
                for column, cell in zip(shown.columns, row.cells, strict=True)
            ),
        )
        for row in shown.rows
    ]
    return replace(shown, rows=tuple(rows)).without(shown.columns[place].name for place in notes.values())


def _headings(columns: Sequence[DataColumn]) -> list[str]:
    """Return the full headings; if one is too long, every column that has a brief heading uses it."""
    headings = [printable(str(column.heading)) for column in columns]
    is_long = any(
        column.brief and stringWidth(heading, MEDIUM, HEADING_SIZE) > BRIEF_ROOM
        for column, heading in zip(columns, headings, strict=True)
    )
    if not is_long:
        return headings
    return [str(column.brief) or heading for column, heading in zip(columns, headings, strict=True)]


def _common_value(column: DataColumn, texts: Sequence[str]) -> str:
    """Return heading and value of a column of words if all rows have the same value, else an empty text."""
    same = len(texts) > 1 and len(set(texts)) == 1
    told = column.is_text and column.name != NAME and same and texts[0]
    return f"{printable(str(column.heading))} {texts[0]}" if told else ""


@dataclass(frozen=True)
class _Way:
    """A way of setting a table: the paper, upright or turned, and the size of text."""

    paper: Paper
    density: Density
    wide: bool

    @property
    def width(self) -> float:
        width: float = page_size(self.paper, wide=self.wide)[0] - 2 * SIDE_MARGIN
        return width

    def fits(self, columns: Sequence[_Measured], *, broken: bool = False, whole_names: bool = False) -> bool:
        needed = sum(need[not broken] for need in self._needs(columns))
        if whole_names:
            names = next(column for column in columns if column.column.name == NAME)
            _broken, whole, longest = names.needs(self.density.size)
            needed += max(min(longest, WHOLE_NAME * self.density.size / NORMAL.size) - whole, 0)
        return needed <= self.width

    def layout(self, parts: Iterable[Sequence[_Measured]], once: Sequence[_Measured]) -> TableLayout:
        facts = tuple(column.said_once for column in once)
        return TableLayout(tuple(map(self._part, parts)), self.density, self.wide, self.width, facts)

    def _needs(self, columns: Sequence[_Measured]) -> list[list[float]]:
        """Return the widths that each column needs, with its sides."""
        return [
            [need + side for need in column.needs(self.density.size)]
            for column, side in zip(columns, _sides(columns), strict=True)
        ]

    def _part(self, columns: Sequence[_Measured]) -> TablePart:
        widths = self._widths(columns)
        rooms = [width - side for width, side in zip(widths, _sides(columns), strict=True)]
        cells = [self._cells(column, room) for column, room in zip(columns, rooms, strict=True)]
        return TablePart(
            tuple(
                _column(column.column, column.heading, width)
                for column, width in zip(columns, widths, strict=True)
            ),
            tuple(zip(*cells, strict=True)),
        )

    def _widths(self, columns: Sequence[_Measured]) -> list[float]:
        """Return widths between what the columns need at least and what they could use.

        Names come first, unless they are very long or the text is small; then the columns that save most lines.
        """
        broken, whole, airy = map(list, zip(*self._needs(columns), strict=True))
        least, most = (whole, airy) if sum(whole) <= self.width else (broken, whole)
        names = [column.column.name for column in columns].index(NAME)
        if self.density.size >= DENSE.size:
            whole_name = min(most[names], WHOLE_NAME * self.density.size / NORMAL.size)
            least[names] += max(min(self.width - sum(least), whole_name - least[names]), 0)
        least = self._widened(columns, least)
        free = self.width - sum(least)
        wanted = sum(max(high - low, 0) for low, high in zip(least, most, strict=True))
        share = min(1, free / wanted) if wanted else 0
        widths = [low + max(high - low, 0) * share for low, high in zip(least, most, strict=True)]
        named = [place for place, column in enumerate(columns) if column.column.name in NAMES]
        rest = (self.width - sum(widths)) / len(named)
        return [width + rest * (place in named) for place, width in enumerate(widths)]

    def _widened(self, columns: Sequence[_Measured], widths: Sequence[float]) -> list[float]:
        """Return the widths with the free room where it saves lines."""
        sides = _sides(columns)
        rooms = widen(
            [width - side for width, side in zip(widths, sides, strict=True)],
            [column.widths_of_words(self.density.size) for column in columns],
            self.width - sum(widths),
        )
        return [room + side for room, side in zip(rooms, sides, strict=True)]

    def _cells(self, column: _Measured, room: float) -> list[str]:
        if not column.column.is_text:
            return list(column.texts)
        size = self.density.size
        # The margin covers rounding in the sums of widths: text that was measured to fit must not break.
        return ["\n".join(wrap(text, BOLD, size, room + 0.01, MOST_LINES)) for text in column.texts]


def _sides(columns: Sequence[_Measured]) -> list[float]:
    """Return the padding of each column: words keep a distance from digits before them."""
    return [
        PADDING + (PADDING_LEFT if here.column.is_text and before and not before.column.is_text else PADDING)
        for before, here in zip([None, *columns], columns, strict=False)
    ]


def _column(column: DataColumn, heading: str, width: float | None) -> Column:
    font = BOLD if column.is_strong else REGULAR
    return Column(heading, width, align="LEFT" if column.is_text else "RIGHT", font=font)


def _parts(columns: Sequence[_Measured], way: _Way, apart: Collection[str]) -> Iterator[Sequence[_Measured]]:
    """Yield as many columns as fit, until none is left, each time with the rank and the name."""
    keys = {RANK, NAME}
    left = [column for column in columns if column.column.name not in keys]
    for of_kind in (
        [column for column in left if column.column.name not in apart],
        [column for column in left if column.column.name in apart],
    ):
        here: list[_Measured] = []
        for column in of_kind:
            if here and not way.fits(_chosen_columns(columns, [*here, column], keys), broken=True):
                yield _chosen_columns(columns, here, keys)
                here = []
            here.append(column)
        if here:
            yield _chosen_columns(columns, here, keys)


def _chosen_columns(
    columns: Sequence[_Measured], chosen: Collection[_Measured], keys: Collection[str]
) -> list[_Measured]:
    return [column for column in columns if column.column.name in keys or column in chosen]
