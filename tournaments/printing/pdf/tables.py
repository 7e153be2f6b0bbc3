"""Tables in our look: no boxes, a strong line under the header, digits flush right.

A table on several pages has a bookmark for each page, named by its first and last row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Table, TableStyle

from tournaments.printing.pdf.pages import mark, rows_named
from tournaments.printing.pdf.pagination import FUZZ, apart, further_room, rows_here, squeeze
from tournaments.printing.pdf.style import (
    HAIRLINE,
    INK,
    MEDIUM,
    PADDING,
    PADDING_LEFT,
    QUIET,
    REGULAR,
    Density,
)
from tournaments.printing.pdf.text import unbroken

HEADING_SIZE = 8.5
# Points between lines of text that are set as close as they can be.
CLOSEST = 0.5


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; a column without a width takes what the others leave."""

    label: str
    width: float | None
    align: Literal["LEFT", "RIGHT", "CENTER"] = "RIGHT"
    font: str = REGULAR

    @property
    def full_width(self) -> float | None:
        """The width, or that of the heading if this is wider, as in some languages."""
        if self.width is None:
            return None
        heading: float = stringWidth(self.label, MEDIUM, HEADING_SIZE)
        return max(self.width, heading + 2 * PADDING)


def table(
    *,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    width: float,
    density: Density,
    extra: Sequence[Any] = (),
    even: bool = False,
) -> Table:
    """Return a table in our look, its header on every page; `extra` are ReportLab style commands (header: row
    0). Columns without a width share the rest.

    Cells are plain strings, so no markup in them is ever read. A cell of several lines makes its row taller,
    unless the rows are to be `even`.
    """
    rest = rest_width(columns, width)
    heights = [density.row_height + density.leading * (0 if even else _lines(row) - 1) for row in rows]
    drawn = _Table(
        [[column.label for column in columns], *rows],
        colWidths=[rest if column.full_width is None else column.full_width for column in columns],
        rowHeights=[density.row_height, *heights],
        repeatRows=1,
        style=TableStyle([*_table_style(columns, density), *extra]),
    )
    drawn.named_by = _naming(columns)
    drawn.least_heights = [density.leading * (1 if even else _lines(row)) + CLOSEST for row in rows]
    return drawn


def rest_width(columns: Sequence[Column], width: float) -> float:
    """Return the width of each column that has none of its own."""
    left = width - sum(column.full_width or 0 for column in columns)
    return left / max(sum(column.width is None for column in columns), 1)


class _Table(Table):  # type: ignore[misc]  # ReportLab comes without types
    """A table that marks its pages, and leaves no page with few rows.

    `named_by` are the columns that tell a row from the others. `is_part` is true for the rest of a table that
    was split. Rows may be set as close as `least_heights`.
    """

    named_by: Sequence[int] = ()
    least_heights: Sequence[float] = ()
    is_part = False

    def split(self, across: float, down: float) -> list[Flowable]:
        self._calc(across, down)
        header, *heights = self._rowHeights
        first, further = down - header, further_room(self.canv) - header
        if not self.is_part:
            heights = list(squeeze(heights, self.least_heights, first, further))
            self._argH = [header, *heights]
        here = rows_here(heights, first, further)
        return apart(super().split(across, header + sum(heights[:here]) + FUZZ))

    def onSplit(self, part: "_Table", byRow: int = 1) -> None:  # noqa: N802, N803, ARG002 - ReportLab's names
        part.named_by, part.is_part = self.named_by, True

    def draw(self) -> None:
        super().draw()
        if self.is_part:
            _width, height = self.wrap(0, 0)
            mark(self.canv, rows_named(self._names()), height, of_many=True)

    def _names(self) -> list[str]:
        """Return the names of the rows below the header.

        A row with an empty first cell continues another row, or stands above all, and is left out.
        """
        rows = [[row[column] for column in self.named_by] for row in self._cellvalues[1:]]
        return [unbroken(" ".join(row)) for row in [row for row in rows if row[0]] or rows]


def _naming(columns: Sequence[Column]) -> list[int]:
    """Return the columns that name a row: the first one, such as the rank, and the first one of words."""
    words = [i for i, column in enumerate(columns) if column.align == "LEFT"]
    return sorted({0, *words[:1]})


def _lines(row: Sequence[str]) -> int:
    return max(cell.count("\n") for cell in row) + 1


def _table_style(columns: Sequence[Column], density: Density) -> list[Any]:
    """Return the style: no boxes, a strong line under the header, hairlines between the rows, digits flush
    right.
    """
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
        *(("LEFTPADDING", (i, 0), (i, -1), PADDING_LEFT) for i in _find_columns_after_digits(columns)),
        *(("FONTNAME", (i, 1), (i, -1), column.font) for i, column in enumerate(columns)),
        ("FONTNAME", *header, MEDIUM),
        ("FONTSIZE", *header, HEADING_SIZE),
        ("TEXTCOLOR", *header, QUIET),
        ("LINEBELOW", *header, 0.9, INK),
    ]


def _find_columns_after_digits(columns: Sequence[Column]) -> list[int]:
    """Return the columns of words that follow a column of digits, which ends flush against them."""
    aligns = [column.align for column in columns]
    return [i for i in range(1, len(aligns)) if aligns[i - 1 : i + 1] == ["RIGHT", "LEFT"]]
