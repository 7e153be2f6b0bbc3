"""The pages of club tables: opening one, its desk, its links and the file of its game."""

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from engine.formats.gcg import GcgGame
from engine.referee import ClassicGame
from engine.referee.gcg.reader import from_gcg
from engine.tiles import load_tile_set
from tests.tournaments.club_tables.play import act_as, begin_with, hand_on_turn, state_of, table_of
from tournaments.club_tables import tables
from tournaments.club_tables.models import ClubTable
from tournaments.templatetags.moments import moment

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clear_guesses")]
ENGLISH = load_tile_set("english")


@pytest.mark.parametrize("name", ["club-tables", "new-club-table"])
def test_tables_are_opened_by_who_has_an_account(client, name, lexicon):
    address = reverse(name, args=["classic"] if name == "new-club-table" else [])
    assert client.get(address).status_code == 302
    client.force_login(User.objects.create_user("a"))
    assert client.get(address).status_code == 200


def test_what_was_typed_of_a_table_that_cannot_be_stays(client, lexicon):
    client.force_login(User.objects.create_user("a"))
    answer = client.post(
        reverse("new-club-table", args=["classic"]),
        {"lexicon": "english", "way": "phones", "rack_size": "99"},
    )
    assert answer.status_code == 200
    assert b'value="99"' in answer.content
    assert not ClubTable.objects.exists()


def test_a_board_that_cannot_be_is_named_before_anybody_sits_down(client, lexicon):
    client.force_login(User.objects.create_user("a"))
    answer = client.post(
        reverse("new-club-table", args=["unscrabble"]),
        {"lexicon": "english", "way": "phones", "board": "CATS"},
    )
    assert answer.status_code == 200
    assert "Row 2 of the board" in answer.content.decode()
    assert "CATS</textarea>" in answer.content.decode()
    assert not ClubTable.objects.exists()


def test_the_link_of_a_table_is_for_who_opened_it(client, table):
    client.force_login(User.objects.create_user("stranger"))
    before = table.token_hash
    for name in ("club-table-link", "close-club-table"):
        assert client.post(reverse(name, args=[table.code]), {"here": "1"}).status_code == 403
    assert (table_of(table).token_hash, table_of(table).ended_at) == (before, None)


def test_among_many_open_tables_one_sees_whose_each_is_and_since_when(client, table, opener):
    client.force_login(User.objects.create_user("other"))
    page = client.get(reverse("club-tables")).content.decode()
    assert f"{opener.username}, {moment(table.opened_at)}" in page


def test_a_table_that_plays_is_closed_only_if_that_is_meant(client, table, opener):
    """A press beside the mark would end the game of four people, and nobody opens it again."""
    client.force_login(opener)
    page = reverse("club-table-desk", args=[table.code])
    mark = re.compile(r'<input[^>]* name="meant"[^>]* required')
    assert not mark.search(client.get(page).content.decode())
    begin_with(table, "Ann", "Bob")
    assert mark.search(client.get(page).content.decode())


@pytest.mark.parametrize(
    ("mode", "way", "offered"),
    [
        ("classic", "phones", False),
        ("classic", "tablet", True),
        ("unscrabble", "paper", True),
        ("bingo", "phones", True),
    ],
)
def test_a_link_is_offered_where_there_is_a_keeper(client, open_table, opener, mode, way, offered):
    table = open_table(mode, way).table
    link = reverse("club-table-link", args=[table.code])
    for user, sees in ((opener, offered), (User.objects.create_user("stranger"), False)):
        client.force_login(user)
        page = client.get(reverse("club-table-desk", args=[table.code])).content.decode()
        assert (link in page) is sees


def test_who_comes_with_another_phone_plays_on(client, ask_api, table, opener):
    tokens = [ask_api("table-seats", body={"name": name}).json()["token"] for name in ("Ann", "Bob")]
    ask_api("begin-table", tokens[0])
    before = ask_api("own-table", tokens[1], method="get").json()
    client.force_login(opener)
    page = client.post(reverse("table-seat-link", args=[table.code, 1])).content.decode()
    token = re.search(r"#t=([\w-]+)", page)[1]
    client.logout()
    now = ask_api("own-table", token, method="get").json()
    # What changes tells the other phone to ask for its state.
    assert {name for name in before if now[name] != before[name]} == {"version", "devices"}
    assert ask_api("own-table", tokens[1], method="get").status_code == 401


@pytest.mark.parametrize("way", ["phones", "tablet"])
def test_there_is_no_link_for_a_seat_without_a_phone(client, open_table, opener, way):
    table = open_table(way=way).table
    tables.sit_down(table=table, name="Ann", phone=way == "phones")
    client.force_login(opener)
    answer = client.post(reverse("table-seat-link", args=[table.code, 7 if way == "phones" else 0]))
    assert answer.headers["Location"] == reverse("club-table-desk", args=[table.code])
    assert not table.seats.filter(token_hash="").exists()
    client.force_login(User.objects.create_user("stranger"))
    assert client.post(reverse("table-seat-link", args=[table.code, 0])).status_code == 403


@pytest.mark.parametrize("code", ["ZZZZ", "zzzzz"])
def test_there_is_no_such_table(client, db, code):
    assert client.get(reverse("club-table", args=[code])).status_code == 404


def test_a_code_of_no_table_is_called_so(client, db):
    answer = client.get("/", {"code": "zzzz"})
    assert (answer.status_code, "No club table has the code" in answer.content.decode()) == (404, True)


def test_what_says_nothing_at_a_table_is_not_asked(client, lexicon):
    client.force_login(User.objects.create_user("a"))
    page = client.get(reverse("new-club-table", args=["classic"])).content.decode()
    assert 'name="turn_seconds"' in page
    assert 'name="overtime_points"' not in page


def test_a_code_leads_to_its_table(client, table):
    answer = client.get("/", {"code": table.code.lower()})
    assert answer.headers["Location"] == reverse("club-table", args=[table.code])


@pytest.mark.parametrize("kind", ["gcg", "json"])
def test_a_game_is_a_file_once_it_is_over(client, table, kind):
    address = reverse("table-record", args=[table.code, kind])
    begin_with(table, "Ann", "Bob")
    assert client.get(address).status_code == 404, "it would tell the racks"
    for _ in range(4):
        act_as(table, hand_on_turn(table), act="pass")
    answer = client.get(address)
    assert answer.status_code == 200
    text = answer.content.decode()
    game = (
        ClassicGame.from_json(text)
        if kind == "json"
        else from_gcg(GcgGame.parse(answer.content, ENGLISH), ENGLISH)
    )
    assert [player.name for player in game.players] == [
        state_of(table).state.seats[number].player.name for number in range(2)
    ]


@pytest.mark.parametrize(("mode", "kind"), [("unscrabble", "gcg"), ("classic", "exe")])
def test_there_is_no_such_file(client, open_table, mode, kind):
    table = open_table(mode).table
    begin_with(table, "Ann", "Bob")
    assert client.get(reverse("table-record", args=[table.code, kind])).status_code == 404
