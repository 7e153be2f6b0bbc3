"""A cache of merged standings in the memory of a process, as many people look at them while results come in.

They are cached for the versions of results that are there and for how they count, which are read each time. The
results that were read stay as well, so that a new one is merged without reading all others again.
Inside a transaction nothing is cached, because it may be rolled back.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final, Generic, TypeVar

from django.db import connection
from django.db.models import Max

from duplicate.models.simultaneous import Simultaneous
from duplicate.prepared_games.results.file_format import ClubResult

MOST_GAMES: Final = 4
Value = TypeVar("Value")
# Results by the key and digest of their version, in the order of the standings.
Results = dict[tuple[int, str], ClubResult]


@dataclass(frozen=True, slots=True)
class _Kept(Generic[Value]):
    stamp: tuple[object, ...]
    results: Results
    value: Value


class MergedCache(Generic[Value]):
    """The standings of the games that were looked at last.

    `read` returns the results of a game, given those that are known; `merge` makes the standings of them.
    """

    def __init__(
        self,
        read: Callable[[Simultaneous, Results], Results],
        merge: Callable[[Simultaneous, Results], Value],
    ) -> None:
        self._read, self._merge = read, merge
        self._games: dict[int, _Kept[Value]] = {}
        self._merging = Lock()

    def get(self, sent: Simultaneous, *, perhaps_older: bool = False) -> Value:
        """Return the cached standings, or merge them; other requests for any wait meanwhile.

        `perhaps_older` gives them the standings before the results that are being merged, if there are any.
        """
        if connection.in_atomic_block:
            return self._merge(sent, self._read(sent, {}))
        kept, stamp = self._games.get(sent.pk), _stamp(sent)
        if kept and kept.stamp == stamp:
            return kept.value
        is_same_game = kept is not None and kept.stamp[0] == sent.digest
        if not self._merging.acquire(blocking=not (perhaps_older and is_same_game)):
            assert kept is not None, "only who has an older value does not wait"
            return kept.value
        try:
            return self._update(sent)
        finally:
            self._merging.release()

    def _update(self, sent: Simultaneous) -> Value:
        """Return the standings as they are once the lock is held: another reader may have merged them."""
        kept, stamp = self._games.pop(sent.pk, None), _stamp(sent)
        if kept is None or kept.stamp != stamp:
            results = self._read(sent, kept.results if kept else {})
            kept = _Kept(stamp, results, self._merge(sent, results))
        self._games[sent.pk] = kept
        while len(self._games) > MOST_GAMES:
            del self._games[next(iter(self._games))]
        return kept.value


def _stamp(sent: Simultaneous) -> tuple[object, ...]:
    """Return what the standings depend on; the digest tells games apart in a database that was restored."""
    newest = sent.results.aggregate(newest=Max("pk"))["newest"]
    return sent.digest, newest, sent.merged_solos, sent.final_at, sent.opens_at
