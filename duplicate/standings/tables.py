"""The standings of an event and of a game as tables for pages, papers and files."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from duplicate.standings.ranking import Standing, Standings
from tournaments.core.reports.tables import Cell, DataColumn, DataRow, DataTable, fixed
from tournaments.standings.filters import AgeCategory, category_of
from tournaments.standings.ranking import Competitor, EventLine, EventStandings

# Columns that federations ask for, beside the points.
ABOUT_PEOPLE = ("licence", "series", "category", "club", "country", "team", "group")
_OFTEN_NONE = ("overall", "table", *ABOUT_PEOPLE)


def event_table(
    standings: EventStandings,
    categories: Sequence[AgeCategory],
    *,
    all_columns: bool = False,
    licences: bool = True,
) -> DataTable:
    """Return the standings of an event: a line with the tops (except for teams), then one row a competitor. A
    pair's row has the facts of both players.

    Columns about people appear if they are not empty: all of them with `all_columns`, otherwise only the
    team.
    """
    rows = [] if standings.of_teams else [_tops(standings)]
    named = Counter(line.competitor.name for line in standings.lines)
    namesakes = set() if all_columns else {name for name, count in named.items() if count > 1}
    rows += [_row(line, categories, namesakes, licences=licences) for line in standings.lines]
    table = DataTable(gettext("Standings"), _columns(standings), tuple(rows))
    hidden = set() if all_columns else {*ABOUT_PEOPLE, "tops"} - {"team"}
    return table.without(hidden if licences else hidden | {"licence"}).without_empty(_OFTEN_NONE)


def _columns(standings: EventStandings) -> tuple[DataColumn, ...]:
    return (
        DataColumn("rank", gettext("Rank")),
        DataColumn("overall", gettext("Of all")),
        DataColumn("table", gettext("Table")),
        DataColumn("licence", gettext("Licence"), is_text=True),
        DataColumn("name", gettext("Name"), is_text=True),
        DataColumn("series", gettext("Series"), is_text=True),
        DataColumn("category", gettext("Category"), is_text=True),
        DataColumn("club", gettext("Club"), is_text=True),
        DataColumn("country", gettext("Country"), is_text=True),
        DataColumn("team", gettext("Team"), is_text=True),
        DataColumn("group", gettext("Group"), is_text=True),
        DataColumn("total", gettext("Total"), is_strong=True),
        DataColumn("negative", gettext("Negative")),
        DataColumn("percent", "%"),
        DataColumn("tops", gettext("Tops")),
        *(
            DataColumn(
                f"game{game.number}",
                game.name if game.final else f"{game.name} ({gettext('in progress')})",
                brief=gettext("G%(number)s") % {"number": game.number},
            )
            for game in standings.games
        ),
    )


def _tops(standings: EventStandings) -> DataRow:
    percent = fixed(100) if standings.top_total else None
    told: tuple[Cell, ...] = (None, None, None, "", gettext("Top"), *[""] * 6)
    points = [game.top_total for game in standings.games]
    return DataRow((*told, standings.top_total, 0, percent, None, *points), is_head=True)


def _row(
    line: EventLine, categories: Sequence[AgeCategory], namesakes: Collection[str], *, licences: bool
) -> DataRow:
    one, told = line.competitor, told_of(line.competitor, categories)
    beside = [told.licence * licences, told.club] if one.name in namesakes else []
    beside.append(gettext("dropped out") * one.withdrawn)
    said = ", ".join(filter(None, beside))
    words = (told.series, told.category, told.club, told.country, told.team, told.group)
    overall = line.overall if line.overall != line.rank else None
    points = [None if score.absent else score.total for score in line.scores]
    alone = one.persons[0].player if len(one.persons) == 1 else None
    return DataRow(
        (
            *(line.rank, overall, one.table or None, told.licence),
            *(f"{one.name} ({said})" if said else one.name, *words),
            *(line.total, line.negative, fixed(line.percent), line.tops, *points),
        ),
        key=alone,
    )


def game_table(standings: Standings) -> DataTable:
    """Return the standings of one game under a line with the tops; solos and sanctions appear if they are
    counted.
    """
    columns = (
        DataColumn("rank", gettext("Rank")),
        DataColumn("table", gettext("Table")),
        DataColumn("name", gettext("Name"), is_text=True),
        DataColumn("total", gettext("Total"), is_strong=True),
        DataColumn("negative", gettext("Negative")),
        DataColumn("percent", "%"),
        DataColumn("tops", gettext("Tops")),
        DataColumn("solos", pgettext("column", "Solos")),
        DataColumn("warnings", pgettext("column", "Warnings")),
        DataColumn("penalties", pgettext("column", "Penalties")),
    )
    percent = fixed(100) if standings.top_total else None
    tops = (None, None, gettext("Top"), standings.top_total, 0, percent, standings.rounds, None, None, None)
    rows = [DataRow(tops, is_head=True), *map(_game_row, standings.rows)]
    hidden = {"solos"} if not standings.has_solos else set()
    hidden |= {"warnings", "penalties"} if not standings.has_sanctions else set()
    return DataTable(gettext("Standings"), columns, tuple(rows)).without(hidden)


def _game_row(row: Standing) -> DataRow:
    name = f"{row.name} ({gettext('dropped out')})" if row.withdrawn else row.name
    points = (row.total, row.negative, fixed(row.percent), row.tops)
    return DataRow((row.rank, row.table, name, *points, row.solos, row.warnings, row.penalties))


@dataclass(frozen=True, slots=True)
class Told:
    """The facts about a competitor beside points; a pair has those of both players."""

    licence: str
    name: str
    series: str
    category: str
    club: str
    country: str
    team: str
    group: str


def told_of(one: Competitor, categories: Sequence[AgeCategory]) -> Told:
    # A team has only its name: its players are on other lines.
    people = one.persons if one.table else ()
    facts = (
        [person.licence for person in people],
        [one.name],
        [person.series for person in people],
        [category_of(person.age, categories) for person in people],
        [person.club for person in people],
        [person.country for person in people],
        [one.team],
        [one.group],
    )
    return Told(*(" / ".join(dict.fromkeys(filter(None, each))) for each in facts))
