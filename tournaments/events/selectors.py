"""Which events are a user's, and the filters of lists of games and events."""

from typing import Final

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tournaments.models import Arbitrator, Event

# Filters: at whose desk the user has a post; in progress; over.
MINE: Final = "mine"
RUNNING: Final = "running"
OVER: Final = "over"


def events_for(user: User) -> QuerySet[Event]:
    """Return the events at whose desk a user is: those in which they have a post, or all for an
    administrator.
    """
    return Event.objects.all() if user.is_superuser else Event.objects.filter(arbitrators=user)


def usual_filter(user: User) -> str:
    """Return the filter of a list that nobody has chosen: one's own, or what is in progress for an
    administrator without a post.
    """
    if user.is_superuser and not Arbitrator.objects.filter(user=user).exists():
        return RUNNING
    return MINE
