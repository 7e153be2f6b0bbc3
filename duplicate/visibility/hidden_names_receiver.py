"""Answers for pages that ask whether a game in progress hides its event's names
(`tournaments.names.name_visibility`).
"""

from typing import Any

from django.dispatch import receiver

from duplicate.models import Game
from tournaments.models import Event
from tournaments.names.name_visibility import asks_whether_hidden


@receiver(asks_whether_hidden, sender=Event)
def is_hiding_names(event: Event, **_more: Any) -> bool:
    return event.games.filter(state=Game.State.PLAYING, names_hidden=True).exists()
