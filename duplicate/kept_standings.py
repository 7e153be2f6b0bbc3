"""Standings kept in the memory of a process, so that 1,500 phones that ask after an announcement cost one computation.

What always holds: standings are kept for one version of a game, which is read from the database each time, and every
act that changes what an announced round is worth gives the game a new one. What no version tells of, such as a name
mended at the support desk, shows after `SECONDS`. Inside a transaction nothing is kept, for it may be taken back.

Who asks while standings are computed waits for them; other games do not.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from django.db import connection

from duplicate.models import Game
from duplicate.standings import Standings

SECONDS = 10
MOST_GAMES = 50

# The seed tells games apart that had the same key, in a database that was put back from a copy.
Stamp = tuple[str, int]


@dataclass(slots=True)
class _Kept:
    """What is known of one game; read and changed by whoever holds the lock."""

    lock: Lock = field(default_factory=Lock)
    stamp: Stamp | None = None
    computed_at: float = 0.0
    standings: Standings | None = None


_games: dict[int, _Kept] = {}
_lock = Lock()


def standings_kept(game: Game, compute: Callable[[Game], Standings]) -> Standings:
    """The standings as they were computed for the game as it stands, or computed now."""
    if connection.in_atomic_block:
        return compute(game)
    kept = _kept_of(game)
    with kept.lock:
        # Read before the rows that it stands for: what changes in between has a higher version.
        stamp, now = _stamp(game), time.monotonic()
        if kept.standings is None or kept.stamp != stamp or now - kept.computed_at >= SECONDS:
            kept.standings = compute(game)
            kept.stamp, kept.computed_at = stamp, now
        return kept.standings


def _kept_of(game: Game) -> _Kept:
    """The games that were asked for last are kept."""
    with _lock:
        kept = _games.pop(game.pk, None) or _Kept()
        _games[game.pk] = kept
        while len(_games) > MOST_GAMES:
            del _games[next(iter(_games))]
        return kept


def _stamp(game: Game) -> Stamp:
    return Game.objects.values_list("seed", "version").get(pk=game.pk)
