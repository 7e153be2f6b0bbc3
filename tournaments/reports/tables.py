"""Tables for display: one description of columns and cells serves pages, papers and files.

A *registry* describes the columns of a table once, by name: how each looks, and its value in a row
(`registry_of`, `build_table`). Outlets leave columns out by name, so that a new one appears in all of them.

A *cell* is a text, a whole number, a `Figure` (any other number, with how it is written) or None if there is
no value. Pages and papers write cells with `written`; files have the same texts and values, numbers as
numbers (`tournaments.reports.spreadsheets`). So each of them shows exactly the same content.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Generic, Literal, Self, TypeVar

from django.utils import formats
from django.utils.functional import Promise

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its own format.

    `value` has as many decimals as are shown, `written` is its text in the active language, and `excel` the
    format by which Excel writes it so. Files leave a cell without a value empty.
    """

    value: Decimal | int | None
    written: str
    excel: str


Cell = str | int | Figure | Promise | None


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """How the numbers of a column are written; scripts receive it as JSON.

    Numbers below zero have a minus. `sign` "both" writes a plus as well, "cost" a minus before a number that is
    to be taken off.
    """

    decimals: int = 0
    sign: Literal["minus", "both", "cost"] = "minus"

    def cell(self, value: float | None) -> "Cell":
        if value is None:
            return None
        if self.sign != "minus":
            return signed_figure(-int(value) if self.sign == "cost" else int(value))
        return fixed_figure(value, self.decimals) if self.decimals else int(value)


WHOLE = NumberFormat()


