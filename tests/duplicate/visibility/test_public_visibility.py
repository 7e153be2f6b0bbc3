"""The public view of events, seasons and players, on pages and over the API."""

from datetime import date

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.models import Game
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from engine.rules import (
    RuleSet,
)
from tests.factories.event_settings import event_with
from tests.factories.past_events import past_event, record, score, season_of
from tournaments.api.public import PerAddressThrottle
from tournaments.events import services as event_services
from tournaments.models import Entry, Event, Player
from tournaments.people import services as people_services

pytestmark = pytest.mark.django_db

DAY = date(2026, 1, 10)


@pytest.fixture(autouse=True)
def no_throttling():
    cache.clear()


@pytest.fixture
def anybody():
    return Client()


@pytest.fixture
def season():
    return season_of(DAY, public=True)


@pytest.fixture
def running(game, players, open_round, close_round, announce_top, arbitrator):
    """Return a public event with released standings and a game of one announced round; Noah has the top."""
    open_round("TRAINER")
    slip_services.key_slip(
        game=game, entry=players[1][0], word="TRAINER", reference="H4", stated_score=66, by=arbitrator
    )
    close_round()
    announce_top(1)
    Event.objects.update(public=True, released="provisional")
    game.refresh_from_db()
    return game


def text(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def addresses(event, season, player):
    """Return all public addresses of them."""
    return [
        reverse("public-events"),
        reverse("public-standings", args=[event.pk]),
        reverse("public-season", args=[season.pk]),
        reverse("public-player", args=[player.pk]),
        reverse("api-events"),
        reverse("api-event", args=[event.pk]),
        reverse("api-standings", args=[event.pk]),
        reverse("api-standings-csv", args=[event.pk]),
        reverse("api-seasons"),
        reverse("api-season", args=[season.pk]),
        reverse("api-season-csv", args=[season.pk]),
        reverse("api-player", args=[player.pk]),
    ]


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("public", "released", "listed", "seen", "standings"),
    [
        (False, "hidden", False, False, False),
        (True, "hidden", True, True, False),
        (False, "provisional", False, True, True),
        (True, "final", True, True, True),
    ],
)
def test_who_sees_what_is_up_to_the_chief(anybody, season, public, released, listed, seen, standings):
    event = past_event("Cup", DAY, {"Noah": [80]}, public=public, released=released)
    player = Player.objects.get()
    assert ("Cup" in text(anybody.get(reverse("public-events")))) == listed
    assert bool(anybody.get(reverse("api-events")).json()["events"]) == listed
    for name in ("public-standings", "api-event"):
        assert (anybody.get(reverse(name, args=[event.pk])).status_code == 200) == seen
    if seen:
        assert ("Noah" in text(anybody.get(reverse("public-standings", args=[event.pk])))) == standings
    for name in ("api-standings", "api-standings-csv"):
        assert (anybody.get(reverse(name, args=[event.pk])).status_code == 200) == standings
    for name in ("public-player", "api-player"):
        answer = anybody.get(reverse(name, args=[player.pk]))
        assert (answer.status_code == 200) == (public and standings)
    assert ("Noah" in text(anybody.get(reverse("public-season", args=[season.pk])))) == (public and standings)


def test_the_chief_makes_an_event_public_in_its_settings(desk, game, anybody):
    fields = {"name": "Open cup", "date": "2026-01-10", "public": "on"}
    assert desk.post(reverse("event-settings", args=[game.event_id]), fields).status_code == 302
    assert "Open cup" in text(anybody.get(reverse("public-events")))
    desk.post(reverse("event-settings", args=[game.event_id]), fields | {"public": ""})
    assert "Open cup" not in text(anybody.get(reverse("public-events")))


