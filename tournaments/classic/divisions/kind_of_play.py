"""Classic divisions as a kind of play of an event."""

from collections.abc import Collection

from django.urls import reverse

from tournaments.classic.divisions.phones import join_code
from tournaments.classic.models import DivisionEntry
from tournaments.events.kinds_of_play import KindOfPlay, Place, add_kind
from tournaments.models import Event


def _has_divisions(event: Event) -> bool:
    return event.divisions.exists()


def _read_places(entries: Collection[int]) -> dict[int, Place]:
    """Return the division of each entry, with the path that shows a player's matches or registers a phone."""
    rows = DivisionEntry.objects.filter(entry__in=entries).select_related("division__event")
    return {row.entry_id: Place(row.division.name, _path_to_matches(row.division.event)) for row in rows}


def _path_to_matches(event: Event) -> str:
    return f"{reverse('matches', args=[event.pk])}?code={join_code(event)}"


add_kind(KindOfPlay("classic", _has_divisions, _read_places))
