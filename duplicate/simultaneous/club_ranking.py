"""The ranking of clubs in a simultaneous game, from the best of their players. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext, ngettext

from duplicate.simultaneous.standings import MergedLine
from tournaments.core.reports.tables import DataColumn, DataRow, DataTable
from tournaments.core.text.folding import sort_key
from tournaments.standings.columns import TWO_DECIMALS, columns_of

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
    rank, club, players = columns_of("rank", "club", "players")
    said = ngettext("Best one", "Best %(count)s", best) % {"count": best}
    (total,) = columns_of("total")
    columns = (
        rank,
        replace(club, name="name", is_optional=False),  # paper is laid out around the column of names
        players,
        DataColumn("total", said, "", is_text=False, is_strong=True, format=total.format),
        DataColumn("mean", gettext("Mean"), "", is_text=False, is_strong=False, format=TWO_DECIMALS),
        DataColumn("first", gettext("First player"), "", is_text=True, is_strong=False),
    )
    rows = [
        DataRow.of(
            columns,
            (one.rank, one.club, one.players, one.total, round(one.mean, 2), one.first.line.competitor.name),
        )
        for one in ranked
    ]
    return DataTable(gettext("Ranking of clubs"), columns, tuple(rows))
