"""The arbitrator's log: written inside the use cases, in their transactions, so that it is evidence."""

from django.contrib.auth.models import User

from duplicate.models import Game, LogEntry
from tournaments import clock


def write(game: Game, act: str, *, by: User | None, **params: str | int) -> None:
    """Put one act on record; `by` is None for what the program or a player did."""
    LogEntry.objects.create(game=game, at=clock.now(), by=by, act=act, params=params)
