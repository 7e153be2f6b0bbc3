"""The meaning of a typed line, and the answers of the desk to it."""

import contextlib
import json

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from duplicate.arbitration import corrections
from duplicate.arbitration.command_line import KeyedLine, parse_line
from duplicate.games.players import services as player_services
from duplicate.models import Ruling, Slip
from duplicate.slips import services as slip_services
from engine.tiles import load_tile_set
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator

pytestmark = pytest.mark.one_game("players")

TILES = load_tile_set("english")
JSON = {"Accept": "application/json", "Accept-Language": "en"}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("5T", KeyedLine("T", "5")),
        (" 12 w ", KeyedLine("W", "12")),
        ("5p", KeyedLine("P", "5")),
        ("5S", KeyedLine("S", "5")),
        ("5 0", KeyedLine("0", "5")),
        ("*", KeyedLine("*")),
        ("a", KeyedLine("*")),
        ("5 HOUSE H8 24", KeyedLine("slip", "5", "HOUSE", "H8", 24)),
        ("5house h8 24", KeyedLine("slip", "5", "HOUSE", "h8", 24)),
        ("5 HOuSE H8", KeyedLine("slip", "5", "HOuSE", "H8")),
        ("5 HOUSE 24", KeyedLine("slip", "5", "HOUSE", "", 24)),
        ("5 HOUSE H8 24?", KeyedLine("slip", "5", "HOUSE", "H8", 24, illegible=True)),
        ("5 HOUSE H8 24 ?", KeyedLine("slip", "5", "HOUSE", "H8", 24, illegible=True)),
        ("5 SO", KeyedLine("slip", "5", "SO")),
        ("5 =18 misread", KeyedLine("=", "5", score=18, reason="misread")),
        ("ann train h4 12", KeyedLine("slip", "ann", "TRAIN", "h4", 12)),
    ],
)
def test_lines(text, meant):
    assert parse_line(text, TILES) == meant


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "line_table"),
        ("T", "line_table"),
        ("50", "line_what"),
        ("5 HOUSE H8 24 25 26", "line_slip"),
        ("5 " + "A" * 41, "line_slip"),
        ("5 HOUSE H8 5001", "line_score"),
        ("5 = misread", "line_decided"),
        ("5 ?", "line_slip"),
    ],
)
def test_lines_that_mean_nothing(text, code):
    with pytest.raises(RuleViolation) as error:
        parse_line(text, TILES)
    assert error.value.code == code
    assert str(error.value)


@pytest.mark.parametrize(
    ("tile_set", "typed", "word"),
    [
        ("turkish", "ısı", "ISI"),
        ("turkish", "iki", "İKİ"),
        ("spanish", "[c][h]al", "[C][H]AL"),
        ("hebrew", "שלום", "שלום"),
    ],
)
def test_small_letters_are_raised_as_the_tiles_are(tile_set, typed, word):
    assert parse_line(f"5 {typed} h8", load_tile_set(tile_set)).word == word


@given(st.text(max_size=60))
def test_any_line_is_read_or_refused(text):
    with contextlib.suppress(RuleViolation):
        line = parse_line(text, TILES)
        assert line.key == "*" or line.table


# --- Answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_line_is_answered_with_its_row_and_the_counts(key_line, players, open_round):
    open_round("TRAINER")
    answer = key_line("2 train h4 12", number=1, seen="0").json()
    assert answer["said"] == "2 Noah: TRAIN H4, 12"
    assert answer["html"].count("<tr") == 1
    assert 'data-table="2"' in answer["html"]
    assert answer["counts"] == {"awaited": 3, "received": 1, "missing": 2, "conflicts": 0, "unchecked": 0}
    assert answer["undo"]["text"] == "slip of Noah keyed, TRAIN H4, round 1"
    undone = key_line("", path="undo", act=answer["undo"]["key"]).json()
    assert (undone["said"], undone["undo"]["text"]) == ("Undone: slip of Noah keyed, TRAIN H4, round 1", "")
    assert undone["redo"]["text"] == "slip of Noah keyed, TRAIN H4, round 1"
    assert 'data-state="none"' in undone["html"]
    assert key_line("*").json()["many"]


@pytest.mark.django_db
def test_undo_and_redo_reverse_the_act_that_the_page_showed(key_line, client, game, players, open_round):
    """The same arbitrator keys at two desks; the page of the first one shows its own last act."""
    open_round("TRAINER")
    shown = key_line("1T").json()
    assert shown["redo"] == {"key": 0, "text": ""}
    later = key_line("2T").json()
    page = client.get(reverse("dashboard", args=[game.code])).content.decode()
    assert f'name="act" value="{later["undo"]["key"]}"' in page

    def reverse_shown(path, answer):
        return key_line("", path=path, act=answer[path]["key"])

    stale = reverse_shown("undo", shown)
    assert stale.status_code == 422
    assert "Something else has been done since" in stale.json()["problem"]
    assert stale.json()["undo"] == later["undo"], "the answer brings the button up to date"
    assert Slip.objects.filter(effective=True).count() == 2
    undone = reverse_shown("undo", later).json()
    assert undone["undo"] == shown["undo"]
    assert reverse_shown("redo", shown).status_code == 422
    assert reverse_shown("redo", undone).status_code == 200
    assert Slip.objects.filter(effective=True).count() == 2


