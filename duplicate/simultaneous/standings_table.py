"""The merged standings of a simultaneous game as a table: for the page, the paper and the files."""

from django.utils.translation import gettext, pgettext

from duplicate.simultaneous.standings import Merged, MergedLine
from tournaments.core.reports.tables import DataColumn, DataRow, DataTable, fixed
from tournaments.core.text.folding import club_key


def merged_table(merged: Merged) -> DataTable:
    """Return a line with the tops, then one row a player or pair."""
    columns = (
        DataColumn("rank", gettext("Rank")),
        DataColumn("overall", gettext("Of all")),
        DataColumn("name", gettext("Name"), is_text=True),
        DataColumn("licence", gettext("Licence"), is_text=True),
        DataColumn("club", gettext("Club"), is_text=True),
        DataColumn("series", gettext("Series"), is_text=True),
        DataColumn("total", gettext("Total"), is_strong=True),
        DataColumn("negative", gettext("Negative")),
        DataColumn("percent", "%"),
        DataColumn("tops", gettext("Tops")),
        DataColumn("solos", pgettext("column", "Solos")),
    )
    percent = fixed(100) if merged.top_total else None
    tops = (None, None, gettext("Top"), "", "", "", merged.top_total, 0, percent, merged.rounds, None)
    title = gettext("Final standings") if merged.final else gettext("Provisional standings")
    rows = (DataRow(tops, is_head=True), *map(_row, merged.lines))
    table = DataTable(title, columns, rows).without_empty(("overall", "series"))
    return table if merged.has_solos else table.without(("solos",))


def _row(each: MergedLine) -> DataRow:
    line = each.line
    overall = line.overall if line.overall != line.rank else None
    words = (line.competitor.name, each.licence, _club(each), each.series)
    points = (line.total, line.negative, fixed(line.percent), line.tops, line.solo_points)
    return DataRow((line.rank, overall, *words, *points))


def _club(each: MergedLine) -> str:
    """Return the player's club, with the club where they played if that is another."""
    clubs = {club_key(person.club) for person in each.people if person.club}
    if not clubs or club_key(each.played_in) in clubs:
        return each.clubs
    return gettext("{club}, played in {place}").format(club=each.clubs, place=each.played_in)
