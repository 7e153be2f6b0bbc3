"""Check-in: entering many people beforehand, checking in the expected ones, and leaving out the absent.

A player who checks in late plays from then on, like any latecomer: earlier rounds count 0. Standings leave
out people who have not come. They can be left out of the event, all at once: nobody waits for them any
longer, and they may still come.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet

from tournaments.events.game_seating import last_table
from tournaments.events.kinds_of_play import present_among
from tournaments.events.services import lock_event_at_desk, write_act
from tournaments.locks import lock_entries
from tournaments.models import Entry, Event, Player
from tournaments.names import folding
from tournaments.people import services as people_services
from tournaments.time import clock

_OF_ARRIVAL: Final = ("arrived_at", "joined_at", "withdrawn_at", "expected_since", "left_out_at")
_BATCH: Final = 200


def list_expected(event: Event) -> QuerySet[Entry]:
    """Return the entries that were made beforehand and have not come yet."""
    return event.entries.filter(arrived_at=None)


def find_missing(event: Event) -> set[int]:
    """Return the expected entries (keys) that are waited for: not left out, and without a result in a division."""
    awaited = _find_awaited(event)
    return awaited - present_among(awaited) if awaited else awaited


def find_shown(event: Event) -> set[int]:
    """Return the expected entries (keys) whose results in a division show that they are there."""
    awaited = _find_awaited(event)
    return present_among(awaited) if awaited else awaited


def _find_awaited(event: Event) -> set[int]:
    return set(list_expected(event).filter(withdrawn_at=None).values_list("pk", flat=True))


@transaction.atomic
def enter_people(*, event: Event, players: Collection[int], by: User) -> int:
    """Enter people of the club's list (by key), who are expected from then on; return how many were entered.

    People who are in the event already stay unchanged.
    """
    event = lock_event_at_desk(event, by)
    locked_players = people_services.lock_players(players)
    # Queried under the lock: a player whom somebody has just merged with them may be in the event.
    inside = Player.objects.filter(
        Q(entries__event=event) | Q(partner_entries__event=event), pk__in=locked_players
    )
    for player in inside.values_list("pk", flat=True).distinct():
        del locked_players[player]
    new = sorted(locked_players.values(), key=lambda player: folding.key(player.name))
    last = last_table(event)
    now = clock.now()
    Entry.objects.bulk_create(
        Entry(event=event, player=player, table=table, joined_at=now, arrived_at=None)
        for table, player in enumerate(new, start=last + 1)
    )
    write_act(event, "people_entered", by=by, count=len(new))
    return len(new)


@transaction.atomic
def check_in(*, event: Event, entries: Sequence[int], by: User) -> int:
    """Check expected players in (by key of their entries); return how many had not come before."""
    event = lock_event_at_desk(event, by)
    coming = lock_entries(list_expected(event).filter(pk__in=entries))
    for entry in coming:
        note_arrival(entry)
    store_arrivals(coming)
    if coming:
        write_act(event, "checked_in", by=by, **_who(coming))
    return len(coming)


@transaction.atomic
def undo_check_in(*, event: Event, entries: Collection[int], by: User) -> int:
    """Restore entries (by key) that were checked in by mistake as they were before: expected, or left out.
    Return how many had been there.

    Somebody who has dropped out since stays so. The caller checks that nothing shows that they are there.
    """
    event = lock_event_at_desk(event, by)
    there = lock_entries(event.entries.filter(pk__in=entries, arrived_at__isnull=False))
    for entry in there:
        entry.joined_at = entry.expected_since or entry.joined_at
        entry.withdrawn_at = entry.withdrawn_at or entry.left_out_at
        entry.arrived_at = entry.expected_since = entry.left_out_at = None
    store_arrivals(there)
    if there:
        write_act(event, "check_in_undone", by=by, **_who(there))
    return len(there)


@transaction.atomic
def set_paid(*, event: Event, entry: int, paid: bool, by: User) -> bool:
    """Note that an entry (by key) has paid, or that it has not after all; return whether that is news."""
    event = lock_event_at_desk(event, by)
    for held in lock_entries(event.entries.filter(pk=entry).exclude(paid=paid)):
        held.paid = paid
        held.save(update_fields=["paid"])
        write_act(event, "entry_paid" if paid else "entry_unpaid", by=by, name=held.full_name)
        return True
    return False


@transaction.atomic
def leave_out_absent(*, event: Event, by: User, there: Collection[int] = ()) -> int:
    """Withdraw the expected players who have not come; return how many these are.

    Entries that are known to be `there`, as they have played, are recorded as arrived instead.
    """
    event = lock_event_at_desk(event, by)
    absent = list_expected(event).filter(withdrawn_at=None)
    lock_entries(absent)
    absent.filter(pk__in=there).update(
        arrived_at=F("joined_at"), expected_since=F("joined_at"), left_out_at=None
    )
    count = absent.update(withdrawn_at=clock.now())
    if count:
        write_act(event, "absent_left_out", by=by, count=count)
    return count


def _who(entries: Sequence[Entry]) -> dict[str, object]:
    """Return how many entries an act is about, with the name if it is one."""
    count: dict[str, object] = {"count": len(entries)}
    return count | {"name": entries[0].full_name} if len(entries) == 1 else count


@dataclass(frozen=True, slots=True)
class Attendance:
    """How many entries of an event are there, and how many are missing; those left out count as neither.

    An expected player with a result in a division is there.
    """

    there: int
    missing: int
    unpaid: int
    paid: int
    mark: str

    @property
    def all(self) -> int:
        return self.there + self.missing


def attendance_of(event: Event) -> Attendance:
    """Return the counts of the check-in, with a mark that changes when anybody comes, goes or pays."""
    left_out = Q(arrived_at=None, withdrawn_at__isnull=False)
    counts = event.entries.aggregate(
        there=Count("pk", filter=Q(arrived_at__isnull=False)),
        missing=Count("pk", filter=Q(arrived_at=None, withdrawn_at=None)),
        unpaid=Count("pk", filter=Q(paid=False) & ~left_out),
        paid=Count("pk", filter=Q(paid=True)),
        everybody=Count("pk"),
        last=Max("arrived_at"),
    )
    shown = len(find_shown(event)) if counts["missing"] else 0
    counts["there"] += shown
    counts["missing"] -= shown
    last = counts.pop("last")
    act = event.acts.aggregate(last=Max("pk"))["last"] or 0
    mark = "-".join(map(str, (*counts.values(), last.timestamp() if last else 0, act)))
    del counts["everybody"]
    return Attendance(mark=mark, **counts)


def arrive(entry: Entry) -> None:
    """Record that an expected player is there from now on, even if they had been left out."""
    note_arrival(entry)
    entry.save(update_fields=_OF_ARRIVAL)


def note_arrival(entry: Entry) -> None:
    """Note that an expected player is there; `store_arrivals` stores it."""
    if entry.arrived_at is None:
        entry.expected_since, entry.left_out_at = entry.joined_at, entry.withdrawn_at
    entry.arrived_at = entry.joined_at = clock.now()
    entry.withdrawn_at = None


def store_arrivals(entries: Sequence[Entry]) -> None:
    """Store many arrivals."""
    Entry.objects.bulk_update(entries, _OF_ARRIVAL, batch_size=_BATCH)
