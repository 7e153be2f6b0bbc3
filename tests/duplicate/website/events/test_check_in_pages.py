"""The check-in page: names, badges, undo, and what the doors see of each other."""

import re

import pytest
from django.urls import reverse

from duplicate.games import event_changes
from duplicate.games.players import phone_links
from tests.factories.divisions import make_division
from tests.factories.games import ENGLISH
from tournaments.classic.divisions.entrants import enter_players
from tournaments.classic.rounds.manual_pairing import pair_by_hand
from tournaments.classic.rounds.pairing import begin_round, pair_again, pair_next_round
from tournaments.classic.rounds.results import enter_result
from tournaments.classic.scores.scores import Score
from tournaments.codes import badge_code
from tournaments.errors import RuleViolation
from tournaments.events.actions import act_text
from tournaments.events.check_in import check_in
from tournaments.events.services import create_event
from tournaments.models import Entry, EventAct, Player
from tournaments.names import name_visibility
from tournaments.time import clock

pytestmark = pytest.mark.django_db
SCRIPT = {"HX-Request": "true", **ENGLISH}
UNDO, PAID = "undo-check-in", "set-paid"
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

    def ask(entry=None, *, act="", headers=SCRIPT, **fields):
        address = reverse(act or "event-door", args=[event.pk, entry.pk] if act else [event.pk])
        if entry is not None and not act:
            fields["entry"] = entry.pk
        sends = act or {"entry", "code"} & fields.keys()
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
    assert "is expected again" in door(lea, act=UNDO)
    assert "3 are missing" in door()
    assert list(EventAct.objects.order_by("pk").values_list("act", flat=True))[-2:] == [
        "checked_in",
        "check_in_undone",
    ]


def test_an_undo_of_nobody_here_is_not_there(desk, event):
    address = reverse(UNDO, args=[event.pk, 10**20])
    assert desk.post(address, headers=SCRIPT).status_code == 404


def test_the_log_names_one_who_is_checked_in_and_counts_several(door, event, arbitrator):
    lea, *others = event.entries.order_by("pk")
    door(lea)
    check_in(event=event, entries=[entry.pk for entry in others], by=arbitrator)
    one, several = EventAct.objects.filter(act="checked_in").order_by("pk")
    assert act_text(one) == f"Checked in at the desk: {lea.full_name}"
    assert act_text(several) == f"Checked in at the desk: {len(others)}"
    with name_visibility.hidden(True):
        assert act_text(one) == "Checked in at the desk: …"


def test_a_second_door_is_told_that_somebody_is_there_already(door, event):
    lea = entry_of(event, "Léa Dupré")
    door(lea)
    assert "is already checked in" in door(lea)
    assert EventAct.objects.filter(act="checked_in").count() == 1


def test_a_badge_checks_in_typed_or_scanned(door, event):
    lea, ann = entry_of(event, "Léa Dupré"), entry_of(event, "Ann Other")
    assert "Léa Dupré is there" in door(code=badge_code(lea.pk).lower())
    assert "Ann Other is there" in door(code=f"https://club.example/join/ABCDE/#{badge_code(ann.pk)}")
    assert event.entries.filter(arrived_at=None).count() == 1


@pytest.mark.parametrize("code", ["", "AAAA", badge_code(10**9), "<b>", "9" * 400])
def test_another_code_is_refused(door, event, code):
    assert "is not a badge of this event" in door(code=code)
    assert event.entries.filter(arrived_at=None).count() == 3


@pytest.mark.parametrize("entry", ["x", "9" * 30, "9" * 5000, "-1", "٣"])
def test_no_key_checks_nobody_in(desk, event, entry):
    assert desk.post(reverse("event-door", args=[event.pk]), {"entry": entry}).status_code == 302
    assert event.entries.filter(arrived_at=None).count() == 3


def test_a_player_with_a_phone_is_there(door, event, game, arbitrator):
    lea = entry_of(event, "Léa Dupré")
    phone_links.give_phone(game=game, entry=lea, by=arbitrator)
    assert "has a phone, a slip or a result" in door(lea, act=UNDO)
    assert entry_of(event, "Léa Dupré").arrived_at is not None


