"""The merged standings of a simultaneous game as a table: for the page, the paper and the files."""

from collections.abc import Sequence

from django.utils.translation import gettext

from duplicate.simultaneous.standings import Merged, MergedLine
from tournaments.core.reports.tables import Cell, DataRow, DataTable
from tournaments.core.text.folding import club_key
from tournaments.standings.columns import columns_of


def merged_table(merged: Merged, lines: Sequence[MergedLine] | None = None) -> DataTable:
    """Return a line with the tops, then one row a player or pair: of all, or of some `lines`.

    The columns are those of the whole field, on each of its pages.
    """
    columns = (
        *columns_of(
            "rank", "overall", "name", "licence", "club", "series", "category", "committee", "country"
        ),
        *columns_of("total", "negative", "percent", "tops", "solos"),
    )
    percent = 100 if merged.top_total else None
    tops = (None, None, gettext("Top"), *[""] * 6, merged.top_total, 0, percent, merged.rounds, None)
    title = gettext("Final standings") if merged.final else gettext("Provisional standings")
    rows = [DataRow.of(columns, _values(each)) for each in (merged.lines if lines is None else lines)]
    table = DataTable(title, columns, (DataRow.of(columns, tops, is_head=True), *rows))
    return table.without(_unused(merged))


def _unused(merged: Merged) -> list[str]:
    """Return the columns that say nothing of this field."""
    says = {
        "overall": any(each.line.overall != each.line.rank for each in merged.lines),
        "series": merged.series,
        "category": merged.categories,
        "committee": merged.committees,
        "country": merged.countries,
        "solos": merged.has_solos,
    }
    return [name for name, is_said in says.items() if not is_said]


def _values(each: MergedLine) -> tuple[Cell | float, ...]:
    line = each.line
    words = (line.competitor.name, each.licence, _club(each), each.series, each.categories)
    places = (each.committees, each.countries)
    # A result of totals alone says nothing of rounds: what is unknown is no 0.
    tops, solos = (line.tops, line.solo_points) if each.rounds_known else (None, None)
    points = (line.total, line.negative, line.percent, tops, solos)
    return (line.rank, line.overall, *words, *places, *points)


def _club(each: MergedLine) -> str:
    """Return the player's club, with the club where they played if that is another."""
    clubs = {club_key(person.club) for person in each.people if person.club}
    if not clubs or club_key(each.played_in) in clubs:
        return each.clubs
    return gettext("{club}, played in {place}").format(club=each.clubs, place=each.played_in)
