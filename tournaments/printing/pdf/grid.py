"""Charts of many small cells: players by rounds, players by players. Each cell has a few short lines in their
own styles.

A ReportLab table, with its styles by ranges, takes seconds for thousands of such cells; this module draws
them directly. The header stands on every page, and a row is never split.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from reportlab.lib.colors import Color
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from tournaments.printing.pdf.pages import mark, rows_named
from tournaments.printing.pdf.pagination import apart, further_room, rows_here
from tournaments.printing.pdf.style import HAIRLINE, INK, MEDIUM, PADDING, QUIET, REGULAR, TINT
from tournaments.printing.pdf.text import unbroken

HEADER_HEIGHT = 6.5 * mm
HEADER_SIZE = 8.5


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of a cell. A line that is wider than the cell is set smaller."""

    text: str
    font: str = REGULAR
    size: float = 8
    color: Color = INK


@dataclass(frozen=True, slots=True)
class GridColumn:
    label: str
    width: float
    align: Literal["LEFT", "RIGHT", "CENTER"] = "CENTER"


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell: its lines from above; a tinted cell stands out from the others."""

    pieces: tuple[Piece, ...] = ()
    tinted: bool = False


EMPTY = GridCell()
Row = Sequence[GridCell]


class Grid(Flowable):  # type: ignore[misc]  # ReportLab comes without types
    """Rows of one height under a header; hairlines between the columns if it is `ruled`.

    A `marked` grid on several pages is among the bookmarks: by the first two cells of its first and last row,
    and by its subject, `about`.
    """

    def __init__(
        self,
        *,
        columns: Sequence[GridColumn],
        rows: Sequence[Row],
        row_height: float,
        ruled: bool = True,
        marked: bool = False,
        about: str = "",
    ) -> None:
        super().__init__()
        self.marked = marked
        self.about = about
        self.columns = columns
        self.rows = rows
        self.row_height = row_height
        self.ruled = ruled

    def wrap(self, _across: float, _down: float) -> tuple[float, float]:
        width = sum(column.width for column in self.columns)
        return width, HEADER_HEIGHT + len(self.rows) * self.row_height

    def split(self, _across: float, down: float) -> list[Flowable]:
        further = further_room(self.canv) - HEADER_HEIGHT
        here = rows_here([self.row_height] * len(self.rows), down - HEADER_HEIGHT, further)
        return apart([self._part(self.rows[:here]), self._part(self.rows[here:])] if here else [])

    def _part(self, rows: Sequence[Row]) -> "Grid":
        return Grid(
            columns=self.columns,
            rows=rows,
            row_height=self.row_height,
            ruled=self.ruled,
            marked=self.marked,
            about=self.about,
        )

    def draw(self) -> None:
        lefts = [0.0]
        for column in self.columns:
            lefts.append(lefts[-1] + column.width)
        top = len(self.rows) * self.row_height
        self._draw_header(lefts, top)
        for number, row in enumerate(self.rows):
            above = top - number * self.row_height
            for left, column, cell in zip(lefts, self.columns, row, strict=False):
                if cell is not EMPTY:
                    self._draw_cell(cell, left, above, column)
        self._draw_lines(lefts, top)
        if self.marked:
            mark(self.canv, self._name(), top + HEADER_HEIGHT, of_many=True)

    def _name(self) -> str:
        rows = [" ".join(_beginning(cell) for cell in row[:2] if cell.pieces) for row in self.rows]
        return " · ".join(filter(None, (rows_named(rows), self.about)))

    def _draw_header(self, lefts: Sequence[float], top: float) -> None:
        for left, column in zip(lefts, self.columns, strict=False):
            label = Piece(column.label, MEDIUM, HEADER_SIZE, QUIET)
            self._draw_piece(label, left, top + 2 * mm, column)

    def _draw_cell(self, cell: GridCell, left: float, above: float, column: GridColumn) -> None:
        if cell.tinted:
            self.canv.setFillColor(TINT)
            self.canv.rect(left, above - self.row_height, column.width, self.row_height, stroke=0, fill=1)
        needed = sum(piece.size * 1.15 for piece in cell.pieces)
        pieces = cell.pieces
        if needed > self.row_height:
            pieces = tuple(replace(piece, size=piece.size * self.row_height / needed) for piece in pieces)
            needed = self.row_height
        y = above - (self.row_height - needed) / 2
        for piece in pieces:
            y -= piece.size * 1.15
            self._draw_piece(piece, left, y + piece.size * 0.25, column)

    def _draw_piece(self, piece: Piece, left: float, baseline: float, column: GridColumn) -> None:
        canvas, room = self.canv, column.width - 2 * PADDING
        needed = stringWidth(piece.text, piece.font, piece.size)
        size = piece.size if needed <= room else piece.size * room / needed
        canvas.setFont(piece.font, size)
        canvas.setFillColor(piece.color)
        if column.align == "LEFT":
            canvas.drawString(left + PADDING, baseline, piece.text)
        elif column.align == "RIGHT":
            canvas.drawRightString(left + column.width - PADDING, baseline, piece.text)
        else:
            canvas.drawCentredString(left + column.width / 2, baseline, piece.text)

    def _draw_lines(self, lefts: Sequence[float], top: float) -> None:
        canvas, width = self.canv, lefts[-1]
        canvas.setStrokeColor(HAIRLINE)
        canvas.setLineWidth(0.3)
        for number in range(1, len(self.rows) + 1):
            canvas.line(0, top - number * self.row_height, width, top - number * self.row_height)
        if self.ruled:
            for left in lefts[1:-1]:
                canvas.line(left, 0, left, top)
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(0.9)
        canvas.line(0, top, width, top)


def _beginning(cell: GridCell) -> str:
    """Return the start of a cell: its first lines, as long as they have the same font."""
    first = cell.pieces[0].font
    return unbroken("\n".join(piece.text for piece in takewhile(lambda one: one.font == first, cell.pieces)))


class FittingGrid(Grid):
    """A grid on one page: its rows shrink as far as they must."""

    def wrap(self, across: float, down: float) -> tuple[float, float]:
        self.row_height = min(self.row_height, (down - HEADER_HEIGHT - 1) / max(len(self.rows), 1))
        return super().wrap(across, down)
