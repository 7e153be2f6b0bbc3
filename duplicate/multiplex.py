"""A game in several rooms: a room says that it has judged its tables, or that its line was cut. One function an act.

Slips are judged in one place, whichever room they come from; a room is a range of tables, with those who judge them.
What always holds: for a room speak its own arbitrators, those who have all tables, and the chief.

A *cut line* is the network between a room and the server. Phones go on with the clock that they have and keep what was
written; it arrives when the line is back, after time, and is marked late. That it was in time only the room can know:
its arbitrator says so, for the whole room or for one table, with a reason. Each slip then counts as if its player had
handed it in on paper, keyed by whoever vouches for it, and is judged as any.
"""

import uuid
from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate import log
from duplicate.changes import Changes
from duplicate.conflicts import say_the_same
from duplicate.holding import hold_entries, hold_game
from duplicate.models import Game, Round, Slip
from duplicate.papers import round_to_rule_in
from duplicate.publishing import publish
from duplicate.room_ready_models import RoomReady
from duplicate.rulings import judge_and_store
from duplicate.seats import entries_of, seat_of_slips, seated, tables_with
from tournaments import clock
from tournaments.errors import RuleViolation
from tournaments.models import Room
from tournaments.posts import check_may_judge, is_chief, tables_of


@transaction.atomic
def say_ready(*, game: Game, room: Room, by: User) -> None:
    """The room has keyed and judged all slips of the closed round; said twice, it is said once.

    Raises:
        RuleViolation: another room's arbitrator; no round is closed; tables of the room are in conflict.
    """
    game, round_ = _closed_round(game, room, by)
    conflicts = tables_with(game, _late_or_not(round_, room).filter(in_conflict=True))
    if conflicts:
        raise RuleViolation(
            "room_in_conflict",
            _("Settle first which slip counts. Tables: {tables}."),
            tables=", ".join(map(str, sorted(conflicts))),
        )
    _ready, new = RoomReady.objects.get_or_create(
        round=round_, room=room, defaults={"by": by, "at": clock.now()}
    )
    if new:
        log.write(game, "room_ready", by=by, number=round_.number, room=room.name)


@transaction.atomic
def take_ready_back(*, game: Game, room: Room, by: User) -> None:
    """The room is not done yet after all."""
    game, round_ = _closed_round(game, room, by)
    taken, _rows = RoomReady.objects.filter(round=round_, room=room).delete()
    if taken:
        log.write(game, "room_not_ready", by=by, number=round_.number, room=room.name)


@transaction.atomic
def take_late_slips(
    *, game: Game, room: Room, by: User, reason: str, number: int | None = None, table: int | None = None
) -> int:
    """The room's line was cut: slips of its phones that came late count, at one table or at all that have no other;
    how many these were. After the announcement it is a correction.

    Raises:
        RuleViolation: another room's arbitrator; no reason; there is no such slip.
    """
    game = hold_game(game)
    _check_speaks_for(game, room, by)
    if not reason.strip():
        raise RuleViolation("reason_missing", _("Say why these slips count."))
    round_ = round_to_rule_in(game, number, reason)
    tables = room.tables if table is None else range(table, table + 1)
    there = entries_of(game).filter(
        withdrawn_at=None, seat__range=(room.first_table, room.last_table), seat__in=tables
    )
    hold_entries(there)
    slips = [_vouched_for(slip, by) for slip in late_slips(round_, room) if slip.entry.table in tables]
    if not slips:
        raise RuleViolation("no_late_slips", _("No slip came late where none counts."))
    Slip.objects.bulk_create(slips)
    judge_and_store(round_, slips, reason=reason)
    changes = Changes()
    changes.add(slips)
    told: dict[str, Any] = {"why": reason, "room": room.name, "count": len(slips)}
    log.write(game, "line_was_cut", by=by, number=round_.number, **told, **changes.params())
    if round_.state == Round.State.ANNOUNCED:
        publish(game)
    return len(slips)


def late_slips(round_: Round, room: Room | None = None) -> list[Slip]:
    """For each table (of the room) at which no slip counts the late one that would, as the rules choose among several.
    Where several different ones make zero, none: that is for an arbitrator to look at.
    """
    rule = round_.game.rule_set.slips.second_slip
    chosen: dict[int, Slip] = {}
    different: set[int] = set()
    theirs = _late_or_not(round_, room) if room else round_.slips.all()
    there = theirs.filter(entry__withdrawn_at=None)
    served = set(there.filter(effective=True).values_list("entry_id", flat=True))
    late = there.filter(late=True, source=Slip.Source.PHONE).exclude(entry__in=served)
    late = seated(round_.game, late.select_related("entry", "round"))
    for slip in late.order_by("received_at", "pk"):
        first = chosen.get(slip.entry_id)
        if first is not None and not say_the_same(first, slip, round_.game):
            different.add(slip.entry_id)
        if first is None or rule == "replaces":
            chosen[slip.entry_id] = slip
    several_count = rule in {"replaces", "ignored"}
    return [slip for slip in chosen.values() if several_count or slip.entry_id not in different]


def rooms_not_ready(round_: Round) -> list[Room]:
    """The rooms with players that have not said that they are ready."""
    rooms = list(round_.game.event.rooms.all())
    if not rooms:
        return []
    ready = set(round_.ready_rooms.values_list("room", flat=True))
    tables = set(entries_of(round_.game).filter(withdrawn_at=None).values_list("seat", flat=True))
    return [room for room in rooms if room.pk not in ready and not tables.isdisjoint(room.tables)]


def speaks_for(game: Game, room: Room, by: User) -> bool:
    """Whether somebody who judges may say something for the room."""
    return room.pk in rooms_spoken_for(game, [room], by)


def rooms_spoken_for(game: Game, rooms: Iterable[Room], by: User) -> set[int]:
    """The rooms (by key) for which somebody who judges may say something."""
    own = tables_of(game.event, by)
    every = own is None or is_chief(game.event, by)
    return {room.pk for room in rooms if every or own == room.tables}


def _check_speaks_for(game: Game, room: Room, by: User) -> None:
    check_may_judge(game.event, by)
    if room.event_id != game.event_id or not speaks_for(game, room, by):
        raise RuleViolation(
            "room_of_others", _("{room} is judged by others, and they speak for it."), room=room.name
        )


def _closed_round(game: Game, room: Room, by: User) -> tuple[Game, Round]:
    game = hold_game(game)
    _check_speaks_for(game, room, by)
    round_ = game.rounds.in_progress().filter(state=Round.State.CLOSED).first()
    if round_ is None:
        raise RuleViolation("no_round_to_judge", _("No round is closed that waits to be announced."))
    round_.game = game
    return game, round_


def _late_or_not(round_: Round, room: Room) -> Any:
    slips = round_.slips.alias(at=seat_of_slips(round_.game))
    return slips.filter(at__range=(room.first_table, room.last_table))


def _vouched_for(slip: Slip, by: User) -> Slip:
    return Slip(
        round=slip.round,
        entry=slip.entry,
        client_id=uuid.uuid4(),
        word=slip.word,
        reference=slip.reference,
        stated_score=slip.stated_score,
        received_at=clock.now(),
        source=Slip.Source.DESK,
        keyed_by=by,
    )
