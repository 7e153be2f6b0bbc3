"""`{% load data_tables %}`: tables that also exist on paper and as files, and figures as these tables write them."""

from collections.abc import Iterable, Iterator, Sequence

from django import template
from django.urls import reverse

from tournaments.core.reports.tables import DataColumn, DataRow, DataTable, row_texts
from tournaments.standings.columns import figure_text

register = template.Library()


@register.inclusion_tag("tournaments/data_table.html")
def data_table(  # noqa: PLR0917 - what a template may say of a table
    table: DataTable,
    page: Iterable[DataRow],
    caption: str,
    look: str = "",
    person_page: str = "",
    within: Sequence[object] = (),
) -> dict[str, object]:
    """Render the table with those of its lines that are on the page; `look` is its class.

    `person_page` is the route to which names lead: its arguments are `within` and the key of the row.
    """
    return {
        "columns": [column for column in table.columns if not column.beside],
        "heads": [_cells(row, table) for row in table.heads],
        "lines": [
            (
                reverse(person_page, args=[*within, row.key]) if person_page and row.key else "",
                _cells(row, table),
            )
            for row in page
        ],
        "caption": caption,
        "look": look,
    }


@register.filter
def as_column(value: float | None, name: str) -> str:
    """Write a figure outside a table as the column of that name writes it."""
    return figure_text(name, value)


def _cells(row: DataRow, table: DataTable) -> list[tuple[DataColumn, str, str]]:
    """Return the cells of a row, each with the text beside its own."""
    texts = {column.name: text for column, text in zip(table.columns, row_texts(row, table), strict=True)}
    beside = dict(_texts_beside(row, table, texts))
    return [
        (column, texts[column.name], beside.get(column.name, ""))
        for column in table.columns
        if not column.beside
    ]


def _texts_beside(row: DataRow, table: DataTable, texts: dict[str, str]) -> Iterator[tuple[str, str]]:
    for column, cell in zip(table.columns, row.cells, strict=True):
        if column.beside and cell is not None:
            yield column.beside, texts[column.name]
