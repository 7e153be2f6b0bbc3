"""Undo at a club table: all others have to agree."""

import uuid

import pytest

from tests.tournaments.club_tables.play import (
    act_as,
    ask_undo,
    begin_with,
    hand_on_turn,
    hands_of,
    pass_turn,
    state_of,
    table_of,
)
from tournaments.club_tables import tables
from tournaments.club_tables.games import turns
from tournaments.club_tables.games.frames import table_values
from tournaments.club_tables.games.state import standing_acts
from tournaments.club_tables.models import TableAct, TableUndo
from tournaments.errors import RuleViolation
from tournaments.repeats import IdUsed

pytestmark = pytest.mark.django_db


def test_an_act_is_taken_back_when_all_others_agree(table):
    begin_with(table, "Ann", "Bob", "Cy")
    hand = pass_turn(table)
    ask_undo(table, hand)
    others = [other for other in hands_of(table) if other != hand]
    turns.answer_undo(table=table, hand=others[0], agrees=True)
    assert len(standing_acts(table)) == 1
    turns.answer_undo(table=table, hand=others[1], agrees=True)
    assert standing_acts(table) == []
    assert hand_on_turn(table) == hand
    assert TableAct.objects.count() == 1


def test_the_same_request_is_stored_once_and_its_id_is_of_one_player(table):
    begin_with(table, "Ann", "Bob")
    hand, key = pass_turn(table), uuid.uuid4()
    for _ in range(2):
        turns.ask_undo(table=table, hand=hand, key=key)
    with pytest.raises(IdUsed):
        turns.ask_undo(table=table, hand=hand_on_turn(table), key=key)
    assert TableUndo.objects.count() == 1


def test_one_who_does_not_agree_keeps_it_as_it_is(table):
    begin_with(table, "Ann", "Bob", "Cy")
    hand = pass_turn(table)
    ask_undo(table, hand)
    other = next(other for other in hands_of(table) if other != hand)
    turns.answer_undo(table=table, hand=other, agrees=False)
    assert len(standing_acts(table)) == 1
    with pytest.raises(RuleViolation, match="no open undo request"):
        turns.answer_undo(table=table, hand=hand, agrees=True)


def test_who_asked_is_told_that_it_stands_until_play_goes_on(table):
    begin_with(table, "Ann", "Bob")
    hand = pass_turn(table)
    ask_undo(table, hand)
    assert table_values(table_of(table))["undo_refused"] is None, "nobody has answered yet"
    turns.answer_undo(table=table, hand=hand_on_turn(table), agrees=False)
    assert table_values(table_of(table))["undo_refused"] == hand.seat.number
    ask_undo(table, hand)
    assert table_values(table_of(table))["undo_refused"] is None, "it is asked again"
    turns.answer_undo(table=table, hand=hand_on_turn(table), agrees=False)
    pass_turn(table)
    assert table_values(table_of(table))["undo_refused"] is None


def test_play_that_goes_on_leaves_nothing_to_agree_to(table):
    begin_with(table, "Ann", "Bob")
    ask_undo(table, pass_turn(table))
    hand = pass_turn(table)
    with pytest.raises(RuleViolation, match="no open undo request"):
        turns.answer_undo(table=table, hand=hand, agrees=True)


def test_nothing_is_taken_back_where_nothing_was_done(table):
    begin_with(table, "Ann", "Bob")
    with pytest.raises(RuleViolation) as refused:
        ask_undo(table, hands_of(table)[0])
    assert refused.value.code == "nothing_done"


def test_it_is_asked_once(table, undo):
    with pytest.raises(RuleViolation) as refused:
        ask_undo(table, undo[1][0])
    assert refused.value.code == "undo_asked"


def test_who_asks_does_not_answer(table, undo):
    with pytest.raises(RuleViolation) as refused:
        turns.answer_undo(table=table, hand=undo[0], agrees=True)
    assert refused.value.code == "undo_own"


def test_nobody_agrees_for_two(table, undo):
    other = undo[1][0]
    turns.answer_undo(table=table, hand=other, agrees=True)
    with pytest.raises(RuleViolation) as refused:
        turns.answer_undo(table=table, hand=other, agrees=True)
    assert refused.value.code == "undo_answered"
    assert len(standing_acts(table)) == 1


def test_other_tiles_come_after_taking_back(table):
    """A player who knew the next tiles could take plays back until the tiles are good."""
    begin_with(table, "Ann", "Bob")
    hand = hand_on_turn(table)
    number = hand.seat.number
    rack = state_of(table).state.seats[number].known
    drawn = set()
    for _ in range(4):
        tiles = state_of(table).setup.tiles.decode_rack(rack)
        act_as(table, hand, act="exchange", tiles=tiles)
        drawn.add(state_of(table).state.seats[number].known)
        ask_undo(table, hand)
        turns.answer_undo(
            table=table, hand=next(each for each in hands_of(table) if each != hand), agrees=True
        )
        assert state_of(table).state.seats[number].known == rack
    assert len(drawn) > 1


def test_nothing_is_taken_back_at_a_table_that_is_closed(table, undo, opener):
    tables.close(table=table, by=opener)
    for hand in undo[1]:
        with pytest.raises(RuleViolation) as refused:
            turns.answer_undo(table=table, hand=hand, agrees=True)
        assert refused.value.code == "table_closed"
    assert len(standing_acts(table)) == 1


def test_where_all_have_phones_the_keeper_takes_nothing_back(table):
    begin_with(table, "Ann", "Bob")
    pass_turn(table)
    with pytest.raises(RuleViolation) as refused:
        ask_undo(table, turns.Hand())
    assert refused.value.code == "not_your_seat"
    assert len(standing_acts(table)) == 1
    assert not table.undos.exists()
