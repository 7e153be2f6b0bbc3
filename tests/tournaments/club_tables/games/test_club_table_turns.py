"""Turns at a club table: who may act, what counts once, and the time of a turn."""

import json
import uuid
from datetime import timedelta

import pytest

from engine.errors import EngineError
from tests.tournaments.club_tables.play import (
    act_as,
    begin_with,
    hand_on_turn,
    hands_of,
    seat_players,
    state_of,
    table_of,
)
from tournaments.club_tables import tables
from tournaments.club_tables.games import turns
from tournaments.club_tables.games.frames import table_frame
from tournaments.club_tables.games.state import standing_acts
from tournaments.club_tables.models import TableAct
from tournaments.errors import RuleViolation
from tournaments.repeats import IdUsed
from tournaments.time import clock

pytestmark = pytest.mark.django_db


def test_the_same_act_counts_once(table):
    begin_with(table, "Ann", "Bob")
    hand, key = hand_on_turn(table), uuid.uuid4()
    for _ in range(2):
        turns.act(table=table, hand=hand, key=key, said={"act": "pass"})
    assert [row.data["act"] for row in standing_acts(table)] == ["pass"]
    assert hand_on_turn(table) != hand


def test_another_act_with_the_same_id_is_refused_with_what_is_on_record(table):
    begin_with(table, "Ann", "Bob")
    hand, key = hand_on_turn(table), uuid.uuid4()
    turns.act(table=table, hand=hand, key=key, said={"act": "pass"})
    for said in ({"act": "exchange", "count": 1}, {"act": "pass", "seed": "x", "note": "y"}):
        with pytest.raises(IdUsed) as refused:
            turns.act(table=table, hand=hand, key=key, said=said)
        assert refused.value.on_record == {"act": {"act": "pass", "player": hand.seat.number}}
    with pytest.raises(IdUsed) as refused:
        turns.act(table=table, hand=hand_on_turn(table), key=key, said={"act": "pass"})
    assert refused.value.on_record == {}, "it is another player's"
    assert TableAct.objects.count() == 1


def test_out_of_turn_is_refused_with_the_rule_and_changes_nothing(table):
    begin_with(table, "Ann", "Bob")
    before = table_frame(table.code).body
    other = next(hand for hand in hands_of(table) if hand != hand_on_turn(table))
    with pytest.raises(EngineError) as refused:
        act_as(table, other, act="pass")
    assert (refused.value.code, refused.value.rule) == ("not_your_turn", "C2")
    assert table_frame(table.code).body == before
    assert not TableAct.objects.exists()


def test_nobody_acts_for_another(table):
    begin_with(table, "Ann", "Bob")
    hand = hand_on_turn(table)
    with pytest.raises(RuleViolation, match="yourself only"):
        act_as(table, hand, act="pass", player=1 - hand.seat.number)


def test_no_player_chooses_the_seed(table):
    begin_with(table, "Ann", "Bob")
    hand = hand_on_turn(table)
    tiles = state_of(table).setup.tiles.decode_rack(state_of(table).state.seats[hand.seat.number].known[:2])
    act_as(table, hand, act="exchange", tiles=tiles, seed="mine")
    assert standing_acts(table)[0].data["seed"] != "mine"


def test_the_keeper_acts_for_all_on_paper(open_table):
    opened = open_table(way="paper")
    for name in ("Ann", "Bob"):
        tables.sit_down(table=opened.table, name=name, phone=False)
    tables.begin(table=opened.table)
    act_as(opened.table, turns.Hand(), act="place", player=0, ref="8D", word="TRAIN")
    assert state_of(opened.table).state.scores == (12, 0)


def test_where_all_have_phones_the_keeper_acts_for_nobody(table):
    begin_with(table, "Ann", "Bob")
    with pytest.raises(RuleViolation, match="yourself only"):
        act_as(table, turns.Hand(), act="pass", player=0)


def test_a_turn_that_took_too_long_is_lost_to_whoever_looks_first(open_table, time_machine):
    time_machine.move_to("2026-05-01 20:00:00+00:00", tick=False)
    table = open_table(turn_seconds=60).table
    begin_with(table, "Ann", "Bob")
    first = state_of(table).state.to_move
    time_machine.shift(timedelta(seconds=59))
    assert json.loads(table_frame(table.code).body)["game"]["to_move"] == first
    time_machine.shift(timedelta(seconds=1))
    frame = json.loads(table_frame(table.code).body)
    assert frame["game"]["to_move"] == 1 - first
    assert frame["turn_ends_at"] == clock.milliseconds(clock.now()) + 60_000
    assert [row.data["act"] for row in standing_acts(table)] == ["time"]


def test_a_play_that_comes_too_late_is_refused_and_the_turn_is_lost(open_table, time_machine):
    time_machine.move_to("2026-05-01 20:00:00+00:00", tick=False)
    table = open_table(turn_seconds=60).table
    begin_with(table, "Ann", "Bob")
    late = hand_on_turn(table)
    time_machine.shift(timedelta(seconds=61))
    with pytest.raises(EngineError) as refused:
        act_as(table, late, act="pass")
    assert refused.value.code == "not_your_turn"
    assert [row.data["act"] for row in standing_acts(table)] == ["time"]


def test_a_handicap_is_a_limit_of_ones_own(open_table, time_machine):
    time_machine.move_to("2026-05-01 20:00:00+00:00", tick=False)
    table = open_table().table
    seat_players(table, "Ann", turn_seconds=30)
    seat_players(table, "Bob")
    tables.begin(table=table)
    if hand_on_turn(table).seat.name == "Bob":
        act_as(table, hand_on_turn(table), act="pass")
    ends = turns.turn_ends_at(table_of(table), state_of(table))
    assert ends == clock.now() + timedelta(seconds=30)


def test_nobody_says_that_time_is_up(table, open_table):
    """It would tell the others that a turn was lost on time that was not."""
    timed = open_table(turn_seconds=120).table
    begin_with(timed, "Ann", "Bob")
    with pytest.raises(RuleViolation) as refused:
        act_as(timed, hand_on_turn(timed), act="time")
    assert refused.value.code == "time_not_up"
    assert standing_acts(timed) == []
