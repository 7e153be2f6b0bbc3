"""The standings of a game, described once: pages, papers, files and screens choose columns of it by name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from django.utils.translation import gettext

from duplicate.standings.ranking import Standing, Standings
from tournaments.core.reports.tables import Cell, DataRow, DataTable
from tournaments.standings.columns import columns_of

PRINTED = (
    *("rank", "table", "name", "total", "negative", "percent", "tops", "solos", "warnings", "penalties"),
)
ON_DESK = (*PRINTED, "solo_points", "warning_points")
PUBLIC = ("rank", "name", "total", "negative", "percent", "tops")
# Screens get numbers, which their scripts write (`tournaments.standings.columns.formats_for_scripts`).
ON_SCREENS = ("rank", "table", "total", "negative", "percent", "solo_points", "warning_points")


@dataclass(frozen=True, slots=True)
class GameColumn:
    """A column: its value in the line of a player and in that of the tops. `is_shown` tells whether a game has
    it.
    """

    value: Callable[[Standing], Cell | float]
    top: Callable[[Standings], Cell | float] = lambda _standings: None
    is_shown: Callable[[Standings], bool] = lambda _standings: True


_has_solos, _has_sanctions = attrgetter("has_solos"), attrgetter("has_sanctions")


def _name(row: Standing) -> str:
    return f"{row.name} ({gettext('dropped out')})" if row.withdrawn else row.name


COLUMNS: Mapping[str, GameColumn] = {
    "rank": GameColumn(attrgetter("rank")),
    "table": GameColumn(attrgetter("table")),
    "name": GameColumn(_name, lambda _standings: gettext("Top")),
    "total": GameColumn(attrgetter("total"), attrgetter("top_total")),
    "negative": GameColumn(attrgetter("negative"), lambda _standings: 0),
    "percent": GameColumn(attrgetter("percent"), lambda standings: 100 if standings.top_total else None),
    "tops": GameColumn(attrgetter("tops"), attrgetter("rounds")),
    "solos": GameColumn(attrgetter("solos"), is_shown=_has_solos),
    "solo_points": GameColumn(lambda row: row.solo_points or None, is_shown=_has_solos),
    "warnings": GameColumn(attrgetter("warnings"), is_shown=_has_sanctions),
    "warning_points": GameColumn(lambda row: row.warning_points or None, is_shown=_has_sanctions),
    "penalties": GameColumn(attrgetter("penalties"), is_shown=_has_sanctions),
}


def game_table(
    standings: Standings, names: Iterable[str] = PRINTED, rows: Iterable[Standing] | None = None
) -> DataTable:
    """Return the named columns that the game has, under a line with the tops; all rows or those of a page."""
    shown = [name for name in names if COLUMNS[name].is_shown(standings)]
    columns, described = columns_of(*shown), [COLUMNS[name] for name in shown]
    tops = DataRow.of(columns, [one.top(standings) for one in described], is_head=True)
    lines = [
        DataRow.of(columns, [one.value(row) for one in described], row.entry_id)
        for row in (standings.rows if rows is None else rows)
    ]
    return DataTable(gettext("Standings"), columns, (tops, *lines))
