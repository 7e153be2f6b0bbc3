"""Receivers for changes of people in the base app: lock the games concerned, and refresh their screens."""

from collections.abc import Collection
from typing import Any

from django.dispatch import receiver

from duplicate.acts.publish import show_again
from duplicate.attendance.absences import times_away, times_both_away
from duplicate.log import audit_log
from duplicate.models import Game
from tournaments.events.registration.removal import entry_removed
from tournaments.locks import locking_games
from tournaments.models import Entry, Event
from tournaments.people.merging import merged, uniting_entries


@receiver(locking_games)
def lock_games_of_events(events: Collection[int], **_kwargs: Any) -> None:
    """Lock the games of these events in the same order as `duplicate.acts.locks.lock_all_games`."""
    games = Game.objects.select_for_update(no_key=True, of=("self",)).filter(event__in=events)
    list(games.order_by("pk").only("pk"))


@receiver(entry_removed)
def show_games_without_entry(event: Event, **_kwargs: Any) -> None:
    show_games_again([event.pk])


@receiver(uniting_entries)
def hand_on_record(leaves: Entry, stays: Entry, **_kwargs: Any) -> None:
    """Keep on record the slips of acts that were undone, which the entry that leaves would take along, and when the
    person was away.
    """
    leaves.slips.aside().update(entry=stays)
    game = Game.objects.filter(event=stays.event_id).order_by("pk").last()
    if game is None:
        return
    away = times_away(game)
    for left, back in times_both_away(leaves, stays, away):
        if not any(since <= left and back <= until for since, until in away.get(stays.pk, ())):
            audit_log.write(game, audit_log.DROPPED_OUT, by=None, entry=stays, at=left)
            audit_log.write(game, audit_log.CAME_BACK, by=None, entry=stays, at=back)


@receiver(merged)
def show_games_again(events: Collection[int], **_kwargs: Any) -> None:
    """Refresh the screens of these games: names have changed, and an entry that left nothing may be gone."""
    for game in Game.objects.filter(event__in=events).order_by("pk"):
        show_again(game)
