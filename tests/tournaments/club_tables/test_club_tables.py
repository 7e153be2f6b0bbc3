"""Club tables are opened, taken by players and closed; nobody is seated who could not play."""

import json
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User

from engine.errors import EngineError
from tests.tournaments.club_tables.play import begin_with, pass_turn, seat_players, table_of
from tournaments import codes
from tournaments.club_tables import tables
from tournaments.club_tables.games.frames import table_frame
from tournaments.club_tables.models import ClubTable
from tournaments.errors import RuleViolation
from tournaments.time import clock
from tournaments.tokens import hash_token

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("names", "name", "code"),
    [
        ((), "  ", "name_missing"),
        ((), "a" * 41, "name_too_long"),
        (("Élodie",), "elodie", "name_taken"),
        (("A", "B", "C", "D"), "E", "table_full"),
    ],
)
def test_who_cannot_sit_down_is_told_why(table, names, name, code):
    seat_players(table, *names)
    with pytest.raises(RuleViolation) as refused:
        tables.sit_down(table=table, name=name, phone=True)
    assert (refused.value.code, table.seats.count()) == (code, len(names))


def test_a_table_that_plays_takes_nobody_and_lets_nobody_go(table):
    _table, seats = begin_with(table, "Ann", "Bob")
    for act in (
        lambda: tables.sit_down(table=table, name="Cy", phone=True),
        lambda: tables.leave(seat=seats[0].seat),
    ):
        with pytest.raises(RuleViolation) as refused:
            act()
        assert refused.value.code == "table_begun"


def test_who_gets_up_leaves_no_gap(table):
    first, _second, _third = seat_players(table, "Ann", "Bob", "Cy")
    tables.leave(seat=first.seat)
    tables.begin(table=table)
    assert [(seat.number, seat.name) for seat in table.seats.all()] == [(0, "Bob"), (1, "Cy")]


def test_one_player_is_too_few(table):
    seat_players(table, "Ann")
    with pytest.raises(RuleViolation, match="2 players are needed"):
        tables.begin(table=table)
    table.refresh_from_db()
    assert table.begun_at is None


def test_to_begin_twice_is_to_begin_once(table):
    begin_with(table, "Ann", "Bob")
    before = json.loads(table_frame(table.code).body)
    tables.begin(table=table)
    assert json.loads(table_frame(table.code).body) == before


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"mode": "chess"}, EngineError),
        ({"way": "air"}, RuleViolation),
        ({"rack_size": 99}, EngineError),
        ({"nothing": 1}, EngineError),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(open_table, wrong, error):
    with pytest.raises(error):
        open_table(**wrong)
    assert not ClubTable.objects.exists()


def test_only_who_opened_it_closes_a_table(table, opener):
    with pytest.raises(RuleViolation) as refused:
        tables.close(table=table, by=User.objects.create_user("stranger"))
    assert refused.value.code == "not_your_table"
    tables.close(table=table, by=opener)
    with pytest.raises(RuleViolation, match="closed"):
        seat_players(table, "Ann")


@pytest.mark.parametrize("renew", [tables.renew_token, partial(tables.renew_seat, number=0)])
def test_a_new_link_is_told_to_the_device_that_had_the_place(table, opener, renew):
    seat_players(table, "Ann", "Bob")
    before = table_frame(table.code)
    token = renew(table=table, by=opener)
    now = table_frame(table.code, before.version)
    assert not now.says_the_same(before)
    assert hash_token(token)[:8] not in now.body.decode()


def test_a_closed_table_gives_no_link_for_a_seat(table, opener):
    seat_players(table, "Ann")
    tables.close(table=table, by=opener)
    with pytest.raises(RuleViolation, match="closed"):
        tables.renew_seat(table=table, number=0, by=opener)


@pytest.mark.parametrize(
    ("mode", "settings", "handicap"),
    [
        ("classic", {"finish_line": "expert"}, {"level": "champion"}),
        ("classic", {}, {"level": "expert"}),
        ("bingo", {}, {"level": "expert"}),
        ("bingo", {}, {"turn_seconds": 60}),
    ],
)
def test_a_handicap_that_the_game_does_not_have_keeps_nobody_from_beginning(
    open_table, mode, settings, handicap
):
    table = open_table(mode, **settings).table
    with pytest.raises((RuleViolation, EngineError)):
        seat_players(table, "Ann", **handicap)
    begin_with(table, "Bob", "Cy")
    assert [seat.name for seat in table.seats.all()] == ["Bob", "Cy"]


def test_no_two_tables_have_one_code(open_table, monkeypatch):
    monkeypatch.setattr(codes, "ALPHABET", "AB")
    assert len({open_table().table.code for _ in range(2**codes.TABLE_LENGTH)}) == 2**codes.TABLE_LENGTH


def test_no_more_tables_are_open_than_a_club_has(open_table, monkeypatch, opener):
    monkeypatch.setattr(tables, "MOST_OPEN", 2)
    first, _second = open_table().table, open_table().table
    with pytest.raises(RuleViolation) as refused:
        open_table()
    assert refused.value.code == "tables_enough"
    tables.close(table=first, by=opener)
    open_table()


def test_tables_at_which_nothing_has_happened_for_a_week_are_closed_when_another_is_opened(
    open_table, monkeypatch, time_machine
):
    """Nobody closes each table, and those of others cannot be closed."""
    monkeypatch.setattr(tables, "MOST_OPEN", 4)
    time_machine.move_to(clock.now(), tick=False)
    forgotten, played, joined = (open_table().table for _ in range(3))
    for table in (forgotten, played):
        begin_with(table, "Ann", "Bob")
    time_machine.shift(tables.FORGOTTEN - timedelta(minutes=1))
    pass_turn(played)
    seat_players(joined, "Ann")
    time_machine.shift(timedelta(minutes=2))
    open_table()
    assert [table_of(table).ended_at is not None for table in (forgotten, played, joined)] == [
        True,
        False,
        False,
    ]
