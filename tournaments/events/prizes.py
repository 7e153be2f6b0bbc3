"""The prizes of an event over its games: its list, as its chief sets it."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.events.services import lock_event, write_act
from tournaments.models import Event, EventPrize

MOST_PRIZES = 100
MOST_PLACE = 500


@transaction.atomic
def set_event_prizes(
    *, event: Event, prizes: Sequence[EventPrize], one_each: bool, by: User, seen: str | None = None
) -> None:
    """Replace the event's prizes by these, in their order, the greater before the smaller.

    `seen` is the `prizes_version` of the list that was shown.

    Raises:
        RuleViolation: there are too many, one has no name, a place is out of range, or the list has changed.
    """
    event = lock_event(event, by)
    replace_prizes(event, prizes, one_each=one_each, seen=seen)
    write_act(event, "event_prizes_set", by=by, count=len(prizes))


def replace_prizes(owner: Any, prizes: Sequence[Any], *, one_each: bool, seen: str | None) -> None:
    """Replace the prizes of a locked event or division; errors as for `set_event_prizes`."""
    check_prizes_seen(owner.prizes.all(), seen)
    check_prizes(prizes)
    owner.prizes.all().delete()
    for number, prize in enumerate(prizes, start=1):
        setattr(prize, owner.prizes.field.name, owner)
        prize.pk, prize.number = None, number
    owner.prizes.bulk_create(prizes)
    owner.one_prize_each = one_each
    owner.save(update_fields=["one_prize_each"])


def prizes_version(rows: QuerySet[Any]) -> str:
    """Return the version of a list of prizes: each time it is saved its rows are made anew."""
    return str(rows.aggregate(last=Max("pk"))["last"] or 0)


def check_prizes_seen(rows: QuerySet[Any], seen: str | None) -> None:
    """Refuse to save over a list of prizes that has changed since it was shown.

    Raises:
        RuleViolation: it has.
    """
    if seen is not None and seen != prizes_version(rows):
        raise RuleViolation(
            "prizes_changed",
            _(
                "Somebody has changed these prizes in the meantime. Save again to replace those changes "
                "with yours."
            ),
        )


def check_prizes(prizes: Sequence[Any]) -> None:
    """Check a list of prizes.

    Raises:
        RuleViolation: there are too many, one has no name, or a place is out of range.
    """
    if len(prizes) > MOST_PRIZES:
        raise RuleViolation("too_many_prizes", _("At most {most} prizes."), most=MOST_PRIZES)
    if not all(prize.name for prize in prizes):
        raise RuleViolation("prize_without_name", _("Every prize needs a name."))
    if not all(1 <= prize.place <= MOST_PLACE for prize in prizes):
        raise RuleViolation("prize_place", _("Places are from 1 to {most}."), most=MOST_PLACE)
