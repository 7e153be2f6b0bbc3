"""Classes by bands of ratings: everybody in a division gets the class of a band as the group in the event, in one
step. Prizes of a class go by it.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import Division, DivisionEntry
from tournaments.classic.rounds.selectors import entrants_of
from tournaments.errors import RuleViolation
from tournaments.events.seating import place_entries, place_of
from tournaments.events.services import lock_event
from tournaments.models import Entry

MOST_BANDS = 20


@dataclass(frozen=True, slots=True)
class Band:
    """A class with the least rating of its players; None takes everybody below, also those without a rating."""

    name: str
    least: int | None

    def has(self, rating: int | None) -> bool:
        return self.least is None or (rating is not None and rating >= self.least)


@dataclass(frozen=True, slots=True)
class ClassShown:
    """A class as the bands make it, its players from the highest to the lowest; no `name` has those below all bands."""

    name: str
    least: int | None
    players: Sequence[DivisionEntry]

    @property
    def rated(self) -> Sequence[DivisionEntry]:
        return [player for player in self.players if player.rating is not None]

    @property
    def unrated(self) -> Sequence[DivisionEntry]:
        return [player for player in self.players if player.rating is None]

    @property
    def moved(self) -> Sequence[DivisionEntry]:
        """Players who have another class now."""
        return [player for player in self.players if player.entry.group not in {"", self.name}]


def classes_by(division: Division, bands: Sequence[Band]) -> list[ClassShown]:
    """Return who is in which class by these bands, which are from the highest to the lowest."""
    players = sorted(entrants_of(division), key=lambda entrant: (-(entrant.rating or -1), entrant.number))
    below = Band("", None)
    band_of = {
        player.pk: next((band for band in bands if band.has(player.rating)), below) for player in players
    }
    shown = [
        ClassShown(band.name, band.least, [player for player in players if band_of[player.pk] is band])
        for band in (*bands, below)
    ]
    return shown if shown[-1].players else shown[:-1]


def classes_tag(classes: Sequence[ClassShown]) -> str:
    """Return the version tag of classes, which is equal if everybody gets the same one."""
    told = [(class_.name, class_.least, [player.pk for player in class_.players]) for class_ in classes]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


@transaction.atomic
def set_classes(*, division: Division, bands: Sequence[Band], seen: str, by: User) -> int:
    """Give everybody the class of their band, as it was shown (`seen` is its `classes_tag`); return their number.

    Raises:
        RuleViolation: ratings or players have changed since; the user is not the event's chief.
    """
    event = lock_event(division.event, by)
    classes = classes_by(division, bands)
    if classes_tag(classes) != seen:
        raise RuleViolation("classes_changed", _("Players or ratings have changed: check the classes again."))
    new = [band.name for band in bands if band.name not in event.groups]
    if new:
        event.groups = [*event.groups, *new]
        event.save(update_fields=["groups"])
    group_of = {player.entry_id: class_.name for class_ in classes for player in class_.players}
    entries = Entry.objects.select_related("team").filter(pk__in=group_of)
    places = {entry.pk: replace(place_of(entry), group=group_of[entry.pk]) for entry in entries}
    place_entries(event=event, places=places, by=by)
    return len(places)
