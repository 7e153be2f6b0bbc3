"""The ranking of clubs in a simultaneous game, from the best of their players. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from duplicate.simultaneous.standings import MergedLine
from tournaments.names.folding import sort_key
from tournaments.reports.tables import DataTable, TableColumn, TableOf, table_of
from tournaments.standings.columns import TWO_DECIMALS, column_of

BEST: Final = 3
MOST_BEST: Final = 20


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club: the sum of its best players, how many played there, their mean, and the first of them."""

    rank: int
    club: str
    players: int
    total: int
    mean: float
    first: MergedLine


def rank_clubs(lines: Sequence[MergedLine], best: int = BEST) -> list[ClubLine]:
    """Rank clubs, where people played, by the sum of their `best` totals; equals share their rank."""
    by_club = defaultdict(list)
    for line in lines:  # the best come first
        by_club[line.played_in].append(line)
    sums = [
        (sum(one.line.total for one in own[:best]), sum(one.line.total for one in own) / len(own), club, own)
        for club, own in by_club.items()
    ]
    sums.sort(key=lambda one: (-one[0], -one[1], sort_key(one[2])))
    ranked: list[ClubLine] = []
    for place, (total, mean, club, own) in enumerate(sums, start=1):
        rank = ranked[-1].rank if ranked and ranked[-1].total == total else place
        ranked.append(ClubLine(rank, club, len(own), total, mean, own[0]))
    return ranked


def clubs_table(ranked: Sequence[ClubLine], best: int = BEST) -> DataTable:
    """Return the ranking, or some lines of it, as a table; the `best` of a club count."""
    heading = ngettext("Best one", "Best %(count)s", best) % {"count": best}
    # Paper is laid out around the column of names.
    club = replace(column_of("club"), name="name", is_optional=False)
    table: TableOf[ClubLine] = table_of(
        _("Ranking of clubs"),
        TableColumn(column_of("rank"), attrgetter("rank")),
        TableColumn(club, attrgetter("club")),
        TableColumn(column_of("players"), attrgetter("players")),
        TableColumn(replace(column_of("total"), heading=heading), attrgetter("total")),
        TableColumn.of("mean", _("Mean"), lambda line: round(line.mean, 2), format=TWO_DECIMALS),
        TableColumn.of_text("first", _("First player"), attrgetter("first.line.competitor.name")),
    )
    return table(ranked)
