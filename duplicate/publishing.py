"""Telling the screens of a game that something public has changed, and the event what a game gave that is over."""

from django.db.models import F

from duplicate.event_results import record_if_over
from duplicate.models import Game
from tournaments.broadcast import wake_after_commit


def publish(game: Game) -> None:
    """Give the game a new version, in the transaction of the change, and wake its screens after it. Of a game that is
    over the result goes on record anew: what changes it passes here, once its log is written.
    """
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    record_if_over(game)
    wake_after_commit(game.code)
