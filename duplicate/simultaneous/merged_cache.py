"""A cache of merged standings in the memory of a process, as many people look at them while results come in.

They are cached for the versions of results that are there and for how they count, which are read each time.
Inside a transaction nothing is cached, because it may be rolled back.
"""

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeVar

from django.db import connection
from django.db.models import Max

from duplicate.models.simultaneous import Simultaneous

MOST_GAMES: Final = 4
Value = TypeVar("Value")
_games: dict[int, tuple[object, Any]] = {}
_lock = Lock()


def merged_kept(sent: Simultaneous, compute: Callable[[Simultaneous], Value]) -> Value:
    """Return the cached standings, or compute them; other requests for any wait meanwhile."""
    if connection.in_atomic_block:
        return compute(sent)
    with _lock:
        stamp = _stamp(sent)
        known, value = _games.pop(sent.pk, (None, None))
        if known != stamp:
            value = compute(sent)
        _games[sent.pk] = stamp, value
        while len(_games) > MOST_GAMES:
            del _games[next(iter(_games))]
        kept: Value = value
        return kept


def _stamp(sent: Simultaneous) -> object:
    """Return what the standings depend on; the digest tells games apart in a database that was restored."""
    newest = sent.results.aggregate(newest=Max("pk"))["newest"]
    return sent.digest, newest, sent.merged_solos, sent.final_at, sent.opens_at
