"""The records and medals of a season: on a page of the club's keepers, and on a public one."""

from datetime import date
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from duplicate.models import Game
from duplicate.website.events.season_records import MOST_HOLDERS, read_records
from tests.factories.past_events import past_event, record, score, season_of
from tournaments.models import Event, Player, Season

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 10)


@pytest.fixture
def keeper(client):
    client.force_login(User.objects.create_superuser("keeper"))
    return client


@pytest.fixture
def season():
    return season_of(DAY, name="Year", public=True)


def evening(name, day, figures, **more):
    """Make an event of one game whose lines have these further figures."""
    event = past_event(name, day, {who: [of.pop("total", 50)] for who, of in figures.items()}, **more)
    entries = {entry.player.name: entry.pk for entry in event.entries.select_related("player")}
    totals = dict(event.results.get().lines.values_list("entry", "total"))
    record(event, 1, {entries[who]: score(totals[entries[who]], **of) for who, of in figures.items()})
    Event.objects.filter(pk=event.pk).update(released=event.released)
    return event


def told(season, **more):
    """Return the records as code: [(name, value)], and medals as code: [(name, times)]."""
    shown = read_records(season, **more)
    records = {record.code: [(line.name, line.text) for line in record.lines] for record in shown.records}
    medals = {one.medal.code: [(held.name, held.count) for held in one.holders] for one in shown.medals}
    return records, medals


def text(answer):
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_the_games_of_the_season_make_records_and_medals(season):
    evening("Cup", DAY, {"Ann": {"total": 90, "top_run": 11, "solos": 1}, "Bob": {"total": 70, "climb": 6}})
    evening("Old", date(2025, 8, 1), {"Ann": {"total": 100, "solos": 4}})
    records, medals = told(season)
    assert records["percent"] == [("Ann", "90.00"), ("Bob", "70.00")]
    assert records["top_run"] == [("Ann", "11")]
    assert records["climb"] == [("Bob", "6")]
    assert medals == {"ten_tops": [("Ann", 1)], "comeback": [("Bob", 1)]}, "her first solo lies before"


def test_only_the_valid_result_of_a_game_counts(season):
    event = evening("Cup", DAY, {"Ann": {"total": 90, "top_run": 11}})
    record(event, 1, {event.entries.get().pk: score(40, top_run=1)})
    records, medals = told(season)
    assert records["percent"] == [("Ann", "40.00")]
    assert medals == {}


def test_games_of_nobody_alone_and_made_up_ones_do_not_count(season):
    past_event("Pairs", DAY, {"Ann": [90]}, pairs={"Ann": "Bob"})
    Event.objects.filter(pk=past_event("Trial", DAY, {"Cid": [100]}).pk).update(made_up=True)
    past_event("Running", DAY, {"Dan": [100]}, final=False)
    assert told(season) == ({}, {})


@pytest.mark.parametrize("more", [{"public": False}, {"released": "hidden"}])
def test_the_public_page_has_what_the_public_index_has(client, season, more):
    evening("Open", DAY, {"Ann": {"total": 80, "solos": 1}})
    evening("Closed", DAY, {"Bob": {"total": 100, "solos": 2}}, **more)
    page = text(client.get(reverse("public-records", args=[season.pk])))
    assert "Ann" in page
    assert "Bob" not in page
    assert "Closed" not in page
    assert "Bob" in [name for name, _value in told(season)[0]["percent"]], "the club's keepers see all"


def test_what_lies_before_in_secret_decides_no_public_medal(season):
    """Without its first solo, the public page would tell that there was one in a game that is not released."""
    evening("Secret", date(2025, 1, 1), {"Ann": {"solos": 1}}, released="hidden")
    evening("Open", DAY, {"Ann": {"solos": 1}})
    assert "first_solo" in told(season, public_only=True)[1]
    assert "first_solo" not in told(season)[1]


def test_an_event_that_hides_names_is_left_out_meanwhile(client, keeper, season, game):
    event = evening("Hiding", DAY, {"Zaphira": {"total": 100}})
    Game.objects.update(event=event, names_hidden=True)
    pages = [reverse(name, args=[season.pk]) for name in ("season-records", "public-records")]
    for page in pages:
        assert "Zaphira" not in text(client.get(page))
    Game.objects.update(state=Game.State.FINISHED)
    for page in pages:
        assert "Zaphira" in text(client.get(page))


def test_a_season_that_is_not_public_has_no_public_records(client, season):
    Season.objects.update(public=False)
    assert client.get(reverse("public-records", args=[season.pk])).status_code == 404


def test_the_pages_link_to_the_players(keeper, season):
    evening("Cup", DAY, {"Ann": {"total": 100}})
    ann = Player.objects.get(name="Ann").pk
    page = text(keeper.get(reverse("season-records", args=[season.pk])))
    assert reverse("person-games", args=[ann]) in page
    assert reverse("public-records", args=[season.pk]) in page
    assert "Perfect game" in page
    assert reverse("public-player", args=[ann]) in text(
        keeper.get(reverse("public-records", args=[season.pk]))
    )
    assert reverse("season-records", args=[season.pk]) in text(
        keeper.get(reverse("season", args=[season.pk]))
    )
    assert reverse("public-records", args=[season.pk]) in text(
        keeper.get(reverse("public-season", args=[season.pk]))
    )


def test_without_a_game_the_page_says_so(keeper, season):
    assert "No game of this season is over yet." in text(
        keeper.get(reverse("season-records", args=[season.pk]))
    )


def test_of_many_holders_the_first_are_named(season):
    names = [f"Player {number:02}" for number in range(MOST_HOLDERS + 3)]
    evening("Cup", DAY, {name: {"total": 100} for name in names})
    (one,) = read_records(season).medals
    assert (len(one.holders), one.more) == (MOST_HOLDERS, 3)


def test_three_games_ask_the_database_as_often_as_one(season):
    def queries():
        with CaptureQueriesContext(connection) as asked:
            read_records(season)
        return len(asked)

    past_event("One", DAY, {"Noah": [90]})
    before = queries()
    past_event("Three", DAY, {"Noah": [90, 80, 70], "Mona": [50, 60, 70], "Olga": [1, 2, 3]})
    assert queries() == before == 5
