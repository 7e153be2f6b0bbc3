"""The door of an event: phones may join by themselves while it is open, and the hall may be on one address.

In an event with games these acts are acts of a game (`duplicate.games.door`); with divisions alone they are
the event's.
"""

from typing import Final

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.events.services import write_act
from tournaments.events.staff import check_may_judge
from tournaments.http.addresses import hash_hall_address
from tournaments.locks import lock_events
from tournaments.models import Event

# The field and the value that each act of `actions.DOOR` sets.
SETS: Final[dict[str, tuple[str, bool]]] = {
    "door_closed": ("door_closed", True),
    "door_opened": ("door_closed", False),
    "one_address_on": ("one_address", True),
    "one_address_off": ("one_address", False),
}


@transaction.atomic
def set_door(*, event: Event, act: str, by: User, address: str) -> None:
    """Do one of the acts of `SETS` at the desk of an event; `address` is that of the desk. The opposite act
    undoes it.
    """
    (event,) = lock_events([event.pk])
    check_may_judge(event, by)
    if apply_act(event, act):
        write_act(event, act, by=by)
    if act == "one_address_on":
        note_hall(event, address)


def apply_act(event: Event, act: str) -> bool:
    """Set the field of an act of `SETS`, and return whether that changed it. The event is locked."""
    field, value = SETS[act]
    if getattr(event, field) == value:
        return False
    setattr(event, field, value)
    event.save(update_fields=[field])
    return True


def note_hall(event: Event, address: str) -> None:
    """Store the address of a desk as that of the hall, for which turns of joining are kept
    (`tournaments.api.joining_limits`).
    """
    Event.objects.filter(pk=event.pk).update(hall_address=hash_hall_address(address))


def hall_shown(event: Event, address: str) -> dict[str, bool]:
    """Return the flags of a page at this address: whether the hall is known to be here, and whether it could
    be.
    """
    mark = hash_hall_address(address)
    return {"hall_is_here": bool(mark) and event.hall_address == mark, "hall_may_be_here": bool(mark)}
