"""Publishing a change: tell the screens of a game, and give the event the result of a finished game."""

from collections.abc import Sequence

from django.db.models import F

from duplicate.models import Game
from duplicate.standings.rows.event_results import record_if_over
from tournaments.live.broadcast import wake_after_commit


def publish(game: Game) -> None:
    """Give the game a new version in the transaction of the change, and wake its screens after it. Record the
    result of a finished game again: every change of it passes here, once its log is written.
    """
    show_again(game)
    record_if_over(game)


def publish_next_game(before: Sequence[Game]) -> None:
    """Wake the phones of the last of these locked games, so that they go on to the event's next game."""
    if before:
        show_again(max(before, key=lambda game: game.number))


def show_again(game: Game) -> None:
    """Wake the screens of a game after a change that does not touch its result."""
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    wake_after_commit(game.code)
