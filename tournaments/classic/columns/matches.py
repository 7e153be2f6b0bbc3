"""The matches of one player for pages and files, and the clocks that a wall shows as files."""

from collections.abc import Iterable
from functools import partial
from operator import attrgetter, itemgetter

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.clocks.frames import ClockSchema
from tournaments.classic.models.clocks import MatchClock
from tournaments.classic.rounds.selectors import MatchLine
from tournaments.classic.rules.match_clock import Phase, time_text
from tournaments.reports.tables import DataTable, TableColumn, TableOf, table_of


def _second(line: MatchLine) -> str:
    if line.match.second is not None:
        return line.match.second.entry.name
    return gettext("missed") if line.is_missed else gettext("bye")


matches_table: TableOf[MatchLine] = table_of(
    _("Matches"),
    TableColumn.of("round", pgettext_lazy("match", "Round"), attrgetter("match.round.number"), is_drawn=True),
    TableColumn.of("table", _("Table"), attrgetter("match.table"), is_drawn=True),
    TableColumn.of_text("first", _("Goes first"), attrgetter("match.first.entry.name")),
    TableColumn.of("result", _("Result"), lambda line: line.figures or None),
    TableColumn.of_text("second", _("Second"), _second),
)


def _state(clock: ClockSchema) -> str:
    return gettext("paused") if clock["paused"] else str(MatchClock.State(clock["state"]).label)


def _left(side: int, clock: ClockSchema, now: int) -> str:
    left = clock["left"][side]
    if clock["state"] == Phase.RUNNING and not clock["paused"] and clock["turn"] == side:
        left -= max(0, now - clock["at"])
    return time_text(left)


def wall_table(clocks: Iterable[ClockSchema], now: int) -> DataTable:
    """Return the clocks that a wall shows (`clocks.frames.clocks_on_wall`), with the times left now."""
    table: TableOf[ClockSchema] = table_of(
        _("Clocks"),
        TableColumn.of_text("division", _("Division"), itemgetter("division")),
        TableColumn.of("round", pgettext_lazy("match", "Round"), itemgetter("round")),
        TableColumn.of("table", _("Table"), itemgetter("table")),
        TableColumn.of_text("state", _("State"), _state),
        TableColumn.of_text("first", _("Goes first"), lambda clock: clock["names"][0]),
        TableColumn.of("first_left", _("Left on the clock"), partial(_left, 0, now=now)),
        TableColumn.of_text("second", _("Second"), lambda clock: clock["names"][1]),
        TableColumn.of("second_left", _("Left on the clock"), partial(_left, 1, now=now)),
    )
    return table(clocks)
