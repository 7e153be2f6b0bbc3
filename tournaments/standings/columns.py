"""The columns of all standings: one heading and one format for each, for pages, papers, files and scripts."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.reports.tables import WHOLE, DataColumn, NumberFormat, cell_text

TWO_DECIMALS = NumberFormat(decimals=2)


@dataclass(frozen=True, slots=True)
class _Shared:
    heading: str | Promise
    is_text: bool = False
    format: NumberFormat = WHOLE
    beside: str = ""
    is_optional: bool = False


_COLUMNS: Mapping[str, _Shared] = {
    "rank": _Shared(_("Rank")),
    "overall": _Shared(_("Of all"), is_optional=True),
    "table": _Shared(_("Table")),
    "licence": _Shared(_("Licence"), is_text=True, is_optional=True),
    "name": _Shared(_("Name"), is_text=True),
    "series": _Shared(_("Series"), is_text=True, is_optional=True),
    "category": _Shared(_("Category"), is_text=True, is_optional=True),
    "club": _Shared(_("Club"), is_text=True, is_optional=True),
    "country": _Shared(_("Country"), is_text=True, is_optional=True),
    "committee": _Shared(_("Committee"), is_text=True, is_optional=True),
    "team": _Shared(_("Team"), is_text=True, is_optional=True),
    "group": _Shared(_("Group"), is_text=True, is_optional=True),
    "index": _Shared(_("Index"), format=TWO_DECIMALS),
    "players": _Shared(_("Players")),
    "games": _Shared(_("Games")),
    "counted": _Shared(_("Games that count")),
    "total": _Shared(_("Total")),
    "negative": _Shared(_("Negative")),
    "percent": _Shared("%", format=TWO_DECIMALS),
    "top_total": _Shared(_("Total of the tops")),
    "tops": _Shared(_("Tops"), is_optional=True),
    "solos": _Shared(pgettext_lazy("column", "Solos"), is_optional=True),
    "solo_points": _Shared(
        pgettext_lazy("column", "Solos"), format=NumberFormat(sign="both"), beside="solos"
    ),
    "warnings": _Shared(pgettext_lazy("column", "Warnings"), is_optional=True),
    "warning_points": _Shared(
        pgettext_lazy("column", "Warnings"), format=NumberFormat(sign="cost"), beside="warnings"
    ),
    "penalties": _Shared(pgettext_lazy("column", "Penalties"), is_optional=True),
}


def columns_of(*names: str, strong: str = "total") -> tuple[DataColumn, ...]:
    """Return the named columns with their headings in the active language."""
    return tuple(_column(name, is_strong=name == strong) for name in names)


def _column(name: str, *, is_strong: bool) -> DataColumn:
    one = _COLUMNS[name]
    return DataColumn(
        name, str(one.heading), "", one.is_text, is_strong, one.format, one.beside, one.is_optional
    )


def figure_text(name: str, value: float | None) -> str:
    """Return a figure outside a table as its column writes it."""
    return cell_text(_COLUMNS[name].format.cell(value))


def formats_for_scripts(names: Iterable[str]) -> dict[str, dict[str, object]]:
    """Return the formats of columns by name, which a page's script gives to `written` in text.js."""
    return {name: asdict(_COLUMNS[name].format) for name in names}
