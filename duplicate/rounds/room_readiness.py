"""A game in several rooms: a room says that it has judged its tables, or that its line was cut. One function
an act.

Slips from all rooms are judged in one place; a room is a range of tables, with the arbitrators who judge
them. Invariant: only a room's own arbitrators, arbitrators of all tables, and the chief act for a room.

A *cut line* is a failure of the network between a room and the server. Phones go on with the clock that they
have and keep the slip. It arrives after time, when the line is back, and is marked late. Only the room can
know that it was written in time: its arbitrator says so, for the whole room or for one table, with a reason.
Each slip then counts as a paper slip keyed by that arbitrator, and is judged like any other.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_game
from duplicate.attendance.seating import annotate_seat, entries_of, seat_of_slips, tables_with
from duplicate.log import audit_log
from duplicate.models import Game, Round, Slip
from duplicate.models.room_readiness import RoomReady
from duplicate.slips.changes import ASIDE, Changes
from duplicate.slips.conflicts import say_the_same
from duplicate.slips.filing import desk_slip, store_slips
from duplicate.slips.paper import record_in_round, round_to_rule_in
from duplicate.slips.selectors import view_ruled_slip
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_may_judge, is_chief, tables_of
from tournaments.locks import lock_entries
from tournaments.models import Room
from tournaments.time import clock


@transaction.atomic
def say_ready(*, game: Game, room: Room, by: User) -> None:
    """Record that the room has keyed and judged all slips of the closed round. A second call changes nothing.

    Raises:
        RuleViolation: `by` is another room's arbitrator; no round is closed; tables of the room are in
            conflict.
    """
    game, round_ = _lock_closed_round(game, room, by)
    conflicts = tables_with(game, _slips_at(round_, room).in_conflict())
    if conflicts:
        raise RuleViolation(
            "room_in_conflict",
            _("Decide first which slip counts. Tables: {tables}."),
            tables=", ".join(map(str, sorted(conflicts))),
        )
    _ready, new = RoomReady.objects.get_or_create(
        round=round_, room=room, defaults={"by": by, "at": clock.now()}
    )
    if new:
        audit_log.write(game, "room_ready", by=by, number=round_.number, room=room.name)


@transaction.atomic
def take_ready_back(*, game: Game, room: Room, by: User) -> None:
    """Record that the room is not ready after all."""
    game, round_ = _lock_closed_round(game, room, by)
    taken, _rows = RoomReady.objects.filter(round=round_, room=room).delete()
    if taken:
        audit_log.write(game, "room_not_ready", by=by, number=round_.number, room=room.name)


@transaction.atomic
def take_late_slips(
    *, game: Game, room: Room, by: User, reason: str, number: int | None = None, table: int | None = None
) -> int:
    """Let late phone slips of a room whose line was cut count; return how many.

    They count at one `table`, or at all tables of the room, where no other slip counts. After the
    announcement this is a correction.

    Raises:
        RuleViolation: `by` is another room's arbitrator; no reason; there is no such slip.
    """
    game = lock_game(game)
    _check_speaks_for(game, room, by)
    if not reason.strip():
        raise RuleViolation("reason_missing", _("Give a reason: it goes into the log."))
    round_ = round_to_rule_in(game, number, reason)
    tables = room.tables if table is None else range(table, table + 1)
    there = entries_of(game).filter(
        withdrawn_at=None, seat__range=(room.first_table, room.last_table), seat__in=tables
    )
    lock_entries(there)
    slips = [
        desk_slip(
            round_,
            by,
            entry=slip.entry,
            word=slip.word,
            reference=slip.reference,
            stated_score=slip.stated_score,
        )
        for slip in late_slips(round_, room)
        if slip.entry.table in tables
    ]
    if not slips:
        raise RuleViolation("no_late_slips", _("There are no late slips to count."))
    changes, count = Changes(), len(slips)
    players = {slip.entry_id for slip in slips}
    for missing in _counting_beside_late(round_):
        if missing.entry_id in players:
            changes.move(missing, ASIDE)
    store_slips(round_, slips, changes, reason)
    record_in_round(round_, "line_was_cut", changes, by=by, reason=reason, room=room.name, count=count)
    return count


def late_slips(round_: Round, room: Room | None = None) -> list[Slip]:
    """Return the late slip that would count for each table (of the room) at which no slip counts, or a plain
    "no slip".

    The rules choose among several late slips of a table. If they make zero of different ones, the table has
    none here: an arbitrator must look at it.
    """
    rule = round_.game.rule_set.slips.second_slip
    chosen: dict[int, Slip] = {}
    different: set[int] = set()
    theirs = _slips_at(round_, room) if room else round_.slips.all()
    there = theirs.filter(entry__withdrawn_at=None)
    served = {slip.entry_id for slip in _counting_beside_late(round_) if not view_ruled_slip(slip).is_missing}
    late = there.late().filter(source=Slip.Source.PHONE).exclude(entry__in=served)
    late = annotate_seat(round_.game, late.select_related("entry", "round"))
    for slip in late.order_by("received_at", "pk"):
        first = chosen.get(slip.entry_id)
        if first is not None and not say_the_same(first, slip, round_.game):
            different.add(slip.entry_id)
        if first is None or rule == "replaces":
            chosen[slip.entry_id] = slip
    several_count = rule in {"replaces", "ignored"}
    return [slip for slip in chosen.values() if several_count or slip.entry_id not in different]


def _counting_beside_late(round_: Round) -> QuerySet[Slip]:
    """Return the slips that count of players who also have a late one, usually none."""
    late = round_.slips.late().order_by().values("entry")
    return round_.slips.counting().filter(entry__in=late).prefetch_related("rulings")


def rooms_not_ready(round_: Round) -> list[Room]:
    """Return the rooms with players that have not said that they are ready."""
    rooms = list(round_.game.event.rooms.all())
    if not rooms:
        return []
    ready = set(round_.ready_rooms.values_list("room", flat=True))
    tables = set(entries_of(round_.game).filter(withdrawn_at=None).values_list("seat", flat=True))
    return [room for room in rooms if room.pk not in ready and not tables.isdisjoint(room.tables)]


def speaks_for(game: Game, room: Room, by: User) -> bool:
    """Tell whether an arbitrator may act for the room."""
    return room.pk in rooms_spoken_for(game, [room], by)


def rooms_spoken_for(game: Game, rooms: Iterable[Room], by: User) -> set[int]:
    """Return the keys of the rooms for which an arbitrator may act."""
    own = tables_of(game.event, by)
    every = own is None or is_chief(game.event, by)
    return {room.pk for room in rooms if every or own == room.tables}


def _check_speaks_for(game: Game, room: Room, by: User) -> None:
    check_may_judge(game.event, by)
    if room.event_id != game.event_id or not speaks_for(game, room, by):
        raise RuleViolation(
            "room_of_others", _("Only the arbitrators of {room} can do this."), room=room.name
        )


def _lock_closed_round(game: Game, room: Room, by: User) -> tuple[Game, Round]:
    game = lock_game(game)
    _check_speaks_for(game, room, by)
    round_ = game.rounds.in_progress().filter(state=Round.State.CLOSED).first()
    if round_ is None:
        raise RuleViolation("no_round_to_judge", _("No closed round is waiting to be announced."))
    round_.game = game
    return game, round_


def _slips_at(round_: Round, room: Room) -> Any:
    slips = round_.slips.alias(at=seat_of_slips(round_.game))
    return slips.filter(at__range=(room.first_table, room.last_table))
