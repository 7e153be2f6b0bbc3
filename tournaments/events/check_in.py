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
from django.utils.translation import gettext_lazy as _

from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.core.text import folding
from tournaments.events.game_seating import last_table
from tournaments.events.services import write_act
from tournaments.events.staff import role_of
from tournaments.locks import lock_entries
from tournaments.models import Entry, Event, Player
from tournaments.people import services as people_services

_OF_ARRIVAL: Final = ("arrived_at", "joined_at", "withdrawn_at")
_BATCH: Final = 200


def list_expected(event: Event) -> QuerySet[Entry]:
    """Return the entries that were made beforehand and have not come yet."""
    return event.entries.filter(arrived_at=None)


@transaction.atomic
def enter_people(*, event: Event, players: Collection[int], by: User) -> int:
    """Enter people of the club's list (by key), who are expected from then on; return how many were entered.

    People who are in the event already stay unchanged.
    """
    event = _lock_event(event, by)
    held = people_services.lock_players(players)
    # Queried under the lock: a player whom somebody has just merged with them may be in the event.
    inside = Player.objects.filter(Q(entries__event=event) | Q(partner_entries__event=event), pk__in=held)
    for player in inside.values_list("pk", flat=True).distinct():
        del held[player]
    new = sorted(held.values(), key=lambda player: folding.key(player.name))
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
    event = _lock_event(event, by)
    coming = lock_entries(list_expected(event).filter(pk__in=entries))
    for entry in coming:
        note_arrival(entry)
    store_arrivals(coming)
    if coming:
        write_act(event, "checked_in", by=by, count=len(coming))
    return len(coming)


@transaction.atomic
def undo_check_in(*, event: Event, entries: Collection[int], by: User) -> int:
    """Expect entries (by key) again that were checked in by mistake; return how many had been there.

    Somebody who had been left out before is expected as well. The caller checks that neither slip nor phone
    shows that they are there.
    """
    event = _lock_event(event, by)
    there = event.entries.filter(pk__in=entries, arrived_at__isnull=False)
    lock_entries(there)
    count = there.update(arrived_at=None)
    if count:
        write_act(event, "check_in_undone", by=by, count=count)
    return count


@transaction.atomic
def leave_out_absent(*, event: Event, by: User, there: Collection[int] = ()) -> int:
    """Withdraw the expected players who have not come; return how many these are.

    Entries that are known to be `there`, as they have played, are recorded as arrived instead.
    """
    event = _lock_event(event, by)
    absent = list_expected(event).filter(withdrawn_at=None)
    lock_entries(absent)
    absent.filter(pk__in=there).update(arrived_at=F("joined_at"))
    count = absent.update(withdrawn_at=clock.now())
    if count:
        write_act(event, "absent_left_out", by=by, count=count)
    return count


@dataclass(frozen=True, slots=True)
class Attendance:
    """How many entries of an event are there, and how many are missing; those left out count as neither."""

    there: int
    missing: int
    mark: str

    @property
    def all(self) -> int:
        return self.there + self.missing


def attendance_of(event: Event) -> Attendance:
    """Return the counts of the check-in, with a mark that changes when anybody's arrival does."""
    here = Q(arrived_at__isnull=False)
    counts = event.entries.aggregate(
        there=Count("pk", filter=here),
        missing=Count("pk", filter=Q(arrived_at=None, withdrawn_at=None)),
        everybody=Count("pk"),
        last=Max("arrived_at"),
    )
    last = counts["last"].timestamp() if counts["last"] else 0
    mark = "-".join(str(counts[name]) for name in ("there", "missing", "everybody")) + f"-{last}"
    return Attendance(counts["there"], counts["missing"], mark)


def arrive(entry: Entry) -> None:
    """Record that an expected player is there from now on, even if they had been left out."""
    note_arrival(entry)
    entry.save(update_fields=_OF_ARRIVAL)


def note_arrival(entry: Entry) -> None:
    """Note that an expected player is there; `store_arrivals` stores it."""
    entry.arrived_at = entry.joined_at = clock.now()
    entry.withdrawn_at = None


def store_arrivals(entries: Sequence[Entry]) -> None:
    """Store many arrivals."""
    Entry.objects.bulk_update(entries, _OF_ARRIVAL, batch_size=_BATCH)


def _lock_event(event: Event, by: User) -> Event:
    """Lock and return the event for a user who is at its desk."""
    held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if role_of(held, by) is None:
        raise RuleViolation("not_yours", _("You are not at the desk of this event."))
    return held
