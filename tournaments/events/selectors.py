"""Which events are a user's, and the filters of lists of games and events."""

from typing import Final

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from tournaments.models import Arbitrator, Event
from tournaments.organisers.rights import SEEING, Right, organisers_of

# Filters: at whose desk the user has a post; in progress; over.
MINE: Final = "mine"
RUNNING: Final = "running"
OVER: Final = "over"


def events_for(user: User) -> QuerySet[Event]:
    """Return the events at whose desk a user is: those in which they have a post, and all of the organisers
    whose events they see.
    """
    posts = Arbitrator.objects.filter(user=user).values("event")
    everywhere = organisers_of(user, *SEEING).values("pk")
    return Event.objects.filter(Q(pk__in=posts) | Q(organiser__in=everywhere))


def usual_filter(user: User) -> str:
    """Return the filter of a list that nobody has chosen: one's own, or what is in progress for an
    administrator without a post.
    """
    if Arbitrator.objects.filter(user=user).exists() or not organisers_of(user, Right.ADMINISTER).exists():
        return MINE
    return RUNNING
