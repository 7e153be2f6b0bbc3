"""At the door: entering many people beforehand, who is expected then, checking in, and who has not come.

Whoever checks in late plays from then on, as anybody who comes late: the rounds before count 0. No standings speak of
who has not come. They can be left out, all at once: nobody waits for them any longer, and they may still come.
"""

from collections.abc import Collection, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments import alike, clock, people
from tournaments.errors import RuleViolation
from tournaments.events import write_act
from tournaments.game_tables import last_table
from tournaments.models import Entry, Event, Player
from tournaments.posts import role_of


def expected_entries(event: Event) -> QuerySet[Entry]:
    """Who was entered beforehand and has not come yet."""
    return event.entries.filter(arrived_at=None)


@transaction.atomic
def enter_people(*, event: Event, players: Collection[int], by: User) -> int:
    """Enter people of the club's list (by key), who are expected from then on; those who are in the event already stay
    as they are. How many were entered.
    """
    event = _hold(event, by)
    held = people.hold_players(players)
    # Asked when they are held: one whom somebody has just made one with them may be in the event.
    inside = Player.objects.filter(Q(entries__event=event) | Q(partner_entries__event=event), pk__in=held)
    for player in inside.values_list("pk", flat=True).distinct():
        del held[player]
    new = sorted(held.values(), key=lambda player: alike.key(player.name))
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
    """Expected players (by key of their entries) have come to the desk; how many had not before."""
    event = _hold(event, by)
    coming = list(
        expected_entries(event)
        .filter(pk__in=entries)
        .order_by("pk")
        .select_for_update(no_key=True, of=("self",))
    )
    for entry in coming:
        arrive(entry)
    if coming:
        write_act(event, "checked_in", by=by, count=len(coming))
    return len(coming)


@transaction.atomic
def leave_out_absent(*, event: Event, by: User, there: Collection[int] = ()) -> int:
    """Nobody waits any longer for those who have not come; how many these are. Of entries that are known to be `there`
    it is put down that they have come: what they played shows it.
    """
    event = _hold(event, by)
    absent = expected_entries(event).filter(withdrawn_at=None)
    absent.filter(pk__in=there).update(arrived_at=F("joined_at"))
    count = absent.update(withdrawn_at=clock.now())
    if count:
        write_act(event, "absent_left_out", by=by, count=count)
    return count


def arrive(entry: Entry) -> None:
    """An expected player is there, from now on; whether they had been left out or not."""
    entry.arrived_at = entry.joined_at = clock.now()
    entry.withdrawn_at = None
    entry.save(update_fields=["arrived_at", "joined_at", "withdrawn_at"])


def expect_again(entry: Entry) -> None:
    """That they had come was a mistake."""
    entry.arrived_at = None
    entry.save(update_fields=["arrived_at"])


def _hold(event: Event, by: User) -> Event:
    """The event, held for anybody at its desk."""
    held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if role_of(held, by) is None:
        raise RuleViolation("not_yours", _("You are not at the desk of this event."))
    return held
