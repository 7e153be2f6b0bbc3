"""Standings kept in the memory of a process, so that 1,500 phones that ask after an announcement cost one computation.

What always holds: what is answered is what the rows say. Standings are kept under a *stamp* that is read from the
database each time: the game's version, which grows with whatever its screens show, and the last ruling that there
is. A name that was mended at the support desk, which no version tells of, shows after `SECONDS`. Inside a
transaction nothing is kept, for it may be taken back.
"""

import time
from collections.abc import Callable
from threading import Lock

from django.db import connection
from django.db.models import Subquery

from duplicate.models import Game, Ruling
from duplicate.standings import Standings

SECONDS = 10
MOST_GAMES = 50

# The seed tells games apart that had the same key, in a database that was put back from a copy.
Stamp = tuple[str, int, int | None]

_kept: dict[int, tuple[Stamp, float, Standings]] = {}
_lock = Lock()


def standings_kept(game: Game, compute: Callable[[Game], Standings]) -> Standings:
    """The standings as they were computed for the game as it stands, or computed now. Whoever asks meanwhile waits
    for that.
    """
    if connection.in_atomic_block:
        return compute(game)
    with _lock:
        stamp, now = _stamp(game), time.monotonic()
        known = _kept.get(game.pk)
        if known and known[0] == stamp and now - known[1] < SECONDS:
            return known[2]
        standings = compute(game)
        _kept.pop(game.pk, None)
        while len(_kept) >= MOST_GAMES:
            del _kept[next(iter(_kept))]
        _kept[game.pk] = (stamp, now, standings)
        return standings


def _stamp(game: Game) -> Stamp:
    """Read before the rows that it stands for: what changes in between has a higher one."""
    last = Ruling.objects.order_by("-pk").values("pk")[:1]
    return Game.objects.annotate(last=Subquery(last)).values_list("seed", "version", "last").get(pk=game.pk)
