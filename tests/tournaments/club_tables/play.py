"""Play at a club table by its use cases: sitting down, acts, and undo."""

import uuid

from tournaments.club_tables import tables
from tournaments.club_tables.games import state, turns
from tournaments.club_tables.models import ClubTable


def seat_players(table, *names, **options):
    return [tables.sit_down(table=table, name=name, phone=True, **options) for name in names]


def begin_with(table, *names):
    """Begin the table; return it, and the seated players by number with their tokens."""
    seats = seat_players(table, *names)
    return tables.begin(table=table), seats


def table_of(table):
    """Return the row as it stands."""
    return ClubTable.objects.get(pk=table.pk)


def state_of(table):
    return state.state_of(table_of(table))


def act_as(table, hand, **said):
    return turns.act(table=table, hand=hand, key=uuid.uuid4(), said=said)


def hands_of(table):
    return [turns.Hand(seat) for seat in table.seats.all()]


def hand_on_turn(table):
    return hands_of(table)[state_of(table).state.to_move]


def pass_turn(table):
    hand = hand_on_turn(table)
    act_as(table, hand, act="pass")
    return hand


def ask_undo(table, hand):
    return turns.ask_undo(table=table, hand=hand, key=uuid.uuid4())
