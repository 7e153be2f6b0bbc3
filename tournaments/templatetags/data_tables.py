"""`{% load data_tables %}`: tables that also exist on paper and as files, and figures as these tables write them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

from tournaments.reports.tables import DataColumn, DataRow, DataTable, row_texts
from tournaments.standings.columns import figure_text

register = template.Library()


@register.inclusion_tag("tournaments/data_table.html", takes_context=True)
def data_table(  # noqa: PLR0917 - what a template may say of a table
    context: Context,
    table: DataTable,
    page: Iterable[DataRow],
    caption: str,
    look: str = "",
    person_page: str = "",
    within: Sequence[object] = (),
    cells: str = "",
) -> dict[Any, object]:
    """Render the table with those of its lines that are on the page; `look` is its class.

    `person_page` is the route to which names lead: its arguments are `within` and the key of the row. `cells` is a
    template that draws a cell, where it is more than its text, from `column`, `cell`, `link` and the `subject` of the
    row.
    """
    return context.flatten() | {
        "columns": [column for column in table.columns if not column.beside],
        "heads": [_cells(row, table) for row in table.heads],
        "lines": [
            (
                reverse(person_page, args=[*within, row.key]) if person_page and row.key else "",
                row,
                _cells(row, table),
            )
            for row in page
        ],
        "cells": cells,
        "caption": caption,
        "look": look,
    }


@register.filter
def as_column(value: float | None, name: str) -> str:
    """Write a figure outside a table as the column of that name writes it."""
    return figure_text(name, value)


def _cells(row: DataRow, table: DataTable) -> list[tuple[DataColumn, str, list[tuple[DataColumn, str]]]]:
    """Return the cells of a row, each with the texts beside its own."""
    texts = list(zip(table.columns, row.cells, row_texts(row, table), strict=True))
    beside: dict[str, list[tuple[DataColumn, str]]] = defaultdict(list)
    for column, cell, text in texts:
        if column.beside and cell not in {None, ""}:
            beside[column.beside].append((column, text))
    return [(column, text, beside[column.name]) for column, _cell, text in texts if not column.beside]
