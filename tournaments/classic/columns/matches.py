"""The matches of one player, and the clocks that a wall shows, as files."""

from collections.abc import Iterable, Mapping
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models.clocks import MatchClock
from tournaments.classic.rounds.selectors import MatchLine
from tournaments.classic.rules.match_clock import Phase, time_text
from tournaments.core.reports.tables import (
    DataColumn,
    DataTable,
    Registry,
    TableColumn,
    build_table,
    registry_of,
)

OnWall = Mapping[str, Any]

MATCHES: Registry[MatchLine, None] = registry_of(
    TableColumn(DataColumn("round", pgettext_lazy("match", "Round")), attrgetter("match.round.number")),
    TableColumn(DataColumn("table", _("Table")), attrgetter("match.table")),
    TableColumn(DataColumn("first", _("Goes first"), is_text=True), attrgetter("match.first.entry.name")),
    TableColumn(DataColumn("result", _("Result")), attrgetter("figures")),
    TableColumn(
        DataColumn("second", _("Second"), is_text=True),
        lambda line: line.match.second.entry.name if line.match.second else gettext("bye"),
    ),
)


def matches_table(lines: Iterable[MatchLine]) -> DataTable:
    return build_table(gettext("Matches"), MATCHES.values(), lines, None)


def _state(clock: OnWall) -> str:
    return gettext("paused") if clock["paused"] else str(MatchClock.State(clock["state"]).label)


def _left(side: int, clock: OnWall, now: int) -> str:
    left: int = clock["left"][side]
    if clock["state"] == Phase.RUNNING and not clock["paused"] and clock["turn"] == side:
        left -= max(0, now - clock["at"])
    return time_text(left)


def wall_table(clocks: Iterable[OnWall], now: int) -> DataTable:
    """Return the clocks that a wall shows (`clocks.frames.clocks_on_wall`), with the times left now."""
    columns: Registry[OnWall, None] = registry_of(
        TableColumn(DataColumn("division", _("Division"), is_text=True), itemgetter("division")),
        TableColumn(DataColumn("round", pgettext_lazy("match", "Round")), itemgetter("round")),
        TableColumn(DataColumn("table", _("Table")), itemgetter("table")),
        TableColumn(DataColumn("state", _("State"), is_text=True), _state),
        TableColumn(DataColumn("first", _("Goes first"), is_text=True), lambda clock: clock["names"][0]),
        TableColumn(DataColumn("first_left", _("Left on the clock")), partial(_left, 0, now=now)),
        TableColumn(DataColumn("second", _("Second"), is_text=True), lambda clock: clock["names"][1]),
        TableColumn(DataColumn("second_left", _("Left on the clock")), partial(_left, 1, now=now)),
    )
    return build_table(gettext("Clocks"), columns.values(), clocks, None)
