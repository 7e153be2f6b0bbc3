"""The rounds of a game with how hard they were, described once for the page of charts, paper and files."""

from collections.abc import Iterable
from operator import attrgetter

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.standings.rules.round_statistics import RoundWithSolo
from tournaments.reports.tables import (
    DataTable,
    Registry,
    TableColumn,
    build_table,
    fixed_figure,
    registry_of,
)

COLUMNS: Registry[RoundWithSolo, None] = registry_of(
    TableColumn.of("round", _("Round"), attrgetter("facts.number")),
    TableColumn.of("top", _("Top"), attrgetter("facts.top"), is_strong=True),
    TableColumn.of("players", _("Players"), attrgetter("facts.players")),
    TableColumn.of("found", _("Found"), attrgetter("facts.found")),
    TableColumn.of("percent", "%", lambda line: fixed_figure(line.facts.percent, 1)),
    TableColumn.of_text("solo", _("Solo"), attrgetter("solo"), is_optional=True),
)


def rounds_table(rounds: Iterable[RoundWithSolo]) -> DataTable:
    return build_table(gettext("Statistics"), COLUMNS.values(), rounds, None)
