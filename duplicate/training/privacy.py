"""Names of later games, erased with their person, and once the game itself was deleted."""

from collections.abc import Collection
from typing import Any

from django.dispatch import receiver

from duplicate.models.training import Training
from duplicate.training.names import name_key
from tournaments.models import Player
from tournaments.people.privacy import erasing


@receiver(erasing)
def erase_names(player: Player, known: Collection[str], **_kwargs: Any) -> None:
    """Take the names of an erased person off the later games of their organiser.

    Such a game belongs to a name that somebody typed, so a namesake's is erased as well.
    """
    keys = [name_key(name) for name in known]
    rows = Training.objects.filter(source=Training.Source.LATER, player_key__in=keys)
    rows.filter(game__event__organiser=player.organiser_id).update(player_name="", player_key="")


def erase_orphaned_names() -> None:
    """Take the names off later games whose own game was deleted: no list of the club reaches them any more."""
    rows = Training.objects.filter(source=Training.Source.LATER, game=None)
    named = rows.exclude(player_name="", player_key="")
    # Mostly there is none; then nothing is written.
    if named.exists():
        named.update(player_name="", player_key="")
