"""The standings of an event, described once for pages, papers and files."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter

from django.utils.translation import gettext

from tournaments.reports.tables import DataColumn, DataTable, Registry, TableColumn, build_table, registry_of
from tournaments.standings.columns import column_of, points_columns
from tournaments.standings.filters import AgeCategory, category_of
from tournaments.standings.ranking import Competitor, EventLine, EventStandings, PersonFacts, ScoredGame

# Columns that federations ask for, beside the points.
ABOUT_PEOPLE = ("licence", "series", "category", "club", "country", "team", "group")
_OFTEN_NONE = ("table", *ABOUT_PEOPLE)
Column = TableColumn[EventLine, EventStandings]


def _facts(one: Competitor, fact: Callable[[PersonFacts], str]) -> str:
    """Return the facts of the players. A team has only its name: its players are on other lines."""
    return " / ".join(dict.fromkeys(filter(None, map(fact, one.persons if one.table else ()))))


def _of_people(name: str, fact: Callable[[PersonFacts], str]) -> Column:
    return TableColumn(column_of(name), lambda line: _facts(line.competitor, fact))


# `event_table` tells namesakes apart, and knows the age categories of the event.
COLUMNS: Registry[EventLine, EventStandings] = registry_of(
    TableColumn(column_of("rank"), attrgetter("rank")),
    TableColumn(
        column_of("overall"),
        attrgetter("overall"),
        is_shown=lambda standings: any(line.overall != line.rank for line in standings.lines),
    ),
    TableColumn(column_of("table"), lambda line: line.competitor.table or None),
    _of_people("licence", attrgetter("licence")),
    TableColumn(column_of("name"), attrgetter("competitor.name"), lambda _standings: gettext("Top")),
    _of_people("series", attrgetter("series")),
    _of_people("category", lambda person: category_of(person, ())),
    _of_people("club", attrgetter("club")),
    _of_people("country", attrgetter("country")),
    TableColumn(column_of("team"), attrgetter("competitor.team")),
    TableColumn(column_of("group"), attrgetter("competitor.group")),
    *points_columns(),
    TableColumn(column_of("tops"), attrgetter("tops")),
)


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
    named = Counter(line.competitor.name for line in standings.lines)

    def name(line: EventLine) -> str:
        one = line.competitor
        beside = []
        if named[one.name] > 1 and not all_columns:
            beside = [_facts(one, attrgetter("licence")) * licences, _facts(one, attrgetter("club"))]
        said = ", ".join(filter(None, (*beside, gettext("dropped out") * one.withdrawn)))
        return f"{one.name} ({said})" if said else one.name

    columns = COLUMNS | {
        "name": replace(COLUMNS["name"], value=name),
        "category": _of_people("category", lambda person: category_of(person, categories)),
    }
    table = build_table(
        gettext("Standings"),
        (*columns.values(), *map(_game_column, range(len(standings.games)), standings.games)),
        standings.lines,
        standings,
        key=lambda line: _person_of(line.competitor),
        has_head=not standings.of_teams,
    )
    hidden = set() if all_columns else {*ABOUT_PEOPLE, "tops"} - {"team"}
    return table.without(hidden if licences else hidden | {"licence"}).without_empty(_OFTEN_NONE)


def _game_column(place: int, game: ScoredGame) -> Column:
    def points(line: EventLine) -> int | None:
        return None if line.scores[place].absent else line.scores[place].total

    name = game.name if game.final else gettext("{game} (in progress)").format(game=game.name)
    look = DataColumn(f"game{game.number}", name, brief=gettext("G%(number)s") % {"number": game.number})
    return TableColumn(look, points, lambda _standings: game.top_total)


def _person_of(one: Competitor) -> int | None:
    return one.persons[0].player if len(one.persons) == 1 else None
