"""Events: making one, what its chief sets, and the record of what was done with it as a whole."""

from datetime import date

from django.contrib.auth.models import User
from django.db import transaction

from tournaments import clock
from tournaments.models import Arbitrator, Event, EventAct
from tournaments.posts import check_chief


@transaction.atomic
def create_event(*, name: str, by: User, day: date | None = None) -> Event:
    """A new event, run by its creator; today, if nothing else is said."""
    event = Event(name=name, **({"date": day} if day else {}))
    event.full_clean()
    event.save()
    event.arbitrators.add(by, through_defaults={"role": Arbitrator.Role.CHIEF})
    return event


def hold_event(event: Event, by: User) -> Event:
    """The event as it stands, held for its chief until the end of the transaction.

    Raises:
        RuleViolation: somebody else asks.
    """
    held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    check_chief(held, by)
    return held


def write_act(event: Event, act: str, *, by: User | None, **params: object) -> EventAct:
    """Put one act on record, in its transaction; `params` fill its sentence."""
    return EventAct.objects.create(event=event, at=clock.now(), by=by, act=act, params=params)
