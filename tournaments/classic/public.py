"""What everybody may see of a division: its pairings once the event is public, its standings once they are released."""

import hashlib

from django.db.models import Max, Q, QuerySet
from django.utils.translation import get_language

from tournaments import clock
from tournaments.models import Division, DivisionRound, Event, Player

RUNNING_SECONDS = 10
RESTING_SECONDS = 300


def visible_divisions() -> QuerySet[Division]:
    """Those of events that are public, or whose standings are released."""
    seen = Q(event__public=True) | ~Q(event__released=Event.Released.HIDDEN)
    return Division.objects.filter(seen).select_related("event")


def is_released(event: Event) -> bool:
    return event.released != Event.Released.HIDDEN


def round_for_all(division: Division) -> DivisionRound | None:
    """The last round that has begun."""
    return division.rounds.filter(begun_at__isnull=False).order_by("-number").first()


def version_of(division: Division) -> str:
    """Changes with every act on the event, with people's names, and with the hour."""
    event = division.event
    facts = (
        get_language(),
        f"{clock.now():%Y-%m-%d %H}",
        (event.name, event.date, event.released, event.public, division.pk, division.name),
        event.acts.aggregate(last=Max("pk")),
        Player.history.aggregate(last=Max("history_id")),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def resting_seconds(division: Division) -> int:
    """For how long nobody needs to ask again."""
    return RESTING_SECONDS if division.event.released == Event.Released.FINAL else RUNNING_SECONDS
