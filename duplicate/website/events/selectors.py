"""Lists of events, for those at their desks and for everybody, and of games with words of their own."""

from datetime import UTC, timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from duplicate.models import Game, GameWord
from tournaments.classic.divisions.public import divisions_in_play
from tournaments.classic.models import Division
from tournaments.events.selectors import MINE, OVER, RUNNING, events_for
from tournaments.models import Entry, Event
from tournaments.querysets import count_of, words_in
from tournaments.time import clock

# The last time zone in which a day ends is twelve hours behind UTC.
LAST_ZONE: Final = timedelta(hours=12)


def list_events(user: User, of: str, text: str = "") -> QuerySet[Event]:
    """Return the user's events of a filter that match a text, the newest first, each with its numbers of
    games, divisions and entries.

    An event is over once its day has ended in all time zones, and none of its games is in progress.
    """
    events = events_for(user)
    running = Q(_playing()) | Q(date__gte=(clock.now().astimezone(UTC) - LAST_ZONE).date())
    if of == MINE:
        events = events.filter(posts__user=user)
    elif of in {RUNNING, OVER}:
        events = events.filter(running if of == RUNNING else ~running)
    return _with_counts(events.filter(words_in(text, "name"))).annotate(
        entry_count=count_of(Entry.objects.all(), "event")
    )


def list_public_events(text: str = "") -> QuerySet[Event]:
    """Return the public events that match a text, the newest first, each with its numbers of games and
    divisions, and whether one of them is in progress.
    """
    public = Event.objects.filter(words_in(text, "name"), public=True)
    in_play = Exists(divisions_in_play().filter(event=OuterRef("pk")))
    return _with_counts(public).annotate(running=Q(_playing()) | Q(in_play))


def games_with_own_words(event: Event) -> QuerySet[Game]:
    """Return the games with words in force that the event does not give them, each with these as `own_words`."""
    own = GameWord.objects.in_force().filter(from_event=False)
    games = Game.objects.filter(event=event, pk__in=own.values("game")).order_by("pk")
    return games.prefetch_related(Prefetch("words", own.order_by("word"), to_attr="own_words"))


def _with_counts(events: QuerySet[Event]) -> QuerySet[Event]:
    return (
        events.select_related("organiser")
        .order_by("-date", "-pk")
        .annotate(
            game_count=count_of(Game.objects.all(), "event"),
            division_count=count_of(Division.objects.all(), "event"),
        )
    )


def _playing() -> Exists:
    return Exists(Game.objects.filter(event=OuterRef("pk"), state=Game.State.PLAYING))
