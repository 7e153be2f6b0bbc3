"""Playing at a table: acts, the time of a turn, and taking back by agreement. Use cases, each one
transaction.

Terms. An act comes from a *hand*: a player's own phone, or the *keeper*, who has the tablet in the middle or
keeps the score, and acts for everybody. If all have phones, the keeper does only what no player does, such as
calling. An undo needs the agreement of all others at the table; at the tablet they are asked by word of
mouth.

Invariants: an act has a row, and is stored once, by its key. Its draws come from a seed made at that moment,
so that nobody can know them before, nor get the same tiles again by taking back.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from engine.modes import mode_of
from tournaments.club_tables.games.records import has_public_racks
from tournaments.club_tables.games.state import standing_acts, state_of
from tournaments.club_tables.locks import check_open, lock_table, mark_changed
from tournaments.club_tables.models import ClubTable, TableAct, TableSeat, TableUndo
from tournaments.errors import RuleViolation
from tournaments.repeats import IdUsed, check_repeat
from tournaments.time import clock
from tournaments.tokens import hash_token

# The table's own act when the time of a turn has passed.
TIME = "time"


@dataclass(frozen=True, slots=True)
class Hand:
    """The origin of an act: a player by their own phone, or the keeper, who names the player."""

    seat: TableSeat | None = None

    @property
    def is_keeper(self) -> bool:
        return self.seat is None


def place_for_token(token: str) -> TableSeat | ClubTable | None:
    """Return what a token opens: a seat for its player's phone, a table for its keeper; None for an unknown
    token.
    """
    digest = hash_token(token)
    seat = TableSeat.objects.select_related("table").filter(token_hash=digest).first()
    return seat or ClubTable.objects.filter(token_hash=digest).first()


def act(*, table: ClubTable, hand: Hand, key: UUID, said: Mapping[str, Any]) -> ClubTable:
    """Store an act, if the rules allow it.

    Raises:
        IdUsed: another act has this key.
        RuleViolation: the table is closed or has not begun; the act is for another player, or is one that only
            the clock makes.
        EngineError: the act is impossible; the message has the reason, with the rule.
    """
    # A transaction of its own: the timeout stands even if the act after it is refused.
    time_over(table=table)
    with transaction.atomic():
        table = lock_table(table)
        known = TableAct.objects.filter(key=key).first()
        if known is not None:
            sent = {"act": _without_seed(_add_player(hand, table, said))}
            check_repeat(sent, {"act": _without_seed(known.data)} if _is_from(known, table, hand) else {})
            return table
        check_open(table)
        _check_begun(table)
        data = _add_player(hand, table, said) | {"seed": secrets.token_hex(16)}
        if data.get("act") == TIME:
            raise RuleViolation("time_not_up", _("The time for this turn is not up."))
        _put_down(table, hand.seat, key, data)
        return mark_changed(table)


@transaction.atomic
def time_over(*, table: ClubTable) -> ClubTable:
    """End the turn whose time has passed (C7), at the first request that notices; does nothing otherwise."""
    table = lock_table(table)
    if table.ended_at is None and table.begun_at is not None and _settle_time(table):
        mark_changed(table)
    return table


def turn_ends_at(table: ClubTable, state: Any) -> datetime | None:
    """Return when the time of the current turn passes; None without a limit, or if nobody has a turn."""
    if state is None or table.ended_at is not None or table.turn_began_at is None:
        return None
    mode = mode_of(table.mode)
    seconds = mode.turn_seconds(state) if mode.winners(state) is None else None
    return None if seconds is None else table.turn_began_at + timedelta(seconds=seconds)


def settle_turn(table: ClubTable) -> ClubTable:
    """Return the table as it is now: any request ends a turn whose time has passed."""
    ends = turn_ends_at(table, state_of(table))
    return table if ends is None or clock.now() < ends else time_over(table=table)


# --- Taking back --------------------------------------------------------------------------------------------------


@transaction.atomic
def ask_undo(*, table: ClubTable, hand: Hand, key: UUID) -> ClubTable:
    """Ask to take the latest act back; on a shared screen, or for a single player, it is taken back at once.

    Raises:
        IdUsed: another request has this key.
        RuleViolation: nothing was done yet; an undo is open already; the table is closed; the keeper asks
            although all have phones; the game is over and has told its racks.
    """
    table = lock_table(table)
    known = TableUndo.objects.filter(key=key).first()
    if known is not None:
        if not _is_from(known, table, hand):
            raise IdUsed({})
        return table
    check_open(table)
    _check_begun(table)
    acts = standing_acts(table)
    if not acts:
        raise RuleViolation("nothing_done", _("Nothing has been done yet."))
    if hand.is_keeper and table.way == ClubTable.Way.PHONES:
        raise RuleViolation("not_your_seat", _("You can act for yourself only."))
    if has_public_racks(table, state_of(table)):
        raise RuleViolation("game_finished", _("This game is over."))
    if table.undos.filter(agreed=None).exists():
        raise RuleViolation("undo_asked", _("An undo request is already open."))
    alone = table.way != ClubTable.Way.PHONES or table.seats.count() == 1
    table.undos.create(act=acts[-1], key=key, seat=hand.seat, agreed=True if alone else None, at=clock.now())
    return _restart_turn(table) if alone else mark_changed(table)


@transaction.atomic
def answer_undo(*, table: ClubTable, hand: Hand, agrees: bool) -> ClubTable:
    """Answer the open undo; it is done when all others agree, and refused when one does not.

    Raises:
        RuleViolation: no undo is open; the asker answers, or somebody answers twice; the table is closed.
    """
    table = lock_table(table)
    check_open(table)
    undo = table.undos.filter(agreed=None).first()
    if undo is None:
        raise RuleViolation("no_undo_asked", _("There is no open undo request."))
    if hand.seat is None or hand.seat.pk == undo.seat_id:
        raise RuleViolation("undo_own", _("Only the other players can agree."))
    if undo.answers.filter(seat=hand.seat).exists():
        raise RuleViolation("undo_answered", _("You have already answered."))
    undo.answers.create(seat=hand.seat, agrees=agrees, at=clock.now())
    others = sum(seat.pk != undo.seat_id for seat in table.seats.all())
    if agrees and undo.answers.count() < others:
        return mark_changed(table)
    undo.agreed = agrees
    undo.save(update_fields=["agreed"])
    return _restart_turn(table) if agrees else mark_changed(table)


# --- Helpers ------------------------------------------------------------------------------------------------------


def _put_down(table: ClubTable, seat: TableSeat | None, key: UUID, data: dict[str, Any]) -> None:
    mode = mode_of(table.mode)
    before = state_of(table)
    after = mode.apply(before, data)
    number = (table.acts.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    TableAct.objects.create(table=table, number=number, key=key, data=data, seat=seat, at=clock.now())
    table.undos.filter(agreed=None).update(agreed=False)
    if mode.waits_for(before) != mode.waits_for(after) or mode.winners(after) is not None:
        _turn_begins(table)


def _settle_time(table: ClubTable) -> bool:
    """End the turn whose time has passed, and tell whether it had."""
    state = state_of(table)
    ends = turn_ends_at(table, state)
    if ends is None or clock.now() < ends:
        return False
    player = mode_of(table.mode).waits_for(state)[0]
    key = UUID(bytes=secrets.token_bytes(16), version=4)
    _put_down(table, None, key, {"act": TIME, "player": player, "seed": secrets.token_hex(16)})
    return True


def _restart_turn(table: ClubTable) -> ClubTable:
    """Restart the turn after an undo, with its whole time, and mark the table as changed."""
    _turn_begins(table)
    return mark_changed(table)


def _turn_begins(table: ClubTable) -> None:
    table.turn_began_at = clock.now()
    table.save(update_fields=["turn_began_at"])


def _add_player(hand: Hand, table: ClubTable, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the act with its player: oneself, or the one the keeper names; with phones the keeper acts for
    nobody.

    Raises:
        RuleViolation: the act is for another player.
    """
    data = dict(said)
    named = data.pop("player", None)
    if hand.seat is None:
        if named is not None and table.way == ClubTable.Way.PHONES:
            raise RuleViolation("not_your_seat", _("You can act for yourself only."))
        return data if named is None else {**data, "player": named}
    if named not in (None, hand.seat.number):
        raise RuleViolation("not_your_seat", _("You can act for yourself only."))
    return {**data, "player": hand.seat.number}


def _is_from(known: TableAct | TableUndo, table: ClubTable, hand: Hand) -> bool:
    return (known.table_id, known.seat) == (table.pk, hand.seat)


def _without_seed(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != "seed"}


def _check_begun(table: ClubTable) -> None:
    if table.begun_at is None:
        raise RuleViolation("table_not_begun", _("This table has not started to play."))
