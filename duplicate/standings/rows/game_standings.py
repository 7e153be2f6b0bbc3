"""The standings of a game after the announced rounds, from the cache, with tables in place of names for readers
who may not know these.

1,500 phones that ask after an announcement cost one computation: standings are cached in the memory of a process.

Invariant: they are cached for one version of a game, which is read from the database each time, and every act
that changes what an announced round is worth gives the game a new version. They are cached for one way of
writing names as well. A change that raises no version, such as a name mended at the support desk, shows after
`SECONDS`. Inside a transaction nothing is cached, because it may be rolled back.

Callers that ask while standings are computed wait on the game's lock; other games do not wait.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Lock

from django.db import connection

from duplicate.models import Game
from duplicate.standings.rows.game_scores import scores_for_game
from duplicate.standings.rules.ranking import Standings, rank_players
from tournaments.names import name_visibility

SECONDS = 10
MOST_GAMES = 50

# The seed tells games apart that had the same key, in a database that was restored from a copy.
Stamp = tuple[str, int, str]


@dataclass(slots=True)
class _Kept:
    """The cached values of one game; read and changed under its lock."""

    lock: Lock = field(default_factory=Lock)
    stamp: Stamp | None = None
    computed_at: float = 0.0
    standings: Standings | None = None


_games: dict[int, _Kept] = {}
_lock = Lock()


def get_or_compute_standings(game: Game, compute: Callable[[Game], Standings]) -> Standings:
    """Return the cached standings of the game's current version, or compute them."""
    if connection.in_atomic_block:
        return compute(game)
    slot = _slot_of(game)
    with slot.lock:
        # Read the version before the rows: a change in between has a higher version.
        stamp, now = _stamp(game), time.monotonic()
        if slot.standings is None or slot.stamp != stamp or now - slot.computed_at >= SECONDS:
            slot.standings = compute(game)
            slot.stamp, slot.computed_at = stamp, now
        return slot.standings


def _slot_of(game: Game) -> _Kept:
    """Return the cache slot of a game, and drop the slots of the games that were not asked for lately."""
    with _lock:
        kept = _games.pop(game.pk, None) or _Kept()
        _games[game.pk] = kept
        while len(_games) > MOST_GAMES:
            del _games[next(iter(_games))]
        return kept


def _stamp(game: Game) -> Stamp:
    return Game.objects.values_list("seed", "version", "event__name_style").get(pk=game.pk)


def standings_for_game(game: Game) -> Standings:
    """Return the standings after the announced rounds; a round without an effective slip counts 0."""
    standings = get_or_compute_standings(game, _standings)
    return _hide_names(standings) if name_visibility.are_hidden() else standings


def _hide_names(standings: Standings) -> Standings:
    """Replace names with tables for readers who may not know names. Sort equals by table: an order by name
    would tell something about the names.
    """
    rows = sorted(standings.rows, key=lambda row: (row.rank, row.table))
    return replace(
        standings,
        rows=tuple(replace(row, name=name_visibility.visible_name(row.name, row.table)) for row in rows),
        solos=tuple(
            solo and replace(solo, name=name_visibility.visible_name(solo.name, solo.table))
            for solo in standings.solos
        ),
    )


def _standings(game: Game) -> Standings:
    scored = scores_for_game(game)
    return rank_players(scored.players, scored.tops, game.rule_set, scored.averages)
