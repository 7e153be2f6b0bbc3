"""Played-out ends of a division: how likely each player comes to each place. Pure, always the same by its seed.

Every *end* plays the rounds that are left once. Rounds whose pairings are known are played as paired; the
others are paired by place in the standings of that end, as for COP pairings (`tournaments.classic.pairing.
methods.cop`): so many of the first as rounds are left meet as many places below (the *factor*), the others
the upper half against the lower; in the last round neighbours meet. If their number is odd, the last has the bye.

The result of a match is its margin, from a logistic distribution with a standard deviation of 95 points (374
matches of a public tournament of 2024 have 95.4; without the difference in rating 94.0). Its mean is 0 where
ratings do not count. Otherwise it is such that a player wins as often as Elo's formula expects, 1 / (1 +
10^(−d / 400)) for a difference in rating of d: the scale of the distribution times ln 10 / 400 × d. A margin
that rounds to 0 is a draw.

Ends are ranked by wins, then by spread, capped as the rules say, or by other tie-breaks
(`tournaments.classic.rules.simulated_ranks`). Equals are ranked by the order in which they were given.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from engine.arrays import np
from tournaments.classic.rules.simulated_ranks import Games, Totals, games_of_all_ends, rank_ends
from tournaments.classic.rules.standings import TieBreak, cap_of_round

if TYPE_CHECKING:
    from numpy.typing import NDArray

Numbers: TypeAlias = "NDArray[np.int64]"
Places: TypeAlias = "NDArray[np.int16]"

DEVIATION = 95.0
SCALE = DEVIATION * math.sqrt(3) / math.pi
MEAN_BY_RATING = SCALE * math.log(10) / 400

# A standing is one number, so that sorting ranks: half wins, then spread, then who it is, in these bits.
WINS, SPREAD = 40, 16
WHO = (1 << SPREAD) - 1
# Less than any standing, by this power of two.
UNRANKED = 60
# The order of these numbers, which other tie-breaks after it hardly change.
BY_NUMBER: tuple[TieBreak, ...] = ("wins", "spread")
# Bounds the memory of a run: standings of one batch of ends, once for each round whose games are noted.
STANDINGS_AT_ONCE = 500_000
# Keeps spread above 0.
BASE = 1 << 22


@dataclass(frozen=True, slots=True)
class SimulatedPlayer:
    """A player before the rounds that are left; one who has dropped out plays no more, and is placed after all others
    if they are not `ranked`.

    `rating` is None where ratings do not count. `margin` is the spread without a cap.
    """

    half_wins: int
    spread: int
    rating: float | None = None
    present: bool = True
    margin: int = 0
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends to play out, their number and their seed.

    `known` are the pairings of the next rounds, as places in the list of players; a bye is the one alone.
    `rounds` is the number of rounds left with these, `spread_caps` are the caps from the first of them on. `factor`
    limits the factor. For `tie_breaks` beyond wins and spread, `played` has the matches before: both players, half
    wins and spread of the first.
    """

    rounds: int
    seed: str
    known: Sequence[Sequence[tuple[int, int | None]]] = ()
    count: int = 10_000
    spread_caps: Sequence[int] = ()
    bye_spread: int = 50
    factor: int | None = None
    tie_breaks: Sequence[TieBreak] = BY_NUMBER
    played: Sequence[tuple[int, int, int, int]] = ()

    @property
    def is_by_number(self) -> bool:
        return tuple(self.tie_breaks[: len(BY_NUMBER)]) == BY_NUMBER

    def batch_size(self, players: int) -> int:
        """Return how many ends are played at once."""
        kept = 1 if self.is_by_number else max(1, self.rounds)
        return max(1, STANDINGS_AT_ONCE // max(1, players * kept))


@dataclass(frozen=True, slots=True)
class RoleOfWinner:
    """A player who wins every match, and meets the first in each round but the last, or avoids it."""

    player: int
    meets_first: bool


@dataclass(slots=True)
class _Play:
    """One run: `table` has a row for each end and a column for each player who plays.

    The last bits of a standing count from the end of the list of players; `ratings` do too. `winner` are the
    bits of the player who wins every match. `number` is that of the round, from 1 on. `games` are noted if the ends
    are ranked by them. `cut` is the part of each player's margins that a cap took off the spread.
    """

    ends: Ends
    table: Numbers
    size: int
    ratings: NDArray[np.float64] | None
    chance: np.random.Generator
    winner: int | None = None
    meets_first: bool = False
    number: int = 0
    games: list[Games] = field(default_factory=list)
    cut: Numbers | None = None


def play_out(players: Sequence[SimulatedPlayer], ends: Ends, winner: RoleOfWinner | None = None) -> Places:
    """Return the place, from 0, of each player (column) in each end (row)."""
    start = np.array(
        [
            (player.half_wins << WINS) + ((player.spread + BASE) << SPREAD) + len(players) - 1 - at
            for at, player in enumerate(players)
        ],
        dtype=np.int64,
    )
    ratings = None
    if all(player.rating is not None for player in players):
        ratings = np.array([player.rating for player in reversed(players)])
    there = np.array([player.present for player in players], dtype=bool)
    unranked = np.array([not player.ranked for player in players], dtype=bool)
    chance = np.random.default_rng(list(ends.seed.encode()))
    batch = ends.batch_size(len(players))
    batches = []
    for begin in range(0, ends.count, batch):
        table = np.tile(start, (min(batch, ends.count - begin), 1))
        play = _Play(ends, table, len(players), ratings, chance)
        if ends.spread_caps and not ends.is_by_number:
            play.cut = np.zeros_like(table)
        if winner is not None:
            play.winner, play.meets_first = len(players) - 1 - winner.player, winner.meets_first
        table = _play_batch(play, there)
        if ends.is_by_number:
            batches.append(_places(table, unranked))
        else:
            batches.append(_places_by_games(play, table, players, unranked))
    return np.concatenate(batches)


def chances(places: Places) -> NDArray[np.float64]:
    """Return the share of ends in which each player (row) comes to each place (column)."""
    ends, size = places.shape
    return np.array([np.bincount(column, minlength=size) / ends for column in places.T]).reshape(size, size)


def pairs_by_place(size: int, left: int, factor: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield who meets whom, as places in the standings, with so many rounds left; an odd one is left out."""
    if left == 1:
        yield from ((place, place + 1) for place in range(0, size - 1, 2))
        return
    step = max(1, min(left, size // 2, left if factor is None else factor)) if size > 1 else 0
    yield from ((place, place + step) for place in range(step))
    half = (size - 2 * step) // 2
    yield from ((place, place + half) for place in range(2 * step, 2 * step + half))


def _play_batch(play: _Play, there: NDArray[np.bool_]) -> Numbers:
    """Play all rounds of some ends, and return all standings; `there` says who is present."""
    for pairs in play.ends.known:
        play.number += 1
        _play_known(play, pairs)
    gone = play.table[:, ~there]
    play.table = play.table[:, there]
    for left in range(play.ends.rounds - len(play.ends.known), 0, -1):
        play.number += 1
        _play_by_place(play, left)
    return np.concatenate([play.table, gone], axis=1)


def _play_known(play: _Play, pairs: Sequence[tuple[int, int | None]]) -> None:
    """Play a round whose pairings are known; the columns are still in the order of the players."""
    matches = [(one, other) for one, other in pairs if other is not None]
    if matches:
        _play_columns(
            play, np.array([one for one, _other in matches]), np.array([other for _one, other in matches])
        )
    for one, other in pairs:
        if other is None:
            play.table[:, one] += _bye(play.ends)


def _play_by_place(play: _Play, left: int) -> None:
    """Play a round that is paired by the standings of each end."""
    size = play.table.shape[1]
    pairs = list(pairs_by_place(size, left, play.ends.factor))
    if not pairs:
        return
    play.table.sort(axis=1)
    # Sorted from the last to the first.
    play.table = play.table[:, ::-1].copy()
    if play.winner is not None and left > 1:
        _seat_winner(play, pairs[0][1])
    _play_columns(play, np.array([one for one, _other in pairs]), np.array([other for _one, other in pairs]))
    if size % 2:
        play.table[:, -1] += _bye(play.ends)


def _bye(ends: Ends) -> int:
    return (2 << WINS) + (ends.bye_spread << SPREAD)


def _play_columns(play: _Play, one: NDArray[np.intp], other: NDArray[np.intp]) -> None:
    """Let the players of these columns meet in every end."""
    table, ends = play.table, play.ends
    margin = play.chance.logistic(0, SCALE, (len(table), len(one)))
    if play.ratings is not None:
        first, second = (play.ratings[table[:, columns] & WHO] for columns in (one, other))
        margin += MEAN_BY_RATING * (first - second)
    won = np.rint(margin).astype(np.int64)
    if play.winner is not None:
        for columns, sign in ((one, 1), (other, -1)):
            row, match = np.nonzero((table[:, columns] & WHO) == play.winner)
            won[row, match] = sign * np.maximum(1, np.abs(won[row, match]))
    cap = cap_of_round(play.number, ends.spread_caps)
    spread = won if cap is None else won.clip(-cap, cap)
    result = np.sign(won)
    if not ends.is_by_number:
        _note_games(play, one, other, won, spread)
    table[:, one] += ((1 + result) << WINS) + (spread << SPREAD)
    table[:, other] += ((1 - result) << WINS) - (spread << SPREAD)


def _note_games(
    play: _Play, one: NDArray[np.intp], other: NDArray[np.intp], won: Numbers, spread: Numbers
) -> None:
    """Note the games of a round, in numbers that are no wider than they need to be."""
    last = play.size - 1
    first, second = ((last - (play.table[:, columns] & WHO)).astype(np.int16) for columns in (one, other))
    play.games.append(Games(first, second, (1 + np.sign(won)).astype(np.int8), spread.astype(np.int32)))
    if play.cut is not None:
        rows = np.arange(len(won))[:, None]
        play.cut[rows, first] += won - spread
        play.cut[rows, second] -= won - spread


def _places_by_games(
    play: _Play, table: Numbers, players: Sequence[SimulatedPlayer], unranked: NDArray[np.bool_]
) -> Places:
    """Return the place of each player in each end, by the tie-breaks."""
    who = len(players) - 1 - (table & WHO)
    half_wins, spread = np.empty_like(table), np.empty_like(table)
    np.put_along_axis(half_wins, who, table >> WINS, axis=1)
    np.put_along_axis(spread, who, ((table & ((1 << WINS) - 1)) >> SPREAD) - BASE, axis=1)
    margin = spread + np.array([player.margin - player.spread for player in players], dtype=np.int64)
    if play.cut is not None:
        margin += play.cut
    games = [*games_of_all_ends(play.ends.played), *play.games]
    return rank_ends(Totals(half_wins, spread, margin, games), play.ends.tie_breaks, unranked)


def _seat_winner(play: _Play, second: int) -> None:
    """Move the winner to the column `second`, which meets the first, or away from it."""
    table = play.table
    seat = np.argmax((table & WHO) == play.winner, axis=1)
    if play.meets_first:
        moved, to = seat > 0, second
    else:
        moved, to = seat == second, 1 if second > 1 else 2
    if to >= table.shape[1]:
        return
    rows = np.flatnonzero(moved)
    table[rows, seat[rows]], table[rows, to] = table[rows, to], table[rows, seat[rows]]


def _places(table: Numbers, unranked: NDArray[np.bool_]) -> Places:
    """Return the place of each player in each end."""
    size = table.shape[1]
    if unranked.any():
        table -= unranked[size - 1 - (table & WHO)].astype(np.int64) << UNRANKED
    table.sort(axis=1)
    who = size - 1 - (table & WHO)
    places = np.empty(table.shape, dtype=np.int16)
    np.put_along_axis(places, who, np.arange(size - 1, -1, -1, dtype=np.int16)[None, :], axis=1)
    return places
