"""Public data of a division: its pairings once the event is public, its standings once they are released."""

import hashlib

from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import get_language

from tournaments.classic.models import Division, DivisionRound
from tournaments.models import Event, Player
from tournaments.time import clock

RUNNING_SECONDS = 10
RESTING_SECONDS = 300


def visible_divisions() -> QuerySet[Division]:
    """Return the divisions of events that are public or whose standings are released."""
    seen = Q(event__public=True) | ~Q(event__released=Event.Released.HIDDEN)
    return Division.objects.filter(seen).select_related("event")


def is_released(event: Event) -> bool:
    return event.released != Event.Released.HIDDEN


def rounds_for_all(division: Division) -> list[DivisionRound]:
    """Return the rounds that have begun."""
    return list(division.rounds.filter(begun_at__isnull=False).order_by("number"))


def version_of(division: Division) -> str:
    """Return a version tag that changes with every act on the event, with people's names, and with the hour."""
    event = division.event
    facts = (
        get_language(),
        f"{clock.now():%Y-%m-%d %H}",
        (event.name, event.date, event.released, event.public, division.pk, division.name),
        acts_so_far(event),
        [*division.annotated_games.values_list("code", "first_name", "second_name")],
        Player.history.aggregate(last=Max("history_id")),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def acts_so_far(event: Event) -> tuple[int | None, int]:
    """Return a value that changes with every act.

    The last key alone is not enough: of two concurrent acts, the one with the lower key may be committed
    later.
    """
    acts = event.acts.aggregate(last=Max("pk"), count=Count("pk"))
    return acts["last"], acts["count"]


def resting_seconds(division: Division) -> int:
    """Return for how many seconds a client need not ask again."""
    return RESTING_SECONDS if division.event.released == Event.Released.FINAL else RUNNING_SECONDS
