"""A form of several lines is kept whole or not at all: all wrong lines are named, and what was typed stays there."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from duplicate.games.players.entering import add_players
from duplicate.models import AuditLogEntry
from duplicate.website.events.forms import EventSettingsForm
from tests.factories.divisions import make_division
from tests.factories.divisions import players as make_players
from tournaments.classic.exchange.round_forms import HandForm
from tournaments.classic.rounds.manual_pairing import pair_by_hand
from tournaments.classic.rounds.result_lines import NamedEntrants
from tournaments.errors import LinesRefused
from tournaments.events.check_in import enter_people
from tournaments.events.registration.pasted import TypedName
from tournaments.events.rooms import RoomPlan, check_rooms
from tournaments.models import Player
from tournaments.standings.filters import AgeCategory, check_categories

pytestmark = pytest.mark.django_db

ENGLISH = {"Accept-Language": "en"}


def errors(answer, field="names"):
    return list(answer.context["form"].errors[field])


def test_three_players_of_whom_one_is_wrong(desk, game, players):
    acts = AuditLogEntry.objects.count()
    typed = "Pia\r\n 2 Rob\r\nQuentin"
    answer = desk.post(reverse("players", args=[game.code]), {"names": typed}, headers=ENGLISH)
    assert answer.status_code == 422
    assert errors(answer) == ["2 Rob – Table 2 is already taken."]
    assert answer.context["form"]["names"].value() == typed
    assert game.event.entries.count() == len(players)
    assert not Player.objects.filter(name__in=["Pia", "Rob", "Quentin"]).exists()
    assert AuditLogEntry.objects.count() == acts
    assert "Nobody was entered" in answer.content.decode()
    answer = desk.post(reverse("players", args=[game.code]), {"names": typed.replace("2", "12")})
    assert answer.status_code == 302
    assert game.event.entries.count() == len(players) + 3


def test_every_wrong_line_is_named(desk, game, players):
    typed = "Pia\nmona\nA & B & C\nPia"
    answer = desk.post(reverse("players", args=[game.code]), {"names": typed}, headers=ENGLISH)
    assert [error.partition(" – ")[0] for error in errors(answer)] == ["mona", "A & B & C", "Pia"]


@pytest.mark.parametrize(("known", "most"), [(False, 15), (True, 9)])
def test_a_long_list_is_entered_with_few_queries_a_line(game, arbitrator, known, most):
    """SQLite takes no slip meanwhile."""
    names = [f"Name {first}{second}" for first in "abcd" for second in "klmnopqrst"]
    if known:
        Player.objects.bulk_create(Player.named(name) for name in names)
    with CaptureQueriesContext(connection) as queries:
        assert add_players(game=game, lines=[TypedName(name) for name in names], by=arbitrator) == len(names)
    assert len(queries) <= most * len(names) + 20


def test_one_person_by_name_and_licence_is_no_pair(desk, game):
    person = Player.named("Ann Berg")
    person.licence = "FR7"
    person.save()
    answer = desk.post(reverse("players", args=[game.code]), {"names": "Ann Berg & FR7"}, headers=ENGLISH)
    assert answer.status_code == 422
    assert errors(answer) == ["Ann Berg & FR7 – Ann Berg cannot be their own partner."]


@pytest.mark.repeats
@pytest.mark.parametrize("typed", ["FR7\nAnn Berg", "ann berg\nANN BERG", "New One\nnew one"])
def test_one_person_on_two_lines_is_refused(desk, game, typed):
    person = Player.named("Ann Berg")
    person.licence = "FR7"
    person.save()
    answer = desk.post(reverse("players", args=[game.code]), {"names": typed}, headers=ENGLISH)
    assert answer.status_code == 422
    assert [error.partition(" – ")[0] for error in errors(answer)] == typed.split("\n")[1:]
    assert not game.event.entries.exists()


def test_players_of_a_classic_division(client, arbitrator):
    division = make_division(arbitrator, make_players(2))
    client.force_login(arbitrator)
    enter = reverse("enter-players", args=[division.event_id, division.pk])
    typed = "Nils Holm\nPlayer 001\nOle Dahl\nNils Holm"
    answer = client.post(enter, {"names": typed}, headers=ENGLISH)
    assert answer.status_code == 422
    assert [error.partition(" – ")[0] for error in errors(answer)] == ["Player 001", "Nils Holm"]
    assert answer.context["form"]["names"].value() == typed
    assert division.entries.count() == 2
    assert division.event.entries.count() == 2
    assert not Player.objects.filter(name="Nils Holm").exists()


def test_tables_and_groups_of_the_list_of_entries(desk, game, players):
    """Rows of a page: none is written, all that are wrong are named, and the fields keep what was typed."""
    event = game.event
    mona, noah, olga = (entry for entry, _token in players)
    typed = {f"table-{mona.pk}": "4", f"table-{noah.pk}": "x", f"table-{olga.pk}": "y"}
    answer = desk.post(reverse("event-entries", args=[event.pk]), typed, headers=ENGLISH)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "“x” is not a table number." in page
    assert "“y” is not a table number." in page
    assert sorted(event.entries.values_list("table", flat=True)) == [1, 2, 3]
    groups = {f"group-{mona.pk}": "A", f"group-{noah.pk}": "B", f"table-{olga.pk}": "9"}
    page = desk.post(reverse("event-entries", args=[event.pk]), groups, headers=ENGLISH).content.decode()
    assert "Mona – The event has no group “A”." in page
    assert "Noah – The event has no group “B”." in page
    assert sorted(event.entries.values_list("table", flat=True)) == [1, 2, 3]
    tables = {f"table-{mona.pk}": "0", f"table-{noah.pk}": "3"}
    page = desk.post(reverse("event-entries", args=[event.pk]), tables, headers=ENGLISH).content.decode()
    assert "Mona – Table numbers start at 1." in page
    assert "Noah – Table 3 would be assigned twice." in page
    assert 'value="3"' in page


def test_pairings_by_hand_name_every_line_that_is_none():
    form = HandForm({"pairs": "1 2\none two\n3 4 5\n6"}, named=NamedEntrants([]))
    assert [error.partition("”")[0] for error in form.errors["pairs"]] == ["“one two", "“3 4 5"]


def test_age_categories_name_every_line_that_is_none(game):
    form = EventSettingsForm(
        {"name": "E", "date": "2026-05-01", "categories": "Junior\nSenior -61\nDiamant x+"}
    )
    told = [error.partition("”")[0] for error in form.errors["categories"]]
    assert told == ["“Junior", "“Diamant x+"]


def test_rooms_and_categories_name_all_that_is_wrong():
    rooms = [RoomPlan("Lyon", range(9, 5)), RoomPlan("Bern", range(20, 31)), RoomPlan(" bern", range(30, 41))]
    with pytest.raises(LinesRefused) as told:
        check_rooms(rooms)
    codes = [error.code for _line, error in told.value.refused]
    assert codes == ["room_tables", "room_twice", "rooms_overlap"]
    categories = [AgeCategory("Old", 70, 60), AgeCategory("Young", 1, 9), AgeCategory("Young", 10, 19)]
    with pytest.raises(LinesRefused) as told:
        check_categories(categories)
    assert [error.code for _line, error in told.value.refused] == ["category_ages", "category_twice"]


def test_pairings_by_hand_name_every_number_that_is_wrong(arbitrator):
    division = make_division(arbitrator, make_players(4))
    with pytest.raises(LinesRefused) as told:
        pair_by_hand(division=division, number=1, pairs=[(1, 9), (2, 2)], by=arbitrator)
    assert str(told.value) == "No. 9 does not play in this round. No. 2 appears twice. In no match: No. 3, 4."


def statements_for(lines, game, by):
    with CaptureQueriesContext(connection) as captured:
        add_players(game=game, lines=lines, by=by)
    return [one["sql"] for one in captured if "SAVEPOINT" not in one["sql"]]


def test_a_long_list_takes_no_more_statements_than_a_short_one(game, arbitrator):
    """Slips wait for the transaction in which a list is entered whole."""
    few = statements_for([TypedName(f"Short {number}") for number in range(3)], game, arbitrator)
    # SQLite takes 999 values in a statement: some 45 people with their history.
    many = statements_for(
        [TypedName(f"Long {number} & Other {number}") for number in range(20)], game, arbitrator
    )
    assert len(many) == len(few)
    assert AuditLogEntry.objects.filter(act="player_added").count() == 23
    assert Player.history.filter(name__startswith="Long").count() == 20


def test_those_who_are_expected_arrive_in_a_list(game, arbitrator):
    waiting = [
        Player.objects.create(name=name, key=name.lower(), alike=name.lower()) for name in ("Pia", "Quin")
    ]
    enter_people(event=game.event, players=[player.pk for player in waiting], by=arbitrator)
    add_players(game=game, lines=[TypedName("Quin"), TypedName("Rob"), TypedName("Pia")], by=arbitrator)
    arrived = {entry.player.name: entry.arrived_at is not None for entry in game.event.entries.all()}
    assert arrived == {"Pia": True, "Quin": True, "Rob": True}
    acts = (
        AuditLogEntry.objects.filter(game=game, entry__isnull=False)
        .order_by("pk")
        .values_list("act", "params")
    )
    told = [(act, params["name"], params["table"]) for act, params in acts]
    assert told == [("player_arrived", "Quin", 2), ("player_added", "Rob", 3), ("player_arrived", "Pia", 1)]


def test_a_name_twice_in_a_list_is_refused(game, arbitrator):
    with pytest.raises(LinesRefused) as told:
        add_players(
            game=game, lines=[TypedName("Pia", 4), TypedName("pia", 5), TypedName("Rob", 4)], by=arbitrator
        )
    assert [error.code for _line, error in told.value.refused] == ["name_twice", "table_taken"]
    assert not game.event.entries.exists()
