"""Seasons: the club's year, what counts for the index, and what a player did."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories.past_events import past_event, record, score, season_of
from tournaments.models import Club, Player, Season
from tournaments.seasons.history import history_of, public_players
from tournaments.seasons.services import index_of_season, usual_season
from tournaments.standings.performance_index import PlayedGame, rank_season

pytestmark = pytest.mark.database

DAY = date(2026, 1, 10)


@pytest.fixture
def season(db):
    return season_of(DAY, name="Year")


def indexes(season, **which):
    return {
        line.competitor.name: (round(line.index, 2), line.games) for line in index_of_season(season, **which)
    }


@pytest.mark.parametrize(
    ("day", "name", "first", "last"),
    [
        (date(2026, 8, 31), "2025–2026", date(2025, 9, 1), date(2026, 8, 31)),
        (date(2026, 9, 1), "2026–2027", date(2026, 9, 1), date(2027, 8, 31)),
        (date(2028, 2, 29), "2027–2028", date(2027, 9, 1), date(2028, 8, 31)),
    ],
)
def test_the_clubs_year_goes_from_september_to_august(day, name, first, last):
    usual = usual_season(day)
    assert (usual.name, usual.first_day, usual.last_day) == (name, first, last)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "Back", "last_day": date(2025, 8, 31)},
        {"name": ""},
        {"name": "Year"},
        {"name": "None", "least_games": 0},
        {"name": "None", "best_games": 0},
    ],
)
def test_a_season_that_cannot_be_is_not_kept(season, wrong):
    with pytest.raises(ValidationError):
        season_of(DAY, **wrong)
    assert Season.objects.count() == 1


def test_games_that_are_over_count_on_the_days_of_the_season(season):
    past_event("Before", date(2025, 8, 31), {"Noah": [10]})
    past_event("First", date(2025, 9, 1), {"Noah": [80], "Mona": [60, 40]} | {"Noah": [80, None]})
    past_event("Last", date(2026, 8, 31), {"Noah": [60]}, top=200)
    past_event("After", date(2026, 9, 1), {"Noah": [10]})
    past_event("Goes on", DAY, {"Noah": [10]}, final=False)
    assert indexes(season) == {"Noah": (round(100 * 140 / 300, 2), 2), "Mona": (50, 2)}


def test_the_last_version_of_a_game_counts(season):
    event = past_event("Cup", DAY, {"Noah": [10]})
    entry = event.entries.get()
    record(event, 1, {entry.pk: score(70)})
    assert indexes(season) == {"Noah": (70, 1)}
    record(event, 1, {entry.pk: score(75)}, final=False)
    assert indexes(season) == {}, "it goes on"


def test_pairs_count_for_neither_of_the_two(season):
    past_event("Pairs", DAY, {"Noah": [90], "Mona": [50]}, pairs={"Noah": "Olga"})
    assert indexes(season) == {"Mona": (50, 1)}


def test_the_public_counts_public_games_alone(season):
    past_event("Open", DAY, {"Noah": [90]})
    past_event("Not released", DAY, {"Noah": [10]}, released="hidden")
    past_event("Not public", DAY, {"Noah": [20], "Mona": [30]}, public=False)
    assert indexes(season) == {"Noah": (40, 3), "Mona": (30, 1)}
    assert indexes(season, public_only=True) == {"Noah": (90, 1)}


def test_events_can_be_left_out(season):
    event = past_event("Hidden names", DAY, {"Noah": [90]})
    assert indexes(season, except_events={event.pk}) == {}


def test_ages_are_those_of_the_year_in_which_the_season_ends(season):
    past_event("Cup", DAY, {"Noah": [90]})
    Player.objects.update(birth_year=1964, club=Club.objects.create(name="Lyon", key="lyon"))
    (line,) = index_of_season(season)
    assert (line.competitor.persons[0].age, line.competitor.persons[0].club) == (62, "Lyon")


@pytest.mark.parametrize(("best", "expected"), [(None, 3), (2, 4)])
def test_an_index_asks_as_often_however_many_play(season, best, expected):
    season.best_games = best

    def queries():
        with CaptureQueriesContext(connection) as asked:
            index_of_season(season)
        return len(asked)

    past_event("One", DAY, {"Noah": [90]})
    assert queries() == expected
    past_event("Three", DAY, {"Noah": [90, 80, 70], "Mona": [50, 60, 70], "Olga": [1, 2, 3]})
    assert queries() == expected


@pytest.mark.parametrize("best", [None, 1, 2, 3, 9])
def test_the_database_adds_up_what_the_formula_does(season, best):
    """Compare equal shares of different tops, and players with fewer games than count."""
    totals = {
        100: {"Noah": [90, 50, 33], "Mona": [90, 50, None], "Olga": [0, -5, 10]},
        200: {"Noah": [100, 180, 66], "Mona": [179, 181, 100], "Pia": [1, 1, 1]},
        3: {"Noah": [1, 2, 3], "Olga": [1, 1, 1]},
    }
    played = {}
    for top, of_event in totals.items():
        past_event(f"Tops of {top}", DAY, of_event, top=top)
        for name, games in of_event.items():
            scores = [score(total, top) for total in games if total is not None]
            played.setdefault(name, []).extend(
                PlayedGame(one.total, one.negative, one.tops, top) for one in scores
            )
    keys = {player.name: player.pk for player in Player.objects.all()}
    season.best_games = best
    lines = index_of_season(season)
    expected = rank_season(
        [line.competitor for line in lines],
        {keys[name]: games for name, games in played.items()},
        season.rules,
    )
    assert len(lines) == 4
    assert lines == expected


def test_a_history_has_every_game_with_its_rank(season):
    past_event("Second", date(2026, 2, 1), {"Noah": [70], "Mona": [70], "Olga": [90], "Pia": [None]})
    past_event("First", DAY, {"Noah": [60], "Mona": [50]}, pairs={"Noah": "Olga"})
    history = history_of(Player.objects.get(name="Noah"))
    assert [
        (line.event, line.game, line.rank, line.players, line.partner, line.percent) for line in history.lines
    ] == [("First", "Game 1", 1, 2, "Olga", 60), ("Second", "Game 1", 2, 3, "", 70)]
    assert [line.event for line in history.best] == ["Second", "First"]
    assert (history.played.total, history.percent) == (130, 65)
    assert [(one.season.name, one.games, one.index) for one in history.seasons] == [("Year", 1, 70)]
    partner = history_of(Player.objects.get(name="Olga")).lines
    assert [(line.event, line.partner) for line in partner] == [("First", "Noah"), ("Second", "")]


def test_the_public_history_is_of_public_events_and_seasons(season):
    past_event("Open", DAY, {"Noah": [90]})
    past_event("Not released", DAY, {"Noah": [10], "Mona": [20]}, released="hidden")
    history = history_of(Player.objects.get(name="Noah"), public_only=True)
    assert [line.event for line in history.lines] == ["Open"]
    assert history.seasons == ()
    assert [player.name for player in public_players()] == ["Noah"]


def test_who_never_played_has_an_empty_history(db):
    player = Player.named("Zoe")
    player.save()
    history = history_of(player)
    assert (history.lines, history.percent) == ((), None)


def test_a_history_takes_three_queries_however_long_it_is(season):
    def queries():
        with CaptureQueriesContext(connection) as asked:
            history_of(Player.objects.get(name="Noah"))
        return len(asked)

    past_event("One", DAY, {"Noah": [90]})
    before = queries()
    past_event("Three", DAY, {"Noah": [90, 80, 70], "Mona": [50, 60, 70]}, pairs={"Mona": "Olga"})
    assert queries() == before == 4
