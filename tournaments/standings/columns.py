"""The columns of all standings: one heading and one format for each, for pages, papers, files and scripts."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.reports.tables import DataColumn, NumberFormat, TableColumn, cell_text

TWO_DECIMALS = NumberFormat(decimals=2)

_COLUMNS = (
    DataColumn("rank", _("Rank")),
    DataColumn("overall", _("Of all"), is_optional=True),
    DataColumn("table", _("Table")),
    DataColumn("licence", _("Licence"), is_text=True, is_optional=True),
    DataColumn("name", _("Name"), is_text=True),
    DataColumn("series", _("Series"), is_text=True, is_optional=True),
    DataColumn("category", _("Category"), is_text=True, is_optional=True),
    DataColumn("club", _("Club"), is_text=True, is_optional=True),
    DataColumn("country", _("Country"), is_text=True, is_optional=True),
    DataColumn("committee", _("Committee"), is_text=True, is_optional=True),
    DataColumn("team", _("Team"), is_text=True, is_optional=True),
    DataColumn("group", _("Group"), is_text=True, is_optional=True),
    DataColumn("index", _("Index"), format=TWO_DECIMALS),
    DataColumn("players", _("Players")),
    DataColumn("games", _("Games")),
    DataColumn("counted", _("Games that count")),
    DataColumn("total", _("Total")),
    DataColumn("negative", _("Negative"), format=NumberFormat(sign="both")),
    DataColumn("percent", "%", format=TWO_DECIMALS),
    DataColumn("top_total", _("Total of the tops")),
    DataColumn("tops", _("Tops"), is_optional=True),
    DataColumn("solos", pgettext_lazy("column", "Solos"), is_optional=True),
    DataColumn(
        "solo_points", pgettext_lazy("column", "Solos"), format=NumberFormat(sign="both"), beside="solos"
    ),
    DataColumn("warnings", pgettext_lazy("column", "Warnings"), is_optional=True),
    DataColumn(
        "warning_points",
        pgettext_lazy("column", "Warnings"),
        format=NumberFormat(sign="cost"),
        beside="warnings",
    ),
    DataColumn("penalties", pgettext_lazy("column", "Penalties"), is_optional=True),
)

_BY_NAME = {column.name: column for column in _COLUMNS}


def columns_of(*names: str, strong: str = "total") -> tuple[DataColumn, ...]:
    """Return the named columns."""
    return tuple(replace(_BY_NAME[name], is_strong=name == strong) for name in names)


def column_of(name: str, *, strong: str = "total") -> DataColumn:
    return columns_of(name, strong=strong)[0]


def points_columns(of: str = "") -> tuple[TableColumn[Any, Any], ...]:
    """Return total, negative and percentage of rows beside the `top_total` of all; `of` is the way to what has them."""

    def tops(standings: Any) -> int | None:
        return 100 if standings.top_total else None

    return (
        TableColumn(column_of("total"), attrgetter(f"{of}total"), attrgetter("top_total")),
        TableColumn(column_of("negative"), attrgetter(f"{of}negative"), lambda _standings: 0),
        TableColumn(column_of("percent"), attrgetter(f"{of}percent"), tops),
    )


def figure_text(name: str, value: float | None) -> str:
    """Return a figure outside a table as its column writes it."""
    return cell_text(_BY_NAME[name].format.cell(value))


def formats_for_scripts(names: Iterable[str]) -> dict[str, dict[str, object]]:
    """Return the formats of columns by name, which a page's script gives to `written` in text.js."""
    return {name: asdict(_BY_NAME[name].format) for name in names}
