"""Telling the screens of a game that something public has changed, and the event what a game gave that is over."""

from django.db.models import F

from duplicate.event_results import record_if_over
from duplicate.models import Game
from tournaments.broadcast import wake_after_commit


def publish(game: Game) -> None:
    """Give the game a new version, in the transaction of the change, and wake its screens after it. Of a game that is
    over the result goes on record anew: what changes it passes here, once its log is written.
    """
    _show_again(game)
    record_if_over(game)


def publish_next_game(game: Game) -> None:
    """A further game of an event is there: the phones of the one before, if that is over, can go on to it."""
    before = game.event.games.filter(number__lt=game.number).order_by("number").last()
    if before is not None:
        _show_again(before)


def _show_again(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    wake_after_commit(game.code)
