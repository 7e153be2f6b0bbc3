"""Merging of two players: the locks of `services.merge_players`, and the entries of the two people.

An entry is checked and deleted under its lock, with those of its event and its games. So no row can be stored
for it in between, and an entry with stored rows stays.
"""

from contextlib import suppress
from dataclasses import dataclass

from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.locks import lock_clubs, lock_entries, lock_events, lock_games
from tournaments.models import Arbitrator, Entry, GameTable, Player

ATTEMPTS = 5

# Sent with `events` (their keys) in which the deleted player was entered; their games are locked.
merged = Signal()
# Sent with `leaves` and `stays` before an entry is deleted because its person has another one in the event. A receiver
# hands on rows that `LEFT_NOTHING` of their model describes.
uniting_entries = Signal()


class _EnteredMeanwhile(Exception):
    """The players have other entries than those that are locked."""


@dataclass(frozen=True, slots=True)
class _Keys:
    """The rows that a merge needs besides the players."""

    events: frozenset[int]
    entries: frozenset[int]
    clubs: frozenset[int]


def lock_players_to_merge(keep: Player, other: Player) -> tuple[Player, Player]:
    """Lock two players who are to be merged, and before them, in the order of locks, the rows that the merge
    changes.

    Raises:
        RuleViolation: one of them is gone; they are entered again and again meanwhile.
    """
    for _attempt in range(ATTEMPTS):
        # An exception rolls the savepoint back, which releases its locks.
        with suppress(_EnteredMeanwhile), transaction.atomic():
            return _lock_all(keep.pk, other.pk)
    raise RuleViolation(
        "being_entered", _("These people are being entered right now: try to merge them again.")
    )


def move_entries(keep: Player, other: Player) -> None:
    """Give the entries of `other` to `keep`; both are locked.

    Raises:
        RuleViolation: both left something in one event, so they are two people.
    """
    events = list(entries_of(other).values_list("event", flat=True))
    _unite_twin_entries(keep, other)
    Entry.objects.filter(player=other).update(player=keep)
    Entry.objects.filter(partner=other).update(partner=keep)
    merged.send(Player, events=events)


def _unite_twin_entries(keep: Player, other: Player) -> None:
    """Delete, where both are entered in one event, the entry that left nothing. If neither left anything, the one
    that plays stays; in any case its phone and its arrival are handed on.
    """
    of_keep, of_other = entries_of(keep), entries_of(other)
    for met in of_other.filter(event__in=of_keep.values("event")).select_related("event"):
        twins = [of_keep.get(event=met.event_id), met]
        unused = [entry for entry in twins if is_unused(entry)]
        if not unused:
            raise RuleViolation(
                "played_together",
                _("{name} and {other} both played in {event}."),
                name=keep.name,
                other=other.name,
                event=met.event.name,
            )
        stays = max(twins, key=lambda entry: (entry not in unused, *_signs_of_playing(entry)))
        leaves = next(entry for entry in twins if entry is not stays)
        uniting_entries.send(Entry, leaves=leaves, stays=stays)
        Arbitrator.objects.filter(entry=leaves).update(entry=stays)
        leaves.delete()
        _hand_on(leaves, stays)


def _signs_of_playing(entry: Entry) -> tuple[bool, bool, bool]:
    return entry.token_hash is not None, entry.arrived_at is not None, entry.withdrawn_at is None


def _hand_on(leaves: Entry, stays: Entry) -> None:
    """Give an entry what it lacks of a deleted entry of the same person: a phone, the arrival, team, group, remarks."""
    if stays.token_hash is None and leaves.token_hash is not None:
        stays.token_hash, stays.phone_claimed = leaves.token_hash, leaves.phone_claimed
        # A phone is told of its own slips alone.
        stays.phone_number += 1
    if stays.arrived_at is None and leaves.arrived_at is not None:
        stays.expected_since, stays.left_out_at = stays.joined_at, stays.withdrawn_at
        stays.arrived_at, stays.joined_at = leaves.arrived_at, leaves.joined_at
        stays.withdrawn_at = leaves.withdrawn_at
    elif leaves.arrived_at is not None:
        stays.joined_at = min(stays.joined_at, leaves.joined_at)
        gone = stays.withdrawn_at, leaves.withdrawn_at
        stays.withdrawn_at = max(gone[0], gone[1]) if gone[0] and gone[1] else None
    stays.team, stays.group = stays.team or leaves.team, stays.group or leaves.group
    stays.paid, stays.remarks = stays.paid or leaves.paid, stays.remarks or leaves.remarks
    stays.save()


def is_unused(entry: Entry) -> bool:
    """Tell whether an entry is alone and unused: no slip on record, no result, no match refers to it."""
    if entry.partner_id is not None:
        return False
    for relation in Entry._meta.related_objects:  # noqa: SLF001 - public in spite of its name
        # Rows that only mention an entry stay without it.
        if relation.on_delete is models.SET_NULL or relation.related_model is GameTable:
            continue
        there = relation.related_model._base_manager  # noqa: SLF001 - public in spite of its name; no row may be left out
        nothing: Q = getattr(relation.related_model, "LEFT_NOTHING", Q(pk__in=()))
        if there.filter(**{relation.field.name: entry}).exclude(nothing).exists():
            return False
    return True


def entries_of(*players: Player | int) -> QuerySet[Entry]:
    """Return the entries of these players, or players of these keys, alone or in a pair."""
    return Entry.objects.filter(Q(player__in=players) | Q(partner__in=players))


def _lock_all(keep: int, other: int) -> tuple[Player, Player]:
    keys = _find_keys(keep, other)
    lock_games(keys.events)
    lock_events(keys.events)
    lock_entries(Entry.objects.filter(pk__in=keys.entries))
    lock_clubs(keys.clubs)
    # Full locks: nobody is entered, and no pair made, with a player who is about to be deleted.
    players = Player.objects.select_for_update().filter(pk__in=(keep, other)).order_by("pk")
    locked = {player.pk: player for player in players}
    if len(locked) < 2:
        raise RuleViolation("player_gone", _("They have already been merged."))
    if _find_keys(keep, other) != keys:
        raise _EnteredMeanwhile
    return locked[keep], locked[other]


def _find_keys(keep: int, other: int) -> _Keys:
    events = frozenset(entries_of(other).values_list("event", flat=True))
    entries = entries_of(keep, other).filter(event__in=events)
    clubs = Player.objects.filter(pk__in=(keep, other), club__isnull=False).order_by()
    return _Keys(
        events,
        frozenset(entries.values_list("pk", flat=True)),
        frozenset(key for key in clubs.values_list("club", flat=True) if key),
    )