def test_a_running_event_has_its_games_with_codes_and_screens(anybody, running):
    page = text(anybody.get(reverse("public-standings", args=[running.event_id])))
    assert reverse("join", args=[running.code]) in page
    assert reverse("screen", args=[running.code]) in page
    assert page.index("Noah") < page.index("Mona")
    (told,) = anybody.get(reverse("api-event", args=[running.event_id])).json()["games"]
    assert told == {"number": 1, "name": "Tuesday", "state": "playing", "code": running.code, "rounds": 1}


def test_codes_are_told_of_public_events_and_games_in_progress_alone(anybody, running, arbitrator):
    where = [reverse(name, args=[running.event_id]) for name in ("public-standings", "api-event")]
    Event.objects.update(public=False)
    assert not any(running.code in text(anybody.get(each)) for each in where)
    Event.objects.update(public=True)
    game_services.end_game(game=running, by=arbitrator)
    assert not any(running.code in text(anybody.get(each)) for each in where)


def test_nothing_of_a_round_is_told_before_it_is_announced(anybody, running, season, players, arbitrator):
    where = addresses(running.event, season, players[0][0].player)
    before = [text(anybody.get(each)) for each in where]
    round_services.type_rack(game=running, rack="-SATIRES", by=arbitrator)
    round_services.open_round(game=running, by=arbitrator)
    round_services.start_clock(game=running, by=arbitrator)
    slip_services.key_slip(
        game=running, entry=players[0][0], word="SATIRES", reference="4A", stated_score=70, by=arbitrator
    )
    assert [text(anybody.get(each)) for each in where] == before


def test_hidden_names_are_hidden_from_everybody(anybody, running, season):
    Game.objects.update(names_hidden=True)
    Player.objects.filter(name="Noah").update(series="Vermeil")
    past_event("Elsewhere", DAY, {"Pia": [10]})
    player = Player.objects.get(name="Noah")
    for each in addresses(running.event, season, Player.objects.get(name="Pia")):
        told = text(anybody.get(each))
        assert "Noah" not in told
        assert "Vermeil" not in told
    page = text(anybody.get(reverse("public-standings", args=[running.event_id])))
    assert "Table 2" in page
    assert reverse("public-player", args=[player.pk]) not in page
    for name in ("public-player", "api-player"):
        assert anybody.get(reverse(name, args=[player.pk])).status_code == 404
    lines = anybody.get(reverse("api-standings", args=[running.event_id])).json()["lines"]
    assert {person["player"] for line in lines for person in line["persons"]} == {None}


def test_names_lead_to_what_players_did_where_the_event_is_public(anybody, season):
    event = past_event("Cup", DAY, {"Noah": [80, 70]})
    player = Player.objects.get()
    where = reverse("public-player", args=[player.pk])
    assert where in text(anybody.get(reverse("public-standings", args=[event.pk])))
    assert where in text(anybody.get(reverse("public-season", args=[season.pk])))
    page = text(anybody.get(where))
    assert "75.00" in page
    assert '<svg class="line-chart"' in page
    Event.objects.update(public=False)
    assert where not in text(anybody.get(reverse("public-standings", args=[event.pk])))


