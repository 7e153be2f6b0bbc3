"""The rooms of an event: its chief writes them as a whole, and others look up the room of a table.

A table stands in one room or in none, and a room with a posted arbitrator stays.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events.seating import MOST_TABLES
from tournaments.events.services import lock_event, write_act
from tournaments.models import Event, Room
from tournaments.names import folding

MOST_ROOMS = 100


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """A room as it was written; `key` is that of the existing room, None for a new one."""

    name: str
    tables: range
    key: int | None = None


@transaction.atomic
def set_rooms(
    *, event: Event, plans: Sequence[RoomPlan], by: User, seen: Sequence[RoomPlan] | None = None
) -> list[Room]:
    """Store exactly these rooms for an event.

    If `seen` has the rooms as they were when the form was loaded, rooms created since then stay, and of the
    others only differences are changed.

    Raises:
        RuleViolation: two rooms share a table or a name; a table that cannot be; somebody is posted to a room
            that would go; a room that is to be changed is not as it was `seen` any more.
    """
    event = lock_event(event, by)
    there = {room.pk: room for room in event.rooms.all()}
    if seen is not None:
        plans = _merge_plans(plans, seen, there.values())
    check_rooms(plans)
    kept = {plan.key for plan in plans}
    gone = [room for room in there.values() if room.pk not in kept]
    posted = event.posts.filter(room__in=gone).select_related("user", "room").first()
    if posted is not None:
        raise RuleViolation(
            "room_in_use",
            _("{user} has the room “{room}”: assign another room first."),
            user=posted.user.username,
            room=str(posted.room),
        )
    before = _rooms_text(there.values())
    for room in gone:
        room.delete()
    # First set keys that nobody can type: rooms may swap names.
    for room in there.values():
        event.rooms.filter(pk=room.pk).update(key=f"\n{room.pk}")
    rooms = [_write_room(there.get(plan.key or 0) or Room(event=event), plan) for plan in plans]
    if _rooms_text(rooms) != before:
        write_act(event, "rooms_set", by=by, rooms=_rooms_text(rooms) or "–")
    return rooms


def plan_of(room: Room) -> RoomPlan:
    return RoomPlan(room.name, room.tables, room.pk)


def _merge_plans(
    plans: Sequence[RoomPlan], seen: Sequence[RoomPlan], there: Iterable[Room]
) -> list[RoomPlan]:
    now: dict[int | None, RoomPlan] = {room.pk: plan_of(room) for room in there}
    was = {plan.key: plan for plan in seen}
    wanted: dict[int | None, RoomPlan] = {plan.key: plan for plan in plans if plan.key is not None}
    merged = [plan for plan in plans if plan.key is None]
    for key in {**was, **now}:
        # Rooms that the form left unchanged, or did not know, stay as they are now.
        if wanted.get(key) == was.get(key):
            merged += [now[key]] if key in now else []
            continue
        if now.get(key) not in {was.get(key), wanted.get(key)}:
            plan = now.get(key) or was[key]
            raise RuleViolation(
                "rooms_changed",
                _(
                    "Somebody has changed the room “{room}” in the meantime. Nothing was saved: check "
                    "and save again."
                ),
                room=plan.name,
            )
        merged += [wanted[key]] if key in wanted else []
    return merged


def check_rooms(plans: Sequence[RoomPlan]) -> None:
    """Check whether these rooms are possible. Pure.

    Raises:
        LinesRefused: all that is wrong, see `set_rooms`.
        RuleViolation: there are too many.
    """
    if len(plans) > MOST_ROOMS:
        raise RuleViolation("many_rooms", _("At most {most} rooms."), most=MOST_ROOMS)
    names: set[str] = set()
    wrong: list[tuple[str, RuleViolation]] = []
    for plan in plans:
        name = folding.key(folding.tidy(plan.name))
        if not name or name in names:
            said = _("Two rooms are named “{room}”.")
            wrong.append((plan.name, RuleViolation("room_twice", said, room=plan.name)))
        names.add(name)
        if not 1 <= plan.tables.start < plan.tables.stop <= MOST_TABLES:
            said = _("{room}: the last table must come after the first.")
            wrong.append((plan.name, RuleViolation("room_tables", said, room=plan.name)))
    ordered = sorted(plans, key=lambda plan: plan.tables.start)
    for one, other in pairwise(ordered):
        if other.tables.start < one.tables.stop:
            said = _("Table {table} would be in two rooms, {room} and {other}.")
            both = {"table": other.tables.start, "room": one.name, "other": other.name}
            wrong.append((other.name, RuleViolation("rooms_overlap", said, **both)))
    if wrong:
        raise LinesRefused(wrong)


def room_of(table: int, rooms: Iterable[Room]) -> Room | None:
    """Return the room in which the table stands, if any. Pure."""
    return next((room for room in rooms if table in room.tables), None)


def _write_room(room: Room, plan: RoomPlan) -> Room:
    room.name = folding.tidy(plan.name)
    room.key = folding.key(room.name)
    room.first_table, room.last_table = plan.tables.start, plan.tables.stop - 1
    room.full_clean()
    room.save()
    return room


def _rooms_text(rooms: Iterable[Room]) -> str:
    ordered = sorted(rooms, key=lambda room: room.first_table)
    return ", ".join(f"{room.name} {room.first_table}–{room.last_table}" for room in ordered)
