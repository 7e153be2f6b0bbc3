"""The merged standings of a simultaneous game as tables, of players and of clubs: for page, paper and files. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from duplicate.prepared_games.results.standings import Merged, MergedLine
from tournaments.names.folding import club_key, sort_key
from tournaments.reports.tables import (
    DataTable,
    Registry,
    TableColumn,
    TableOf,
    build_table,
    registry_of,
    table_of,
)
from tournaments.standings.columns import TWO_DECIMALS, column_of, points_columns

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


def _club(each: MergedLine) -> str:
    """Return the player's club, with the club where they played if that is another."""
    clubs = {club_key(person.club) for person in each.people if person.club}
    if not clubs or club_key(each.played_in) in clubs:
        return each.clubs
    return gettext("{club}, played in {place}").format(club=each.clubs, place=each.played_in)


COLUMNS: Registry[MergedLine, Merged] = registry_of(
    TableColumn(column_of("rank"), attrgetter("line.rank")),
    TableColumn(
        column_of("overall"),
        attrgetter("line.overall"),
        is_shown=lambda merged: any(each.line.overall != each.line.rank for each in merged.lines),
    ),
    TableColumn(column_of("name"), attrgetter("line.competitor.name"), lambda _merged: gettext("Top")),
    TableColumn(column_of("licence"), attrgetter("licence")),
    TableColumn(column_of("club"), _club),
    TableColumn(column_of("series"), attrgetter("series"), is_shown=attrgetter("series")),
    TableColumn(column_of("category"), attrgetter("categories"), is_shown=attrgetter("categories")),
    TableColumn(column_of("committee"), attrgetter("committees"), is_shown=attrgetter("committees")),
    TableColumn(column_of("country"), attrgetter("countries"), is_shown=attrgetter("countries")),
    *points_columns("line."),
    # A result of totals alone says nothing of rounds: what is unknown is no 0.
    TableColumn(
        column_of("tops"), lambda each: each.line.tops if each.rounds_known else None, attrgetter("rounds")
    ),
    TableColumn(
        column_of("solos"),
        lambda each: each.line.solo_points if each.rounds_known else None,
        is_shown=attrgetter("has_solos"),
    ),
)


def merged_table(merged: Merged, lines: Sequence[MergedLine] | None = None) -> DataTable:
    """Return a line with the tops, then one row a player or pair: of all, or of some `lines`.

    The columns are those of the whole field, on each of its pages.
    """
    title = gettext("Final standings") if merged.final else gettext("Provisional standings")
    rows = merged.lines if lines is None else lines
    return build_table(title, COLUMNS.values(), rows, merged, has_head=True)
