"""`{% load shown %}`: tables that also exist on paper and as files."""

from collections.abc import Iterable

from django import template

from tournaments.core.reports.tables import DataColumn, DataRow, DataTable, written_row

register = template.Library()


@register.inclusion_tag("tournaments/data_table.html")
def data_table(
    table: DataTable, page: Iterable[DataRow], caption: str, look: str = "", person_page: str = ""
) -> dict[str, object]:
    """Render the table with those of its lines that are on the page; `look` is its class."""
    return {
        "table": table,
        "heads": [_cells(row, table) for row in table.heads],
        "lines": [(row.key, _cells(row, table)) for row in page],
        "caption": caption,
        "look": look,
        "person_page": person_page,
    }


def _cells(row: DataRow, table: DataTable) -> list[tuple[DataColumn, str]]:
    return list(zip(table.columns, written_row(row, table), strict=True))
