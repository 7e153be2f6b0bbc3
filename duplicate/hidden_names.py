"""Whether a game in progress hides the names of its event, for pages that ask (`tournaments.names`)."""

from typing import Any

from django.dispatch import receiver

from duplicate.models import Game
from tournaments.models import Event
from tournaments.names import asks_whether_hidden


@receiver(asks_whether_hidden, sender=Event)
def a_game_hides_names(event: Event, **_more: Any) -> bool:
    return event.games.filter(state=Game.State.PLAYING, names_hidden=True).exists()