def test_an_undone_check_in_leaves_an_entry_as_it_was(door, event, arbitrator):
    event_changes.leave_out_absent(event=event, by=arbitrator)
    lea = entry_of(event, "Léa Dupré")
    before = Entry.objects.filter(pk=lea.pk).values().get()
    assert lea.is_left_out
    door(lea)
    assert Entry.objects.get(pk=lea.pk).withdrawn_at is None
    door(lea, act=UNDO)
    assert Entry.objects.filter(pk=lea.pk).values().get() == before
    door(lea)
    Entry.objects.filter(pk=lea.pk).update(withdrawn_at=clock.now())
    door(lea, act=UNDO)
    assert entry_of(event, "Léa Dupré").withdrawn_at > before["withdrawn_at"], "who dropped out since is out"


def test_a_payment_is_noted_at_the_door_and_undone(door, event):
    lea = entry_of(event, "Léa Dupré")
    assert "to pay" not in door(of="all"), "an event without payments shows none"
    assert "to pay" in door(of="unpaid")
    told = door(lea, act=PAID, paid="1", of="unpaid")
    assert "Léa Dupré has paid." in told
    assert "2 have to pay" in told
    assert "Léa" not in door(of="unpaid")
    assert "has paid already" in door(lea, act=PAID, paid="1")
    assert "Léa Dupré has not paid." in door(lea, act=PAID, paid="0", headers=ENGLISH)
    acts = event.acts.filter(act__contains="paid").values_list("act", "params")
    assert list(acts) == [("entry_paid", {"name": "Léa Dupré"}), ("entry_unpaid", {"name": "Léa Dupré"})]
    assert door(lea, act=PAID, paid="").count("Léa Dupré has not paid.") == 1
    assert event.acts.count() == 3


def test_nobody_of_another_event_pays_here(desk, event, arbitrator):
    other = create_event(name="Other", by=arbitrator)
    entry = event.entries.first()
    assert desk.post(reverse("set-paid", args=[other.pk, entry.pk]), {"paid": "1"}).status_code == 404
    entry.refresh_from_db()
    assert not entry.paid


def test_who_is_left_out_owes_nothing(door, event, arbitrator):
    door(entry_of(event, "Ann Other"), act=PAID, paid="1")
    event_changes.leave_out_absent(event=event, by=arbitrator)
    assert "0 have to pay" in door()
    assert "Everybody has paid." in door(of="unpaid")


def test_a_payment_is_news_for_the_other_doors(desk, door, event):
    page = desk.get(reverse("event-door", args=[event.pk]), headers=SCRIPT).content.decode()
    mark = re.search(r'name="seen" value="([^"]+)"', page)[1]
    door(entry_of(event, "Ann Other"), act=PAID, paid="1")
    assert "to pay" in door(seen=mark)


def test_a_page_without_news_is_answered_without_a_list(desk, door, event, arbitrator):
    page = desk.get(reverse("event-door", args=[event.pk]), headers=SCRIPT).content.decode()
    mark = re.search(r'name="seen" value="([^"]+)"', page)[1]
    assert door(seen=mark).status_code == 204
    event_changes.check_in(event=event, entries=[entry_of(event, "Ann Other").pk], by=arbitrator)
    assert "1 is there" in door(seen=mark)


def test_without_scripts_the_page_says_the_same(door, event):
    lea = entry_of(event, "Léa Dupré")
    assert "1 player checked in." in door(lea, headers=ENGLISH)
    assert "is already checked in" in door(lea, headers=ENGLISH)
    assert "is expected again" in door(lea, act=UNDO, headers=ENGLISH)
    assert "is not a badge" in door(code="X", headers=ENGLISH)


# --- An event with divisions -----------------------------------------------------------------------------------


