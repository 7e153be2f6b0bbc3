"""The standings of an event as a table for pages, papers and files."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.core.reports.tables import Cell, DataColumn, DataRow, DataTable
from tournaments.standings.columns import columns_of
from tournaments.standings.filters import AgeCategory, category_of
from tournaments.standings.ranking import Competitor, EventLine, EventStandings

# Columns that federations ask for, beside the points.
ABOUT_PEOPLE = ("licence", "series", "category", "club", "country", "team", "group")
_OFTEN_NONE = ("table", *ABOUT_PEOPLE)


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
    columns = _columns(standings)
    rows = [] if standings.of_teams else [DataRow.of(columns, _tops(standings), is_head=True)]
    named = Counter(line.competitor.name for line in standings.lines)
    namesakes = set() if all_columns else {name for name, count in named.items() if count > 1}
    for line in standings.lines:
        values = _values(line, categories, namesakes, licences=licences)
        rows.append(DataRow.of(columns, values, _person_of(line.competitor)))
    table = DataTable(gettext("Standings"), columns, tuple(rows))
    hidden = set() if all_columns else {*ABOUT_PEOPLE, "tops"} - {"team"}
    if all(line.overall == line.rank for line in standings.lines):
        hidden.add("overall")
    return table.without(hidden if licences else hidden | {"licence"}).without_empty(_OFTEN_NONE)


def _columns(standings: EventStandings) -> tuple[DataColumn, ...]:
    return (
        *columns_of("rank", "overall", "table", "licence", "name", "series", "category", "club", "country"),
        *columns_of("team", "group", "total", "negative", "percent", "tops"),
        *(
            DataColumn(
                f"game{game.number}",
                game.name if game.final else f"{game.name} ({gettext('in progress')})",
                brief=gettext("G%(number)s") % {"number": game.number},
            )
            for game in standings.games
        ),
    )


def _tops(standings: EventStandings) -> tuple[Cell, ...]:
    percent = 100 if standings.top_total else None
    told: tuple[Cell, ...] = (None, None, None, "", gettext("Top"), *[""] * 6)
    points = [game.top_total for game in standings.games]
    return (*told, standings.top_total, 0, percent, None, *points)


def _person_of(one: Competitor) -> int | None:
    return one.persons[0].player if len(one.persons) == 1 else None


def _values(
    line: EventLine, categories: Sequence[AgeCategory], namesakes: Collection[str], *, licences: bool
) -> tuple[Cell | float, ...]:
    one, told = line.competitor, person_facts(line.competitor, categories)
    beside = [told.licence * licences, told.club] if one.name in namesakes else []
    beside.append(gettext("dropped out") * one.withdrawn)
    said = ", ".join(filter(None, beside))
    words = (told.series, told.category, told.club, told.country, told.team, told.group)
    points = [None if score.absent else score.total for score in line.scores]
    return (
        *(line.rank, line.overall, one.table or None, told.licence),
        *(f"{one.name} ({said})" if said else one.name, *words),
        *(line.total, line.negative, line.percent, line.tops, *points),
    )


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


def person_facts(one: Competitor, categories: Sequence[AgeCategory]) -> Told:
    # A team has only its name: its players are on other lines.
    people = one.persons if one.table else ()
    facts = (
        [person.licence for person in people],
        [one.name],
        [person.series for person in people],
        [category_of(person, categories) for person in people],
        [person.club for person in people],
        [person.country for person in people],
        [one.team],
        [one.group],
    )
    return Told(*(" / ".join(dict.fromkeys(filter(None, each))) for each in facts))
