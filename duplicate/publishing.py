"""Telling the screens of a game that something public has changed, and the event what a game gave that is over."""

from collections.abc import Sequence

from django.db.models import F

from duplicate.event_results import record_if_over
from duplicate.models import Game
from tournaments.broadcast import wake_after_commit


def publish(game: Game) -> None:
    """Give the game a new version, in the transaction of the change, and wake its screens after it. Of a game that is
    over the result goes on record anew: what changes it passes here, once its log is written.
    """
    show_again(game)
    record_if_over(game)


def publish_next_game(before: Sequence[Game]) -> None:
    """A further game of an event is there, after these, which are held: the phones of the last one go on to it."""
    if before:
        show_again(max(before, key=lambda game: game.number))


def show_again(game: Game) -> None:
    """What screens say of the game has changed, and nothing that it gave."""
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    wake_after_commit(game.code)
