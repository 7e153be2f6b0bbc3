"""The check-in page: names, badges, undo, and what the doors see of each other."""

import re

import pytest
from django.urls import reverse

from duplicate.games import event_changes
from duplicate.games.players import phone_links
from tests.factories.told_tops import ENGLISH
from tournaments.core.codes import badge_code
from tournaments.models import EventAct, Player

pytestmark = pytest.mark.django_db
SCRIPT = {"HX-Request": "true", **ENGLISH}
NAMES = ("Léa Dupré", "Jean-Luc Œuvré", "Ann Other")


@pytest.fixture
def event(game, arbitrator):
    """Return the event with three expected people."""
    people = Player.objects.bulk_create([Player.named(name) for name in NAMES])
    event_changes.enter_people(event=game.event, players=[one.pk for one in people], by=arbitrator)
    return game.event


@pytest.fixture
def door(desk, event):
    """Return a function that sends a form to the door, or asks it, and returns the answer's text."""

    def ask(entry=None, *, undo=False, headers=SCRIPT, **fields):
        address = (
            reverse("undo-check-in", args=[event.pk, entry.pk])
            if undo
            else reverse("event-door", args=[event.pk])
        )
        if entry is not None and not undo:
            fields["entry"] = entry.pk
        sends = undo or {"entry", "code"} & fields.keys()
        answer = (desk.post if sends else desk.get)(address, fields, headers=headers, follow=True)
        return shown(answer) if answer.status_code == 200 else answer

    return ask


def shown(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", answer.content.decode()))


def entry_of(event, name):
    return event.entries.select_related("player", "partner").get(player__name=name)


@pytest.mark.parametrize(
    ("typed", "found"),
    [("lea dup", NAMES[0]), ("DUPRÉ", NAMES[0]), ("oeuvre", NAMES[1]), ("luc j", NAMES[1]), ("1", NAMES[2])],
)
def test_any_part_of_a_name_finds_the_person(door, event, typed, found):
    told = door(q=typed)
    assert [name for name in NAMES if name in told] == [found]


def test_one_tap_checks_in_and_one_undoes_it(door, event):
    lea = entry_of(event, "Léa Dupré")
    told = door(lea)
    assert "Léa Dupré is there: table" in told
    assert "1 is there" in told
    assert "2 are missing" in told
    assert "Léa" in door(of="there")
    assert "Léa" not in door()
    assert "is expected again" in door(lea, undo=True)
    assert "3 are missing" in door()
    assert list(EventAct.objects.order_by("pk").values_list("act", flat=True))[-2:] == [
        "checked_in",
        "check_in_undone",
    ]


def test_a_second_door_is_told_that_somebody_is_there_already(door, event):
    lea = entry_of(event, "Léa Dupré")
    door(lea)
    assert "is there already" in door(lea)
    assert EventAct.objects.filter(act="checked_in").count() == 1


def test_a_badge_checks_in_typed_or_scanned(door, event):
    lea, ann = entry_of(event, "Léa Dupré"), entry_of(event, "Ann Other")
    assert "Léa Dupré is there" in door(code=badge_code(lea.pk).lower())
    assert "Ann Other is there" in door(code=f"https://club.example/join/ABCDE/#{badge_code(ann.pk)}")
    assert event.entries.filter(arrived_at=None).count() == 1


@pytest.mark.parametrize("code", ["", "AAAA", badge_code(10**9), "<b>", "9" * 400])
def test_another_code_is_refused(door, event, code):
    assert "is no badge of this event" in door(code=code)
    assert event.entries.filter(arrived_at=None).count() == 3


@pytest.mark.parametrize("entry", ["x", "9" * 30, "9" * 5000, "-1", "٣"])
def test_no_key_checks_nobody_in(desk, event, entry):
    assert desk.post(reverse("event-door", args=[event.pk]), {"entry": entry}).status_code == 302
    assert event.entries.filter(arrived_at=None).count() == 3


def test_a_player_with_a_phone_is_there(door, event, game, arbitrator):
    lea = entry_of(event, "Léa Dupré")
    phone_links.give_phone(game=game, entry=lea, by=arbitrator)
    assert "has a phone or a slip" in door(lea, undo=True)
    assert entry_of(event, "Léa Dupré").arrived_at is not None


def test_a_page_without_news_is_answered_without_a_list(desk, door, event, arbitrator):
    page = desk.get(reverse("event-door", args=[event.pk]), headers=SCRIPT).content.decode()
    mark = re.search(r'name="seen" value="([^"]+)"', page)[1]
    assert door(seen=mark).status_code == 204
    event_changes.check_in(event=event, entries=[entry_of(event, "Ann Other").pk], by=arbitrator)
    assert "1 is there" in door(seen=mark)


def test_without_scripts_the_page_says_the_same(door, event):
    lea = entry_of(event, "Léa Dupré")
    assert "1 player checked in." in door(lea, headers=ENGLISH)
    assert "is there already" in door(lea, headers=ENGLISH)
    assert "is expected again" in door(lea, undo=True, headers=ENGLISH)
    assert "is no badge" in door(code="X", headers=ENGLISH)
