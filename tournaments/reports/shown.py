"""Tables as they are shown, on paper: the same columns and cells, in widths that are given by name."""

from collections.abc import Mapping, Sequence

from tournaments.reports.style import BOLD, PADDING, PADDING_LEFT, REGULAR, Density
from tournaments.reports.tables import Column
from tournaments.reports.text import printable, shorten, wrap
from tournaments.shown import ShownColumn, ShownRow, ShownTable, written_row

# The size in which headings are set.
HEADING_SIZE = 8.5


def laid_out(
    table: ShownTable, widths: Mapping[str, float], width: float, density: Density, *, lines: int = 2
) -> tuple[list[Column], list[list[str]]]:
    """Columns and rows for `tables.table`. The column without a width takes what the others leave; words are broken
    on at most so many lines.
    """
    rest = width - sum(widths.get(column.name, 0) for column in table.columns)
    columns = [_column(column, widths.get(column.name)) for column in table.columns]
    rooms = [(column.width or rest) - PADDING_LEFT - PADDING for column in columns]
    return columns, [_cells(row, table, rooms, density, lines) for row in table.rows]


def _column(column: ShownColumn, width: float | None) -> Column:
    heading = printable(column.heading)
    if column.brief and width is not None:
        fitting = shorten(heading, REGULAR, HEADING_SIZE, width - 2 * PADDING)
        heading = heading if fitting == heading else column.brief
    font = BOLD if column.is_strong else REGULAR
    return Column(heading, width, align="LEFT" if column.is_text else "RIGHT", font=font)


def _cells(
    row: ShownRow, table: ShownTable, rooms: Sequence[float], density: Density, lines: int
) -> list[str]:
    cells = []
    for text, column, room in zip(written_row(row, table), table.columns, rooms, strict=True):
        if column.is_text:
            font = BOLD if column.is_strong else REGULAR
            text = "\n".join(wrap(printable(text), font, density.size, room, lines))  # noqa: PLW2901 - the same cell, set
        cells.append(text)
    return cells
