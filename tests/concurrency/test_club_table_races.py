"""Two devices at a club table at the same moment: one act holds, the other is told, nothing is there twice."""

import uuid

import pytest
from django.contrib.auth.models import User

from tests.concurrency.hall import during, together
from tournaments.club_tables import tables
from tournaments.club_tables.games import turns
from tournaments.club_tables.games.state import state_of
from tournaments.club_tables.models import ClubTable, TableAct
from tournaments.models import Lexicon

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(db):
    lexicon = Lexicon.objects.create(name="english", tile_set="english", word_count=170_000)
    by = User.objects.create_user("opener")
    return tables.open_table(mode="classic", way="phones", lexicon=lexicon, settings={}, by=by).table


@pytest.fixture
def begun(table):
    for name in ("Ann", "Bob"):
        tables.sit_down(table=table, name=name, phone=True)
    return tables.begin(table=table)


def sitting(table, name):
    return lambda: tables.sit_down(table=table, name=name, phone=True).seat.number


def passing(table, hand, key=None):
    key = key or uuid.uuid4()

    def act():
        turns.act(table=ClubTable.objects.get(pk=table.pk), hand=hand, key=key, said={"act": "pass"})
        return "done"

    return act


def mover(table):
    state = state_of(ClubTable.objects.get(pk=table.pk)).state
    return turns.Hand(table.seats.get(number=state.to_move))


def test_the_last_seat_is_taken_once(table):
    for name in ("Ann", "Bob", "Cy"):
        tables.sit_down(table=table, name=name, phone=True)
    first, second = during(sitting(table, "Di"), sitting(table, "Ed"))
    assert {first, second} == {3, "table_full"}


def test_six_sit_down_at_once(table):
    outcomes = together(*[sitting(table, name) for name in "ABCDEF"])
    assert sorted(map(str, outcomes)) == ["0", "1", "2", "3", "table_full", "table_full"]


def test_two_begin_at_once(table):
    for name in ("Ann", "Bob"):
        tables.sit_down(table=table, name=name, phone=True)
    together(*[lambda: tables.begin(table=table).pk] * 2)
    assert state_of(ClubTable.objects.get(pk=table.pk)) is not None


def test_an_act_sent_twice_at_once_counts_once(begun):
    key = uuid.uuid4()
    outcomes = together(*[passing(begun, mover(begun), key)] * 4)
    assert outcomes == ["done"] * 4
    assert TableAct.objects.count() == 1


def test_one_who_taps_twice_plays_once(begun):
    hand = mover(begun)
    outcomes = sorted(during(passing(begun, hand), passing(begun, hand)))
    assert outcomes == ["done", "not_your_turn"]
    assert [row.number for row in TableAct.objects.all()] == [1]


def test_play_goes_on_while_the_other_agrees(begun):
    """Either it is taken back, and the pass comes too early; or play went on, and there is nothing to agree to."""
    first = mover(begun)
    passing(begun, first)()
    second = mover(begun)
    turns.ask_undo(table=begun, hand=first, key=uuid.uuid4())

    def agree():
        turns.answer_undo(table=begun, hand=second, agrees=True)
        return "agreed"

    outcomes = set(during(agree, passing(begun, second)))
    assert outcomes in ({"agreed", "not_your_turn"}, {"done", "no_undo_asked"})
