"""Seasons: kept by whoever keeps the people of the club, and their index from the results on record.

Only games that are over count, as they stand on record, for who played alone: the points of a pair are not those of one
of them. What the public sees counts public games alone, so that nobody can work out what has not been released.
"""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from tournaments.indexes import IndexLine, IndexRules, PlayedGame, rank_season
from tournaments.models import Event, GameResult, ResultLine, Season
from tournaments.standings import Competitor, PersonFacts

# The club's year begins with this day, unless a season says otherwise.
FIRST_MONTH, FIRST_DAY = 9, 1
LEAST_GAMES = 10


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """What a keeper says of a season."""

    name: str
    first_day: dt.date
    last_day: dt.date
    rules: IndexRules
    public: bool = False


def usual_season(day: dt.date) -> SeasonSettings:
    """The club's year that has the day: from 1 September to 31 August."""
    first = dt.date(day.year, FIRST_MONTH, FIRST_DAY)
    if day < first:
        first = first.replace(year=day.year - 1)
    last = first.replace(year=first.year + 1) - dt.timedelta(days=1)
    return SeasonSettings(f"{first.year}–{last.year}", first, last, IndexRules(LEAST_GAMES))


@transaction.atomic
def save_season(*, settings: SeasonSettings, season: Season | None = None) -> Season:
    """Keep a season; without one, a new one.

    Raises:
        ValidationError: it ends before it begins, or its name is another's.
    """
    season = season or Season()
    season.name, season.public = settings.name, settings.public
    season.first_day, season.last_day = settings.first_day, settings.last_day
    season.least_games = settings.rules.least_games
    season.best_games = settings.rules.best_games
    season.club_players = settings.rules.club_players
    season.full_clean()
    season.save()
    return season


def final_results() -> QuerySet[GameResult]:
    """What holds of each game that is over; a game whose rounds were all taken back is none."""
    later = GameResult.objects.filter(
        event=OuterRef("event"), game=OuterRef("game"), version__gt=OuterRef("version")
    )
    return GameResult.objects.filter(~Exists(later), state=GameResult.State.FINAL, top_total__gt=0).order_by()


def lines_played(*, public_only: bool, except_events: Collection[int] = ()) -> QuerySet[ResultLine]:
    """The lines of final results of those who were there; with `public_only`, of what anybody may know."""
    lines = ResultLine.objects.filter(result__in=final_results(), absent=False, result__event__made_up=False)
    if except_events:
        lines = lines.exclude(result__event__in=list(except_events))
    if public_only:
        lines = lines.filter(result__event__public=True).exclude(
            result__event__released=Event.Released.HIDDEN
        )
    return lines.order_by()


def index_of_season(
    season: Season, *, public_only: bool = False, except_events: Collection[int] = ()
) -> tuple[IndexLine, ...]:
    """Everybody who played alone in a game of the season, ranked; one query.

    `except_events` are events whose names are hidden at the moment.
    """
    lines = lines_played(public_only=public_only, except_events=except_events).filter(
        result__event__date__range=(season.first_day, season.last_day), entry__partner=None
    )
    facts = ("name", "licence", "club__name", "country", "series", "birth_year")
    played: dict[int, list[PlayedGame]] = {}
    people: dict[int, Competitor] = {}
    for key, total, negative, tops, top_total, *told in lines.values_list(
        "entry__player_id",
        "total",
        "negative",
        "tops",
        "result__top_total",
        *(f"entry__player__{fact}" for fact in facts),
    ):
        played.setdefault(key, []).append(PlayedGame(total, negative, tops, top_total))
        if key not in people:
            people[key] = _competitor(key, told, season.last_day.year)
    return rank_season(people.values(), played, season.rules)


def _competitor(key: int, told: list[Any], year: int) -> Competitor:
    name, licence, club, country, series, born = told
    age = None if born is None else year - born
    return Competitor(
        key=key, name=name, persons=(PersonFacts(licence, club or "", country, series, age, key),)
    )
