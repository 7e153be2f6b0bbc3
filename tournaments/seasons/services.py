"""Seasons: kept by the keepers of the club's people, with an index from the recorded results.

Only finished games count, as recorded, and only for players who played alone: the points of a pair belong to
neither of the two. The public index counts public games alone, so that nobody can work out unreleased
results. A federation's seasons count the games of clubs that agreed, for the people of the federation's list,
once the club has released the standings.
"""

import datetime as dt
from collections.abc import Collection, Iterator
from typing import Any

from django.db import transaction
from django.db.models import Case, Count, Exists, F, FloatField, OuterRef, Q, QuerySet, Sum, When, Window
from django.db.models.functions import Cast, RowNumber

from tournaments.models import Event, GameResult, Player, ResultLine, Season
from tournaments.names import name_visibility
from tournaments.organisers.federations import clubs_sending_results
from tournaments.standings.performance_index import IndexLine, rank_lines
from tournaments.standings.person_facts import PERSON_FACTS, facts_of
from tournaments.standings.ranking import Competitor

# The club's year begins on this day, unless a season says otherwise.
FIRST_MONTH, FIRST_DAY = 9, 1
LEAST_GAMES = 10
# From a line of a result to its player, as the season's organiser knows them: `lines_of_organiser`.
PLAYER = "person"


def usual_season(day: dt.date) -> Season:
    """Return a new season: the club's year that contains the day: from 1 September to 31 August."""
    first = dt.date(day.year, FIRST_MONTH, FIRST_DAY)
    if day < first:
        first = first.replace(year=day.year - 1)
    last = first.replace(year=first.year + 1) - dt.timedelta(days=1)
    name = f"{first.year}–{last.year}"
    return Season(name=name, first_day=first, last_day=last, least_games=LEAST_GAMES)


@transaction.atomic
def save_season(season: Season) -> Season:
    """Store a season, new or changed.

    Raises:
        ValidationError: it ends before it begins, or its name is another's.
    """
    season.full_clean()
    season.save()
    return season


def final_results() -> QuerySet[GameResult]:
    """Return the valid result of each finished game; a game whose rounds were all taken back has none."""
    later = GameResult.objects.filter(
        event=OuterRef("event"), game=OuterRef("game"), version__gt=OuterRef("version")
    )
    results = GameResult.objects.filter(event__whole=True, state=GameResult.State.FINAL, top_total__gt=0)
    return results.filter(~Exists(later)).order_by()


def lines_played(*, public_only: bool, except_events: Collection[int] = ()) -> QuerySet[ResultLine]:
    """Return the lines of final results for players who were there; with `public_only`, only the public ones."""
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
    """Return everybody who played alone in a game of the season, ranked.

    The database adds the games up: in a year of a federation they are many. It takes three queries, four if
    only the best games count. `except_events` are events whose names are hidden at the moment.
    """
    played = lines_played(public_only=public_only, except_events=except_events)
    lines = lines_of_organiser(played, season.organiser_id).filter(
        result__event__date__range=(season.first_day, season.last_day), entry__partner=None
    )
    best, counted, games = season.rules.best_games, lines, dict[int, int]()
    if best is not None:
        counted = lines.filter(pk__in=_best_lines(lines, best))
        games = dict(lines.values_list(PLAYER).annotate(Count("pk")))
    sums = counted.values_list(PLAYER).annotate(
        Count("pk"), Sum("total"), Sum("negative"), Sum("tops"), Sum("result__top_total")
    )
    told = {key: numbers for key, *numbers in sums}
    added_up = (
        IndexLine(
            None, None, competitor, games.get(competitor.key, told[competitor.key][0]), *told[competitor.key]
        )
        for competitor in _competitors(list(told), season.last_day.year)
    )
    return rank_lines(added_up, season.rules)


def sent_by(clubs: Collection[int]) -> Q:
    """Return the condition for lines that these clubs send to their federation: those that they have released."""
    return Q(result__event__organiser__in=clubs) & ~Q(result__event__released=Event.Released.HIDDEN)


def lines_of_organiser(lines: QuerySet[ResultLine], organiser: int) -> QuerySet[ResultLine]:
    """Return the lines at the organiser's events, and of its people at the events of clubs that send it their
    results, each with its `person`.
    """
    clubs = clubs_sending_results(organiser)
    own = Q(result__event__organiser=organiser)
    if not clubs:
        return lines.filter(own).annotate(person=F("entry__player_id"))
    of_people = sent_by(clubs) & Q(entry__player__federation_player__organiser=organiser)
    person = Case(When(own, then=F("entry__player_id")), default=F("entry__player__federation_player_id"))
    return lines.filter(own | of_people).annotate(person=person)


def _best_lines(lines: QuerySet[ResultLine], best: int) -> QuerySet[Any, Any]:
    """Return the keys of each player's best lines, as `performance_index.counting` chooses them.

    The database compares shares as floating-point numbers. These are as exact as fractions: different shares
    of so small numbers are different floating-point numbers, and equal ones are equal.
    """
    tops = F("result__top_total")
    share = Cast(F("total"), FloatField()) / Cast(tops, FloatField())
    place = Window(RowNumber(), partition_by=[F(PLAYER)], order_by=[share.desc(), tops.desc()])
    return lines.annotate(place=place).filter(place__lte=best).values("pk")


def names_of(players: Collection[int]) -> dict[int, str]:
    """Return the names of people of the organiser's list."""
    found = Player.objects.filter(pk__in=players).order_by().values_list("pk", *name_visibility.PARTS)
    return {key: name_visibility.styled(parts) for key, *parts in found}


def _competitors(keys: list[int], year: int) -> Iterator[Competitor]:
    facts = (*name_visibility.PARTS, *PERSON_FACTS)
    for key, *told in Player.objects.filter(pk__in=keys).order_by().values_list("pk", *facts):
        yield _competitor(key, told, year)


def _competitor(key: int, told: list[Any], year: int) -> Competitor:
    name = name_visibility.styled(told[:3])
    return Competitor(key=key, name=name, persons=(facts_of(told[3:], year, key),))
