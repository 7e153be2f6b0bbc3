"""Lists of the seating of a classic event: the tables of the round, not the numbers of the entries."""

import csv

import pytest
from django.urls import reverse

from tests.factories.divisions import entrant_named, make_division, play_round, players
from tests.factories.documents import document, printed, written
from tests.worlds.division import begin_division, division_of
from tournaments.classic.divisions.entrants import set_fixed_table
from tournaments.classic.rounds import pairing
from tournaments.classic.rounds.manual_pairing import pair_by_hand
from tournaments.events.rooms import RoomPlan, set_rooms
from tournaments.events.staff import AtDesk
from tournaments.models import Arbitrator, Event
from tournaments.printing.page import changes_since
from tournaments.printing.registry import subject_of
from tournaments.time import clock

pytestmark = pytest.mark.django_db
FIXED = "Player 004"
CHIEF = AtDesk(Arbitrator.Role.CHIEF, names_hidden=False)


def fix_a_table(names):
    """Enter players, of whom one stays at table 5."""
    director, division = begin_division(names)
    set_fixed_table(entrant=entrant_named(division, FIXED), table=5, by=director)
    return director, division


@pytest.fixture
def world(english):
    return division_of(*players(5), story=fix_a_table)


@pytest.fixture
def director(world):
    return world[0]


@pytest.fixture
def division(world):
    return world[1]


@pytest.fixture
def event(division):
    return Event.objects.get(pk=division.event_id)


def lines(event, name):
    """Return the rows of a list by their headings."""
    return list(csv.DictReader(written(event, name, "csv", of="event").splitlines()))


def tables(event):
    return {line["Name"]: line["Table"] for line in lines(event, "seating-by-name")}


def test_before_a_round_is_paired_there_is_nothing_to_print(event, director, client):
    for name in ("seating-by-name", "seating-by-table"):
        assert (document("event", name).count(event), lines(event, name)) == (0, [])
    assert document("event", "check-in-list").count(event) == 5
    assert [line["Table"] for line in lines(event, "check-in-list")] == [""] * 5
    (text,) = printed(event, "check-in-list", of="event")
    assert "Table" not in text
    client.force_login(director)
    file = reverse("document-file", args=[event.pk, "event", event.pk, "seating-by-name", "pdf"])
    assert file not in client.get(reverse("print", args=[event.pk])).content.decode()


def test_it_has_the_tables_of_the_round(division, event, director):
    names = players(5)
    pair_by_hand(division=division, number=1, pairs=[(1, 3), (2, 4), (5, None)], by=director)
    assert tables(event) == dict(zip(names, ["1", "5", "1", "5", ""], strict=True))
    assert [line["Table"] for line in lines(event, "seating-by-table")] == ["1", "1", "5", "5"]
    assert [line["Table"] for line in lines(event, "check-in-list")] == ["1", "5", "1", "5", ""]
    assert document("event", "seating-by-name").count(event) == 5
    set_rooms(event=event, plans=[RoomPlan("Hall", range(5, 9))], by=director)
    assert {line["Name"]: line["Room"] for line in lines(event, "seating-by-name")}[FIXED] == "Hall"
    (text,) = printed(event, "seating-by-name", of="event")
    assert "5 players · Round 1" in text


def test_the_next_round_comes_before_the_one_that_has_begun(division, event, director):
    play_round(division, 1, director)
    assert "Round 1" in printed(event, "seating-by-name", of="event")[0]
    pairing.pair_next_round(division=division, number=2, by=director)
    assert "Round 2" in printed(event, "seating-by-name", of="event")[0]
    at = {
        entrant.entry.player.name: str(match.table or "")
        for match in division.rounds.get(number=2).matches.all()
        for entrant in (match.first, match.second)
        if entrant
    }
    assert tables(event) == at


def test_each_division_has_its_round(division, event, director):
    second = make_division(director, ["Zoe", "Yan"], event=division.event, name="Second", first_table=11)
    play_round(division, 1, director)
    pairing.pair_next_round(division=division, number=2, by=director)
    pairing.pair_next_round(division=second, number=1, by=director)
    assert "Open: Round 2; Second: Round 1" in printed(event, "seating-by-name", of="event")[0]
    assert tables(event)["Zoe"] == "11"


def test_pairings_make_it_outdated(division, event, director):
    since = clock.now()
    pairing.pair_next_round(division=division, number=1, by=director)
    seating = document("event", "seating-by-name")
    count, _told = changes_since(subject_of("event"), event, seating, options={}, since=since, who=CHIEF)
    assert count == 1
