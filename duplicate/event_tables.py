"""The standings of an event as a table, for spreadsheets: the columns that federations ask for."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import tablib
from django.utils.translation import gettext

from tournaments.selections import AgeCategory, category_of
from tournaments.standings import Competitor, EventLine, EventStandings


def event_table(
    standings: EventStandings, categories: Sequence[AgeCategory], *, licences: bool = True
) -> tablib.Dataset:
    """A line with the tops (but of teams), then one row a competitor; what concerns two players is written for both."""
    names = [f"{game.number}. {game.name}" for game in standings.games]
    table = tablib.Dataset(headers=[*_headings(), *names], title="standings")
    if not standings.of_teams:
        table.append(_tops(standings))
    for line in standings.lines:
        table.append(_row(line, categories))
    if not licences:
        del table[gettext("Licence")]
    return table


def _headings() -> list[str]:
    return [
        gettext("Rank"),
        gettext("Table"),
        gettext("Licence"),
        gettext("Name"),
        gettext("Series"),
        gettext("Category"),
        gettext("Club"),
        gettext("Country"),
        gettext("Team"),
        gettext("Group"),
        gettext("Total"),
        gettext("Negative"),
        "%",
        gettext("Tops"),
    ]


def _tops(standings: EventStandings) -> list[object]:
    percent = 100 if standings.top_total else None
    told = ["", "", "", gettext("Top"), *[""] * 6]
    return [*told, standings.top_total, 0, percent, None, *(game.top_total for game in standings.games)]


def _row(line: EventLine, categories: Sequence[AgeCategory]) -> list[object]:
    words = astuple(told_of(line.competitor, categories))
    percent = None if line.percent is None else round(line.percent, 2)
    points = [None if score.absent else score.total for score in line.scores]
    table = line.competitor.table or None
    return [line.rank, table, *words, line.total, line.negative, percent, line.tops, *points]


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a competitor beside points; of two players for both."""

    licence: str
    name: str
    series: str
    category: str
    club: str
    country: str
    team: str
    group: str


def told_of(one: Competitor, categories: Sequence[AgeCategory]) -> Told:
    # A team is its name: who plays in it is on other lines.
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
