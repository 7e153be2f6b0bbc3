"""Receiver that exports what divisions keep of a person, for `tournaments.people.privacy`."""

from typing import Any

from django.dispatch import receiver

from tournaments.classic.models import RatingChange
from tournaments.models import Player
from tournaments.people.privacy import told

RATED = ("before", "after", "games_before", "games", "performance")


@receiver(told)
def tell_ratings(player: Player, **_kwargs: Any) -> dict[str, Any]:
    changes = RatingChange.objects.filter(entrant__entry__player=player)
    return {
        "ratings": [
            {"event": change.rating.division.event.name, "version": change.rating.version}
            | {field: getattr(change, field) for field in RATED}
            for change in changes.select_related("rating__division__event")
        ]
    }