@pytest.mark.slow
def test_everything_may_be_kept_until_it_changes(anybody, running, season, players, arbitrator):
    for each in addresses(running.event, season, players[0][0].player):
        first = anybody.get(each)
        assert first.status_code == 200
        assert "public" in first["Cache-Control"]
        assert "max-age=" in first["Cache-Control"]
        assert not first.cookies
        assert b"csrf" not in first.content
        again = anybody.get(each, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["Cache-Control"] == first["Cache-Control"]
        assert anybody.head(each).status_code == 200
    event = running.event
    seconds = [anybody.get(reverse("public-standings", args=[event.pk]))["Cache-Control"]]
    game_services.end_game(game=running, by=arbitrator)
    seconds.append(anybody.get(reverse("public-standings", args=[event.pk]))["Cache-Control"])
    assert [each.partition("max-age=")[2] for each in seconds] == ["5", "300"]


def change_rank(game, by):
    game_services.end_game(game=game, by=by)


def change_release(game, by):
    event_services.release_standings(event=game.event, released=Event.Released.FINAL, by=by)


def change_name(game, by):
    settings = event_with(game.event, name="Renamed", public=True)
    event_services.change_settings(event=game.event, settings=settings, by=by)


def change_player(game, by):
    player = Player.objects.get(name="Noah")
    people_services.save_player(people_services.Person("Noé"), player)


def add_game(game, by):
    game_services.create_game(
        name="Second", by=by, event=game.event, lexicon="english", notation="duplicate", rules=RuleSet()
    )


@pytest.mark.repeats
@pytest.mark.parametrize("change", [change_rank, change_release, change_name, change_player, add_game])
def test_a_change_is_a_new_version(anybody, running, arbitrator, change):
    names = ("public-standings", "api-event", "api-standings")
    where = [reverse(name, args=[running.event_id]) for name in names]
    before = {each: anybody.get(each)["ETag"] for each in where}
    change(running, arbitrator)
    after = {each: anybody.get(each, headers={"If-None-Match": before[each]}) for each in where}
    kept = [each for each in where if after[each].status_code != 200 or after[each]["ETag"] == before[each]]
    assert kept == []


@pytest.mark.repeats
@pytest.mark.parametrize(
    "name", ["public-events", "public-season", "public-player", "api-season", "api-player"]
)
def test_a_game_more_is_a_new_version_of_what_goes_over_many(anybody, season, name):
    past_event("Cup", DAY, {"Noah": [80]})
    args = {"public-season": [season.pk], "api-season": [season.pk], "public-events": []}
    where = reverse(name, args=args.get(name, [Player.objects.get().pk]))
    before = anybody.get(where)
    past_event("Other cup", DAY, {"Noah": [10]})
    after = anybody.get(where, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.content != before.content


def test_each_language_is_kept_for_itself_and_chosen_by_a_link(anybody, season):
    event = past_event("Cup", DAY, {"Noah": [80]})
    where = reverse("public-standings", args=[event.pk])
    english = anybody.get(where)
    assert "Cookie" in english["Vary"]
    assert "Accept-Language" in english["Vary"]
    french = anybody.get(where + "?sort=name&language=fr")
    assert (french.status_code, french.url) == (302, where + "?sort=name")
    answer = anybody.get(where, headers={"If-None-Match": english["ETag"]})
    assert '<html lang="fr"' in text(answer)
    assert "?language=en" in text(answer)
    assert '<html lang="fr"' in text(anybody.get(where + "?language=xx"))


def test_standings_are_selected_and_sorted(anybody, season):
    event = past_event("Cup", DAY, {"Noah": [80], "Mona": [70], "Olga": [90]})
    Player.objects.exclude(name="Olga").update(series="4B", licence="")
    asked = "?series=4B&sort=name"
    lines = anybody.get(reverse("api-standings", args=[event.pk]) + asked).json()["lines"]
    assert [(line["rank"], line["overall"], line["name"]) for line in lines] == [
        (2, 3, "Mona"),
        (1, 2, "Noah"),
    ]
    csv = text(anybody.get(reverse("api-standings-csv", args=[event.pk]) + asked)).splitlines()
    headings = csv[0].split(",")
    assert "Licence" not in headings
    assert [row.split(",")[headings.index("Name")] for row in csv[2:]] == ["Mona", "Noah"]
    index = anybody.get(reverse("api-season", args=[season.pk]) + asked).json()["players"]
    assert [(line["rank"], line["name"], line["index"]) for line in index] == [
        (2, "Mona", 70),
        (1, "Noah", 80),
    ]


@pytest.mark.parametrize(
    ("asked", "field", "code"),
    [
        ("?clubb=Namur", "clubb", "unknown_parameter"),
        ("?columns=all", "columns", "unknown_parameter"),
        ("?club=Nowhere", "club", "invalid_choice"),
        ("?sort=total", "sort", "invalid_choice"),
        ("?show=teams", "show", "invalid_choice"),
        ("?page=x", "page", None),
    ],
)
def test_what_is_no_filter_is_refused(anybody, season, asked, field, code):
    event = past_event("Cup", DAY, {"Noah": [80]})
    for name, key in (
        ("api-standings", event.pk),
        ("api-standings-csv", event.pk),
        ("api-season", season.pk),
    ):
        answer = anybody.get(reverse(name, args=[key]) + asked)
        [error] = answer.json()["errors"]
        assert (answer.status_code, error["field"]) == (400, field)
        assert code in {None, error["code"]}
    assert anybody.get(reverse("api-standings", args=[event.pk]) + "?sort=rank").status_code == 200


def test_events_are_found_by_words_and_days(anybody):
    for name, day in (("Winter cup", 10), ("Spring cup", 20), ("Open", 30)):
        past_event(name, DAY.replace(day=day), {"Noah": [80]})

    def found(**asked):
        return [event["name"] for event in anybody.get(reverse("api-events"), asked).json()["events"]]

    assert found(q="cup") == ["Spring cup", "Winter cup"]
    assert found(**{"from": "2026-01-20"}) == ["Open", "Spring cup"]
    assert found(**{"from": "2026-01-11", "to": "2026-01-20", "q": "CUP"}) == ["Spring cup"]
    for wrong in ("2026-02-30", "x", ""):
        answer = anybody.get(reverse("api-events"), {"to": wrong})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "to")


def test_licences_are_told_to_nobody(anybody, season):
    event = past_event("Cup", DAY, {"Noah": [80]})
    Player.objects.update(licence="LIC-7", birth_year=32109)
    for each in addresses(event, season, Player.objects.get()):
        told = text(anybody.get(each))
        assert "LIC-7" not in told
        assert "32109" not in told


def test_who_asks_too_often_waits(anybody, season, monkeypatch):
    monkeypatch.setattr(PerAddressThrottle, "rate", "2/min")
    said = [anybody.get(reverse("api-seasons")).status_code for _time in range(3)]
    assert said == [200, 200, 429]


def test_addresses_of_one_network_ask_together(anybody, monkeypatch):
    monkeypatch.setattr(PerAddressThrottle, "rate", "2/min")
    addresses = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:aaaa::3", "2001:db8:1:3::1"]
    said = [anybody.get(reverse("api-seasons"), REMOTE_ADDR=one).status_code for one in addresses]
    assert said == [200, 200, 429, 200]


@pytest.mark.repeats
@pytest.mark.parametrize(
    "name",
    ["public-events", "public-standings", "public-season", "public-player", "api-events", "api-standings"],
)
def test_a_list_of_three_asks_the_database_as_often_as_one_of_one(anybody, season, name):
    event = past_event("Cup", DAY, {"Noah": [80]})
    player = Player.objects.get()

    def queries():
        which = {"season": season.pk, "player": player.pk, "standings": event.pk}
        args = [pk for part, pk in which.items() if part in name]
        with CaptureQueriesContext(connection) as asked:
            assert anybody.get(reverse(name, args=args)).status_code == 200
        return len(asked)

    anybody.get(reverse("public-events"))
    before = queries()
    for table, who in enumerate(("Zoe", "Una"), start=2):
        Entry.objects.create(event=event, player=people_services.player_for(who, licences=False), table=table)
    for number in (1, 2, 3):
        record(event, number, {entry.pk: score(50 + entry.table) for entry in event.entries.all()})
    past_event("Three", DAY, {"Noah": [90, 80, 70], "Mona": [50, 60, 70], "Olga": [1, 2, 3]})
    past_event("Pairs", DAY, {"Noah": [90], "Mona": [50]}, pairs={"Noah": "Pia"})
    assert queries() == before
