"""Tables as they are shown: one description of columns and cells, of which pages, papers and files are made.

A *cell* is a text, a whole number, a `Figure` (any other number, with how it is written) or None where nothing is to
be told. Pages and papers write cells by `written`; files have the same texts and values, numbers as numbers
(`tournaments.spreadsheets`). So nobody who looks at one of them sees more, less or something else than on the others.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

import tablib
from django.utils import formats
from django.utils.functional import Promise

from tournaments.classic_values import wins_text

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that is not written as its digits alone: `value` with as many decimals as are shown, as it is
    `written` in the active language, and the format by which Excel writes it so.
    """

    value: Decimal | int
    written: str
    excel: str


Cell = str | int | Figure | Promise | None


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """`name` tells it from the others in code; `brief` is the heading where there is little room. In a column of
    figures a dash is shown where there is none.
    """

    name: str
    heading: str
    brief: str = ""
    is_text: bool = False
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class ShownRow:
    """`key` is of what the row is about, where that has a page of its own; `is_head` is a row above the others."""

    cells: tuple[Cell, ...]
    key: int | None = None
    is_head: bool = False


@dataclass(frozen=True, slots=True)
class ShownTable:
    """The rows have a cell for each column."""

    title: str
    columns: tuple[ShownColumn, ...]
    rows: tuple[ShownRow, ...]

    @property
    def heads(self) -> tuple[ShownRow, ...]:
        return tuple(row for row in self.rows if row.is_head)

    @property
    def lines(self) -> tuple[ShownRow, ...]:
        return tuple(row for row in self.rows if not row.is_head)

    @property
    def data(self) -> tablib.Dataset:
        """For files."""
        headings = [column.heading for column in self.columns]
        return tablib.Dataset(*(row.cells for row in self.rows), headers=headings, title=self.title)

    def without_empty(self, names: Iterable[str]) -> "ShownTable":
        """Without those of the named columns in which nothing is."""
        names = set(names)
        kept = [
            place
            for place, column in enumerate(self.columns)
            if column.name not in names or any(row.cells[place] not in {"", None} for row in self.rows)
        ]
        return self._of(kept)

    def without(self, names: Iterable[str]) -> "ShownTable":
        names = set(names)
        return self._of([place for place, column in enumerate(self.columns) if column.name not in names])

    def _of(self, places: Sequence[int]) -> "ShownTable":
        rows = tuple(
            ShownRow(tuple(row.cells[place] for place in places), row.key, row.is_head) for row in self.rows
        )
        return ShownTable(self.title, tuple(self.columns[place] for place in places), rows)


def number(value: float | Decimal, decimals: int = 0) -> str:
    """A number as the active language writes it, with a true minus sign."""
    # Rounded first: Django cuts decimals off.
    return formats.number_format(round(float(value), decimals), decimal_pos=decimals, use_l10n=True).replace(
        "-", "−"
    )


def fixed(value: float | None, decimals: int = 2) -> Figure | None:
    """A number with just so many decimals, such as a percentage."""
    if value is None:
        return None
    exact = Decimal(str(round(value, decimals))).quantize(Decimal(1).scaleb(-decimals))
    return Figure(exact, number(exact, decimals), "0." + "0" * decimals if decimals else "0")


def halves(count: int) -> Figure:
    """Wins, of which a draw is half a one: 11 halves are 5½."""
    return Figure(Decimal(count) / 2, wins_text(count), "# ?/2" if count % 2 else "0")


def signed(value: int) -> Figure:
    """Spread, with its sign."""
    return Figure(value, ("+" if value > 0 else "") + number(value), "+0;-0;0")


def written(cell: Cell) -> str:
    """What a page or paper shows of a cell in which something is."""
    if cell is None:
        return ""
    if isinstance(cell, Figure):
        return cell.written
    return number(cell) if isinstance(cell, int) else str(cell)


def written_row(row: ShownRow, table: ShownTable) -> list[str]:
    """What is shown of a line: a dash where a figure is missing."""
    return [
        NOTHING if cell is None and not (column.is_text or row.is_head) else written(cell)
        for column, cell in zip(table.columns, row.cells, strict=True)
    ]
