"""Row locks, and the one order in which every transaction takes them.

The order: games, the round, events, divisions, entries, clubs, players, then rows that belong to one of them.
Several rows of one table are locked in the order of their keys. Transactions that take locks in different
orders can deadlock. An act leaves out the locks that it does not need. `duplicate.acts.locks` has the locks
of games and rounds, and their strength.

Acts that replace something that a user has once, such as a file in review, lock the user's row first, and before all
others.
"""

from collections.abc import Collection, Iterable

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.dispatch import Signal

from tournaments.models import Club, Entry, Event

# Sent with `events` (their keys); each receiver locks its games of these events.
locking_games = Signal()


def lock_games(events: Collection[int]) -> None:
    """Lock the games of these events; the rows belong to other packages."""
    locking_games.send(Event, events=events)


def lock_user(user: User) -> None:
    """Lock the user's row, so that two acts of theirs at a time replace their one upload one after the other."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def lock_events(keys: Iterable[int]) -> list[Event]:
    """Lock the events of these keys, so that nobody is entered into them or given another table meanwhile."""
    return list(Event.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk"))


def lock_entries(entries: QuerySet[Entry]) -> list[Entry]:
    """Lock several entries."""
    return list(entries.order_by("pk").select_for_update(no_key=True, of=("self",)))


def lock_clubs(keys: Iterable[int]) -> list[Club]:
    """Lock the clubs of these keys, so that nobody merges them meanwhile."""
    return list(Club.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk"))
