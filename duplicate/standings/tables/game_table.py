"""The standings of a game, described once: pages, papers and files leave columns out by name, so that a new one is on
all of them.
"""

from collections.abc import Collection, Iterable
from operator import attrgetter
from typing import Annotated, TypedDict

from django.utils.translation import gettext

from duplicate.standings.rules.ranking import Standing, Standings
from tournaments.reports.tables import DataTable, Registry, TableColumn, build_table, registry_of
from tournaments.standings.columns import column_of, points_columns

NOT_PRINTED = ("solo_points", "warning_points")
NOT_PUBLIC = ("table", "solos", "warnings", "penalties", *NOT_PRINTED)


NAME_HELP = "Empty while names are hidden: the table says who."


class Leader(TypedDict):
    """A line of the standings of a game."""

    rank: Annotated[int, "Rank among all; equals share it."]
    name: Annotated[str, NAME_HELP]
    table: Annotated[int, "Table number, by which a player is known in the game."]
    total: Annotated[int, "Points so far, with solos and without what warnings cost."]
    negative: Annotated[int, "Points missing to the sum of the tops: 0 or less, above 0 only by solos."]
    percent: Annotated[float | None, "The total in per cent of the sum of the tops; null while that is 0."]
    solo_points: Annotated[int, "Points for solos so far."]
    warning_points: Annotated[int, "Points that warnings cost so far."]
    withdrawn: Annotated[bool, "Whether they have dropped out; they keep their points."]
    climbed: Annotated[int, "Ranks gained in the last round; below 0 if lost."]


_has_solos, _has_sanctions = attrgetter("has_solos"), attrgetter("has_sanctions")


def _name(row: Standing) -> str:
    return gettext("{name} (dropped out)").format(name=row.name) if row.withdrawn else row.name


COLUMNS: Registry[Standing, Standings] = registry_of(
    TableColumn(column_of("rank"), attrgetter("rank")),
    TableColumn(column_of("table"), attrgetter("table")),
    TableColumn(column_of("name"), _name, lambda _standings: gettext("Top")),
    *points_columns(),
    TableColumn(column_of("tops"), attrgetter("tops"), attrgetter("rounds")),
    TableColumn(column_of("solos"), attrgetter("solos"), is_shown=_has_solos),
    TableColumn(column_of("solo_points"), lambda row: row.solo_points or None, is_shown=_has_solos),
    TableColumn(column_of("warnings"), attrgetter("warnings"), is_shown=_has_sanctions),
    TableColumn(column_of("warning_points"), lambda row: row.warning_points or None, is_shown=_has_sanctions),
    TableColumn(column_of("penalties"), attrgetter("penalties"), is_shown=_has_sanctions),
)


# Screens get numbers, which their scripts write (`tournaments.standings.columns.formats_for_scripts`), and names apart.
ON_SCREENS = tuple(name for name in Leader.__annotations__ if name in COLUMNS and name != "name")


def game_table(
    standings: Standings, without: Collection[str] = (), rows: Iterable[Standing] | None = None
) -> DataTable:
    """Return the columns that the game has, under a line with the tops; all rows or those of a page."""
    return build_table(
        gettext("Standings"),
        [column for name, column in COLUMNS.items() if name not in without],
        standings.rows if rows is None else rows,
        standings,
        key=attrgetter("entry_id"),
        has_head=True,
    )
