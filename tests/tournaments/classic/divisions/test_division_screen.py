"""The big screen of a division: what it is told, in which language, and whom it is shown to."""

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.contrib.auth.models import User
from django.urls import reverse

from tests.factories.divisions import make_division, play_round
from tests.worlds.division import division_of
from tournaments.classic.divisions.phones import join_code
from tournaments.classic.divisions.screen import is_played_today, screen_values
from tournaments.classic.match_records.services import open_record
from tournaments.classic.rounds import pairing
from tournaments.models import Arbitrator, Event

pytestmark = pytest.mark.django_db

PEOPLE = ["Ann", "Bob", "Cleo", "Dan", "Eva"]


@pytest.fixture
def world(db, english):
    return division_of(*PEOPLE, then="paired")


@pytest.fixture
def division(world):
    return world[1]


def fresh(division):
    return type(division).objects.select_related("event").get(pk=division.pk)


def test_pairings_are_shown_once_the_round_has_begun(division, director):
    assert screen_values(division) == {"round": None, "boards": [], "pairings": [], "standings": None}
    pairing.begin_round(division=division, number=1, by=director)
    values = screen_values(division)
    assert (values["round"], values["standings"]) == (1, None)
    assert [one["table"] for one in values["pairings"]] == [1, 2, None]
    assert values["pairings"][-1]["second"] is None
    shown = {one[side] for one in values["pairings"] for side in ("first", "second")} - {None}
    assert shown == set(PEOPLE)


@pytest.mark.parametrize(
    ("day", "zone", "is_today"),
    [
        (date(2026, 5, 2), "Pacific/Auckland", True),
        (date(2026, 5, 1), "Pacific/Auckland", False),
        (date(2026, 5, 1), "America/Toronto", True),
        (date(2026, 5, 1), "", True),
        (date(2026, 5, 2), "", False),
    ],
)
def test_today_is_the_day_where_the_event_is(division, director, settings, day, zone, is_today):
    settings.TIME_ZONE = "Europe/Paris"
    pairing.begin_round(division=division, number=1, by=director)
    Event.objects.update(date=day, time_zone=zone)
    with time_machine.travel(datetime(2026, 5, 1, 15, tzinfo=UTC), tick=False):
        assert is_played_today() == is_today


def test_results_and_standings_wait_for_their_release(director):
    division = make_division(director, PEOPLE)
    play_round(division, 1, director)
    assert {one["result"] for one in screen_values(division)["pairings"]} == {""}
    Event.objects.update(released=Event.Released.PROVISIONAL)
    values = screen_values(fresh(division))
    assert values["pairings"][0]["result"].startswith("401")
    standings = values["standings"]
    assert [column["name"] for column in standings["columns"]] == ["rank", "name", "wins", "spread"]
    assert [row["cells"][0] for row in standings["rows"]][:2] == ["1", "2"]
    assert {row["cells"][1] for row in standings["rows"]} == set(PEOPLE)


def test_only_live_boards_are_shown(division, director):
    pairing.begin_round(division=division, number=1, by=director)
    for match, live in zip(
        division.rounds.get().matches.filter(second__isnull=False), (True, False), strict=True
    ):
        open_record(match=match, by=director, keeper="annotator", live=live, advice=False)
    records = {
        match.record.code: match.record.live
        for match in division.rounds.get().matches.filter(record__isnull=False)
    }
    assert screen_values(division)["boards"] == [code for code, live in records.items() if live]


def test_nothing_is_asked_for_each_player_alone(division, director, django_assert_max_num_queries):
    pairing.begin_round(division=division, number=1, by=director)
    Event.objects.update(released=Event.Released.FINAL)
    division = fresh(division)
    with django_assert_max_num_queries(14):
        screen_values(division)


@pytest.mark.parametrize(("role", "status"), [("helper", 200), ("arbitrator", 200), (None, 404)])
def test_it_is_for_the_desk(client, division, role, status):
    somebody = User.objects.create_user("somebody")
    if role:
        Arbitrator.objects.create(event=division.event, user=somebody, role=role)
    client.force_login(somebody)
    for name in ("division-screen", "division-screen-state"):
        assert client.get(reverse(name, args=[division.event_id, division.pk])).status_code == status


def test_it_speaks_the_language_of_the_event(client, division, director):
    Event.objects.update(language="fr")
    client.force_login(director)
    address = reverse("division-screen", args=[division.event_id, division.pk])
    page = client.get(address, headers={"Accept-Language": "en"})
    assert '<html lang="fr">' in page.content.decode()
    gone = division.entries.first()
    division.entries.filter(pk=gone.pk).update(last_round=0)
    Event.objects.update(released=Event.Released.PROVISIONAL)
    state = client.get(f"{address}state/", headers={"Accept-Language": "en"}).json()
    (row,) = [row for row in state["standings"]["rows"] if row["away"]]
    assert row["cells"][1] == f"{gone.entry.name} (abandon)"
    assert address in client.get(reverse("division", args=[division.event_id, division.pk])).content.decode()


def test_the_code_of_the_event_opens_it_without_a_login(client, division, director):
    pairing.begin_round(division=division, number=1, by=director)
    code = join_code(division.event)
    page = client.get(reverse("screen", args=[code]), follow=True)
    assert page.redirect_chain == [(reverse("coded-screen", args=[code, division.pk]), 302)]
    state = reverse("coded-screen-state", args=[code, division.pk])
    assert state in page.content.decode()
    assert client.get(state).json()["round"] == 1
    assert client.get(reverse("screens"), {"code": code.lower()}).url == page.redirect_chain[0][0]
    wrong = code[:-1] + ("A" if code[-1] != "A" else "B")
    for name in ("coded-screen", "coded-screen-state"):
        assert client.get(reverse(name, args=[wrong, division.pk])).status_code == 404
        assert client.get(reverse(name, args=[code, division.pk + 1])).status_code == 404


def test_of_several_divisions_one_is_chosen(client, division, director):
    other = make_division(director, ["Fay", "Gus"], event=division.event, name="B")
    code = join_code(division.event)
    page = client.get(reverse("screen", args=[code])).content.decode()
    for each in (division, other):
        assert reverse("coded-screen", args=[code, each.pk]) in page
    assert 'name="code"' not in page
