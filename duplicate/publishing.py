"""Telling the screens of a game that something public has changed."""

from django.db.models import F

from duplicate.models import Game
from tournaments.broadcast import wake_after_commit


def publish(game: Game) -> None:
    """Give the game a new version, in the transaction of the change, and wake its screens after it."""
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    wake_after_commit(game.code)
