"""The merged standings of a simultaneous game as a table: for the page, the paper and the files."""

from collections.abc import Sequence
from operator import attrgetter

from django.utils.translation import gettext

from duplicate.simultaneous.standings import Merged, MergedLine
from tournaments.names.folding import club_key
from tournaments.reports.tables import DataTable, Registry, TableColumn, build_table, registry_of
from tournaments.standings.columns import column_of


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
    TableColumn(column_of("total"), attrgetter("line.total"), attrgetter("top_total")),
    TableColumn(column_of("negative"), attrgetter("line.negative"), lambda _merged: 0),
    TableColumn(
        column_of("percent"), attrgetter("line.percent"), lambda merged: 100 if merged.top_total else None
    ),
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