@pytest.mark.django_db
def test_undo_and_redo_of_a_page_that_names_no_act_are_refused(key_line, players, open_round):
    """It was loaded before an update."""
    open_round("TRAINER")
    last = key_line("1T").json()["undo"]["key"]
    for data in ({}, {"act": ""}, {"act": "last"}):
        refused = key_line("", path="undo", **data)
        assert refused.status_code == 422
        assert "This page is out of date" in refused.json()["problem"]
    key_line("", path="undo", act=last)
    assert key_line("", path="redo").status_code == 422
    assert not Slip.objects.filter(effective=True).exists()


@pytest.mark.django_db
def test_a_refused_line_shows_the_table_as_it_is(key_line, players, open_round):
    open_round("TRAINER")
    key_line("1T")
    answer = key_line("1 RETAIN H4 14", seen="0")
    assert answer.status_code == 422
    assert "now has: top, 66" in answer.json()["problem"]
    assert 'data-table="1"' in answer.json()["html"]
    for line in ("9T", "x", "1 ZZ ZZ", "nobody T"):
        assert key_line(line).json()["problem"]
    assert Slip.objects.count() == 1


@pytest.mark.django_db
def test_between_two_rounds_the_line_takes_nothing(key_line, played):
    for line in ("1T", "1 =7 misread", "*"):
        answer = key_line(line, number=1)
        assert answer.status_code == 422
        assert "No round is in progress" in answer.json()["problem"]
    assert Ruling.objects.count() == 1


@pytest.mark.django_db
def test_a_round_drawn_again_has_the_same_number_and_is_another_one(
    key_line, game, players, open_round, close_round, arbitrator
):
    first = open_round("TRAINER")
    corrections.cancel_round(game=game, number=1, reason="a tile on the floor", by=arbitrator)
    open_round("SATIRES")
    assert key_line("1T", number=1, round=first.pk).status_code == 422
    assert not Slip.objects.exists()


@pytest.mark.django_db
def test_helpers_are_refused(key_line, client, game, players, open_round):
    user = User.objects.create_user("hal", password="a good long one")
    Arbitrator.objects.create(event=game.event, user=user, role="helper")
    open_round("TRAINER")
    client.force_login(user)
    for answer in (key_line("1T"), key_line("", path="undo"), key_line("", path="redo"), key_line("*")):
        assert answer.status_code == 403
    assert not Slip.objects.exists()


@pytest.mark.django_db
def test_only_rows_that_changed_are_sent(key_line, client, game, players, open_round, hands, arbitrator):
    open_round("TRAINER")
    path = reverse("tables", args=[game.code])

    def changed(since):
        return json.loads(client.get(path, {"since": since}, headers=JSON).content)

    hands.move(10)
    first = changed(0)
    assert (first["whole"], first["html"].count("<tr")) == (True, 3)
    hands.move(10)
    key_line("2T")
    assert changed(first["now"])["html"].count("<tr") == 1
    hands.move(10)
    later = changed(first["now"] + 15_000)
    assert (later["whole"], later["html"].strip()) == (False, "")
    player_services.add_player(game=game, name="Pia", by=arbitrator)
    assert changed(first["now"] + 15_000)["html"].count("<tr") == 4


@pytest.mark.slow
@pytest.mark.django_db
def test_a_keyed_slip_asks_the_database_as_much_in_a_hall(key_line, game, open_round, arbitrator):
    asked = []
    for number in range(30):
        player_services.add_player(game=game, name=f"P{number}", by=arbitrator)
    open_round("TRAINER")
    for entry in game.event.entries.order_by("table")[:20]:
        slip_services.key_slip(
            game=game, entry=entry, word="TRAIN", reference="H4", stated_score=12, by=arbitrator
        )
    for table in (25, 26):
        with CaptureQueriesContext(connection) as queries:
            assert key_line(f"{table} TRAIN H4 12", seen="0").status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1]
    assert asked[0] <= 26


@pytest.mark.django_db
def test_nothing_is_listed_while_the_rack_is_not_out(client, arbitrator, game, players):
    client.force_login(arbitrator)
    path = reverse("tables", args=[game.code])
    assert client.get(path, headers=JSON).json() == {"number": None}


def test_a_digit_that_is_no_number_is_no_table(client, game, players, arbitrator, open_round):
    """The key left of the 1 on French keyboards."""
    open_round("TRAINER")
    client.force_login(arbitrator)
    for sent in ({"line": "²² T"}, {"line": "1T", "number": "²"}):
        answer = client.post(reverse("tables", args=[game.code]), sent, headers=JSON)
        assert answer.status_code == 422
        assert answer.json()["problem"]