@dataclass(frozen=True, slots=True)
class DataColumn:
    """A column. `name` identifies it in code; `brief` is the heading on paper where there is little room, `narrow` the
    one on a phone, `in_files` the one that readers of files know; `about` explains the heading.

    A column of figures (not `is_text`) shows a dash where a value is missing. Pages put the cells of a column
    with `beside` into the cells of the column of that name, behind its own; paper does so in brackets. An
    `is_optional` column is left out on paper if it is zero or empty in all rows. Pages draw the cells of an `is_drawn`
    column with more than their text, and leave an `is_wide` one out on phones.
    """

    name: str
    heading: str | Promise
    brief: str | Promise = ""
    is_text: bool = False
    is_strong: bool = False
    format: NumberFormat = WHOLE
    beside: str = ""
    is_optional: bool = False
    narrow: str | Promise = ""
    about: str | Promise = ""
    in_files: str | Promise = ""
    is_drawn: bool = False
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class DataRow:
    """A row. `key` is the primary key of its subject, if that has a page of its own; `is_head` is a row above
    the others, `is_away` one that pages show paler. `subject` is what it tells of, for pages that show more of it.
    """

    cells: tuple[Cell, ...]
    key: int | None = None
    is_head: bool = False
    is_away: bool = False
    subject: Any = field(default=None, compare=False, repr=False)

    @classmethod
    def of(
        cls,
        columns: Sequence[DataColumn],
        values: Iterable[Cell | float],
        key: int | None = None,
        *,
        is_head: bool = False,
    ) -> "DataRow":
        """Return a row whose numbers have the formats of their columns."""
        cells = [
            column.format.cell(value) if isinstance(value, int | float) else value
            for column, value in zip(columns, values, strict=True)
        ]
        return cls(tuple(cells), key, is_head)


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table; its rows have a cell for each column."""

    title: str
    columns: tuple[DataColumn, ...]
    rows: tuple[DataRow, ...]

    def __post_init__(self) -> None:
        if uneven := {len(row.cells) for row in self.rows} - {len(self.columns)}:
            raise ValueError(f"{len(self.columns)} columns, but rows of {uneven} cells: {self.title}")

    @property
    def heads(self) -> tuple[DataRow, ...]:
        return tuple(row for row in self.rows if row.is_head)

    @property
    def lines(self) -> tuple[DataRow, ...]:
        return tuple(row for row in self.rows if not row.is_head)

    @classmethod
    def of_texts(cls, title: str, headings: Iterable[str], rows: Iterable[Sequence[Cell]]) -> "DataTable":
        """Return a table for files whose headings are those of another program, or of a file that was read."""
        columns = tuple(DataColumn(heading, heading) for heading in headings)
        return cls(title, columns, tuple(DataRow(tuple(cells)) for cells in rows))

    def without_empty(self, names: Iterable[str]) -> "DataTable":
        """Return the table without those of the named columns that are empty."""
        names = set(names)
        kept = [
            place
            for place, column in enumerate(self.columns)
            if column.name not in names or any(row.cells[place] not in {"", None} for row in self.rows)
        ]
        return self._of(kept)

    def without_unused(self) -> "DataTable":
        """Return the table without optional columns that are zero or empty in all lines."""
        return self._of(
            [
                place
                for place, column in enumerate(self.columns)
                if not column.is_optional or any(_has_value(row.cells[place]) for row in self.lines)
            ]
        )

    def without(self, names: Iterable[str]) -> "DataTable":
        names = set(names)
        return self._of([place for place, column in enumerate(self.columns) if column.name not in names])

    def _of(self, places: Sequence[int]) -> "DataTable":
        rows = tuple(replace(row, cells=tuple(row.cells[place] for place in places)) for row in self.rows)
        return DataTable(self.title, tuple(self.columns[place] for place in places), rows)


R = TypeVar("R")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[R, S]):
    """A column of a registry: its look, its value in a row, and in the line above all rows. `is_shown` tells whether
    the subject of the table has it.
    """

    look: DataColumn
    value: Callable[[R], Cell | float]
    head: Callable[[S], Cell | float] = lambda _subject: None
    is_shown: Callable[[S], bool] = lambda _subject: True

    @classmethod
    def of(cls, name: str, heading: str | Promise, value: Callable[[R], Cell | float], **look: Any) -> Self:
        """Return a column that no other table has; `look` are further fields of its `DataColumn`."""
        return cls(DataColumn(name, heading, **look), value)

    @classmethod
    def of_text(cls, name: str, heading: str | Promise, value: Callable[[R], Cell], **look: Any) -> Self:
        return cls.of(name, heading, value, is_text=True, **look)


Registry = dict[str, TableColumn[R, S]]


def registry_of(*columns: TableColumn[R, S]) -> Registry[R, S]:
    """Return the columns by their names, in the order in which outlets show them."""
    return {column.look.name: column for column in columns}


def build_table(
    title: str,
    columns: Iterable[TableColumn[R, S]],
    rows: Iterable[R],
    subject: S,
    *,
    key: Callable[[R], int | None] = lambda _row: None,
    is_away: Callable[[R], bool] = lambda _row: False,
    has_head: bool = False,
) -> DataTable:
    """Return the columns that the subject has, of these rows; `has_head` puts a line above them."""
    shown = [column for column in columns if column.is_shown(subject)]
    looks = tuple(column.look for column in shown)
    heads = [DataRow.of(looks, _head_values(shown, subject), is_head=True)] if has_head else []
    lines = [
        replace(
            DataRow.of(looks, [column.value(row) for column in shown], key(row)),
            is_away=is_away(row),
            subject=row,
        )
        for row in rows
    ]
    return DataTable(title, looks, (*heads, *lines))


TableOf = Callable[[Iterable[R]], DataTable]


def table_of(title: str | Promise, *columns: TableColumn[R, None]) -> TableOf[R]:
    """Return the table of these columns as a function of its rows."""
    return lambda rows: build_table(str(title), columns, rows, None)


def _head_values(columns: Iterable[TableColumn[R, S]], subject: S) -> Iterable[Cell | float]:
    for column in columns:
        value = column.head(subject)
        yield "" if value is None and column.look.is_text else value


def _has_value(cell: Cell) -> bool:
    if isinstance(cell, Figure):
        return bool(cell.value) or bool(cell.written.strip("0.,–"))
    return bool(cell)


def number(value: float | Decimal, decimals: int = 0) -> str:
    """Return a number as the active language writes it, with a true minus sign."""
    # Rounded first: Django truncates decimals.
    return formats.number_format(_round(value, decimals), decimal_pos=decimals, use_l10n=True).replace(
        "-", "−"
    )


def _round(value: float | Decimal, decimals: int) -> Decimal:
    """Round half up, as scripts and templates do. The nearest zero has no sign."""
    return Decimal(value).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP) + 0


def fixed_figure(value: float | None, decimals: int = 2) -> Figure | None:
    """Return a number with exactly so many decimals, such as a percentage."""
    if value is None:
        return None
    exact = _round(value, decimals)
    return Figure(exact, number(exact, decimals), "0." + "0" * decimals if decimals else "0")


def wins_text(half_wins: int) -> str:
    """Return 11 half wins as 5½."""
    whole, half = divmod(half_wins, 2)
    return f"{whole or ''}½" if half else str(whole)


def halves(count: int) -> Figure:
    """Return wins, with a draw as half a win: 11 halves are 5½."""
    return Figure(Decimal(count) / 2, wins_text(count), "# ?/2" if count % 2 else "0")


# A figure that is missing without a dash.
BLANK = Figure(None, "", "0")


def signed_figure(value: int) -> Figure:
    """Return a spread with its sign."""
    return Figure(value, ("+" if value > 0 else "") + number(value), "+0;-0;0")


def plain_value(cell: object) -> object:
    """Return the value of a cell for JSON."""
    value = cell.value if isinstance(cell, Figure) else cell
    return float(value) if isinstance(value, Decimal) else value


def plain_values(columns: Registry[R, S], row: R) -> dict[str, object]:
    """Return the values of a row by the names of the columns, for JSON."""
    return {name: plain_value(column.value(row)) for name, column in columns.items()}


def cell_text(cell: Cell) -> str:
    """Return the text of a cell on pages and papers."""
    if cell is None:
        return ""
    if isinstance(cell, Figure):
        return cell.written
    return number(cell) if isinstance(cell, int) else str(cell)


def row_texts(row: DataRow, table: DataTable) -> list[str]:
    """Return the texts of a row, with a dash where a figure is missing."""
    return [
        NOTHING if cell is None and not (column.is_text or row.is_head) else cell_text(cell)
        for column, cell in zip(table.columns, row.cells, strict=True)
    ]
