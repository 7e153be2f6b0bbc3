"""Ranks of played-out ends by the tie-breaks of a division, of all ends at once. Pure.

Terms. A *game* of many ends has the places of two players in the list of players, an array each with a row for each
end; a match that was played before is one with the same players in every row. In one game nobody is twice.

Invariants: `MEASURES` give what those of `tournaments.classic.rules.standings` give for the matches of one end. Those
that need the scores of a match, and not its margin alone, are not there: a played-out match has no scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.arrays import np
from tournaments.classic.rules.standings import TieBreak

if TYPE_CHECKING:
    from numpy.typing import NDArray

Numbers: TypeAlias = "NDArray[np.int64]"
# Players, half wins or spreads of games, in numbers as narrow as they may be.
Narrow: TypeAlias = "NDArray[np.signedinteger[Any]]"


@dataclass(frozen=True, slots=True)
class Games:
    """Games that are played at the same time: half wins and spread are those of `one`."""

    one: Narrow
    other: Narrow
    half_wins: Narrow
    spread: Narrow


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of each player (column) in each end (row), byes and forfeits included, and all games."""

    half_wins: Numbers
    spread: Numbers
    margin: Numbers
    games: Sequence[Games]


def games_of_all_ends(matches: Sequence[tuple[int, int, int, int]]) -> list[Games]:
    """Return matches that were played before, each with both players, half wins and spread of the first."""
    return [
        Games(np.array([[one]]), np.array([[other]]), np.array([[half_wins]]), np.array([[spread]]))
        for one, other, half_wins, spread in matches
    ]


def _sides(totals: Totals) -> Iterator[tuple[Narrow, Narrow, Narrow, Narrow, Narrow]]:
    """Yield rows, players, opponents, half wins and spread of the games, from both sides."""
    rows = np.arange(len(totals.half_wins))[:, None]
    for game in totals.games:
        yield rows, game.one, game.other, game.half_wins, game.spread
        yield rows, game.other, game.one, 2 - game.half_wins, -game.spread


def _opponents_wins(totals: Totals, _equal: Numbers) -> Numbers:
    found = np.zeros_like(totals.half_wins)
    for rows, players, opponents, _half_wins, _spread in _sides(totals):
        found[rows, players] += totals.half_wins[rows, opponents]
    return found


def _opponents_wins_but_least(totals: Totals, equal: Numbers) -> Numbers:
    none = np.iinfo(np.int64).max
    least = np.full_like(totals.half_wins, none)
    for rows, players, opponents, _half_wins, _spread in _sides(totals):
        least[rows, players] = np.minimum(least[rows, players], totals.half_wins[rows, opponents])
    return _opponents_wins(totals, equal) - np.where(least == none, 0, least)


def _beaten_opponents_wins(totals: Totals, _equal: Numbers) -> Numbers:
    found = np.zeros_like(totals.half_wins)
    for rows, players, opponents, half_wins, _spread in _sides(totals):
        found[rows, players] += half_wins * totals.half_wins[rows, opponents]
    return found


def _head_to_head(totals: Totals, equal: Numbers) -> Numbers:
    found = np.zeros_like(totals.half_wins)
    for rows, players, opponents, half_wins, _spread in _sides(totals):
        found[rows, players] += half_wins * (equal[rows, players] == equal[rows, opponents])
    return found


def _head_to_head_spread(totals: Totals, equal: Numbers) -> Numbers:
    found = np.zeros_like(totals.half_wins)
    for rows, players, opponents, _half_wins, spread in _sides(totals):
        found[rows, players] += spread * (equal[rows, players] == equal[rows, opponents])
    return found


# The value that each tie-break compares, higher first; players still equal have the same number in the second argument.
MEASURES: dict[TieBreak, Callable[[Totals, Numbers], Numbers]] = {
    "wins": lambda totals, _equal: totals.half_wins,
    "spread": lambda totals, _equal: totals.spread,
    "uncapped_spread": lambda totals, _equal: totals.margin,
    "opponents_wins": _opponents_wins,
    "opponents_wins_but_least": _opponents_wins_but_least,
    "beaten_opponents_wins": _beaten_opponents_wins,
    "head_to_head": _head_to_head,
    "head_to_head_spread": _head_to_head_spread,
}


def known_breaks(breaks: Sequence[TieBreak]) -> tuple[TieBreak, ...]:
    """Return the tie-breaks that played-out ends can be ranked by."""
    return tuple(name for name in breaks if name in MEASURES)


def rank_ends(
    totals: Totals, breaks: Sequence[TieBreak], unranked: NDArray[np.bool_] | None = None
) -> NDArray[np.int16]:
    """Return the place, from 0, of each player (column) in each end (row); equals are in the order of the list, and
    the unranked come after all others.
    """
    equal = np.zeros_like(totals.half_wins)
    equal[:, unranked] = 1
    for name in breaks:
        equal = _split_equals(equal, MEASURES[name](totals, equal))
    order = np.argsort(equal, axis=1, kind="stable")
    places = np.empty(equal.shape, dtype=np.int16)
    np.put_along_axis(places, order, np.arange(equal.shape[1], dtype=np.int16)[None, :], axis=1)
    return places


def _split_equals(equal: Numbers, measure: Numbers) -> Numbers:
    """Return the groups of equals, split by a measure and numbered anew, best first."""
    order = np.lexsort((-measure, equal), axis=1)
    groups, values = (np.take_along_axis(each, order, axis=1) for each in (equal, measure))
    differs = (groups[:, 1:] != groups[:, :-1]) | (values[:, 1:] != values[:, :-1])
    numbers = np.concatenate([np.zeros((len(equal), 1), np.int64), differs.cumsum(axis=1)], axis=1)
    split = np.empty_like(equal)
    np.put_along_axis(split, order, numbers, axis=1)
    return split