@pytest.fixture
def division(event, arbitrator):
    """Return a division of four expected people."""
    for name in ("Dan", "Eve", "Fay", "Gus"):
        Player.named(name).save()
    people = Player.objects.filter(name__in=("Dan", "Eve", "Fay", "Gus"))
    event_changes.enter_people(event=event, players=[one.pk for one in people], by=arbitrator)
    division = make_division(arbitrator, event=event)
    entries = event.entries.filter(player__in=people)
    enter_players(division=division, entries=[one.pk for one in entries], by=arbitrator)
    return division


def pair_first(division, by, *pairs):
    numbers = {one.entry.player.name: one.number for one in division.entries.select_related("entry__player")}
    told = [(numbers[first], numbers[second]) for first, second in pairs]
    pair_by_hand(division=division, number=1, pairs=told, by=by, confirmed=True)
    begin_round(division=division, number=1, by=by)


def test_a_door_names_the_division_and_a_result_shows_presence(door, event, division, arbitrator):
    assert "Open" in door(q="Dan")
    pair_first(division, arbitrator, ("Dan", "Eve"), ("Fay", "Gus"))
    match = division.rounds.get().matches.get(first__entry__player__name__in=("Dan", "Eve"))
    enter_result(division=division, number=1, table=match.table, score=Score(400, 380), by=arbitrator)
    event_changes.leave_out_absent(event=event, by=arbitrator)
    out = set(event.entries.exclude(withdrawn_at=None).values_list("player__name", flat=True))
    assert out == {*NAMES, "Fay", "Gus"}
    assert "a slip or a result" in door(entry_of(event, "Dan"), act=UNDO)


def test_who_has_a_result_is_missing_nowhere(desk, door, event, division, arbitrator):
    pair_first(division, arbitrator, ("Dan", "Eve"), ("Fay", "Gus"))
    assert "7 are expected and have not come" in desk.get(reverse("event", args=[event.pk])).content.decode()
    seen = re.search(
        r'name="seen" value="([^"]+)"', desk.get(reverse("event-door", args=[event.pk])).content.decode()
    )
    match = division.rounds.get().matches.get(first__entry__player__name__in=("Dan", "Eve"))
    enter_result(division=division, number=1, table=match.table, score=Score(400, 380), by=arbitrator)
    assert "5 are expected and have not come" in desk.get(reverse("event", args=[event.pk])).content.decode()
    told = door(seen=seen[1], of="missing")
    assert "2 are there" in told
    assert "5 are missing" in told
    assert [name for name in ("Dan", "Eve", "Fay", "Gus") if name in told] == ["Fay", "Gus"]
    told = door(of="there")
    assert [name for name in ("Dan", "Eve", "Fay", "Gus") if name in told] == ["Dan", "Eve"]
    assert told.count("has a result") == 2
    for one in ("Fay", "Gus"):
        door(entry_of(event, one))
    event.entries.filter(player__name__in=NAMES).update(arrived_at=clock.now())
    assert "Remove absent players" not in desk_page(door)
    assert "expected and" not in desk.get(reverse("event", args=[event.pk])).content.decode()


def test_who_is_left_out_is_paired_once_checked_in(door, event, division, arbitrator):
    for name in ("Dan", "Eve"):
        door(entry_of(event, name))
    assert "Divisions are paired without them" in desk_page(door)
    event_changes.leave_out_absent(event=event, by=arbitrator)
    pair_next_round(division=division, number=1, by=arbitrator)
    assert paired(division) == {"Dan", "Eve"}
    for name in ("Fay", "Gus"):
        door(entry_of(event, name))
    pair_again(division=division, number=1, by=arbitrator)
    assert paired(division) == {"Dan", "Eve", "Fay", "Gus"}
    door(entry_of(event, "Gus"), act=UNDO)
    with pytest.raises(RuleViolation, match="Gus"):
        begin_round(division=division, number=1, by=arbitrator)


def desk_page(door):
    return door(headers=ENGLISH)


def paired(division):
    matches = division.rounds.get().matches.select_related("first__entry__player", "second__entry__player")
    both = [one for match in matches for one in (match.first, match.second) if one]
    return {one.entry.player.name for one in both}
