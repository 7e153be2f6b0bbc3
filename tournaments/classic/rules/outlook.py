"""The outlook of a division: chances of places and prizes from played-out ends. Pure.

The ends (`tournaments.classic.rules.simulation`) count ratings, where anybody has one: players without have
the mean of the others. Rounds that have begun are played as they are paired, as far as results are missing.
So is a round that is paired and has not begun; *unpaired* figures are those without its pairings.

Ends are ranked by the division's own tie-breaks, but for those that need scores of matches: played-out matches have
none. Only prizes by rank are played out, as `tournaments.standings.prizes` gives them, without ties: nobody gets a
second one if each is to have one at most.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.arrays import np
from tournaments.classic.rules.prizes import Prize
from tournaments.classic.rules.simulated_ranks import MEASURES, known_breaks
from tournaments.classic.rules.simulation import Ends, Places, SimulatedPlayer, chances, play_out
from tournaments.classic.rules.standings import (
    ClassicLine,
    StandingRules,
    TieBreak,
    cap_margin,
    caps_of_rounds,
    is_ranked,
    rank_division,
    tally,
)
from tournaments.classic.rules.values import Contestant, MatchFacts

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Ends played out, and standings in all of them together.
ENDS, STANDINGS = 10_000, 4_000_000
# Standings times prizes: giving them takes longer than playing the rounds.
PRIZES_GIVEN = 40_000_000
# The worst and the best of so many ends are left out of the range of places.
RARE = 0.01
MOST_PLACES = 10


@dataclass(frozen=True, slots=True)
class DivisionState:
    """A division as far as it has been played.

    `matches` are those of rounds that have begun, `paired` those of rounds that are paired and have not begun,
    `certain` those of later rounds that depend on no results. `prizes` are those by rank. `method` tells how the
    rounds that are left are paired.
    """

    contestants: tuple[Contestant, ...]
    matches: tuple[MatchFacts, ...]
    paired: tuple[MatchFacts, ...]
    rounds: int
    certain: tuple[MatchFacts, ...] = ()
    rules: StandingRules = field(default_factory=StandingRules)
    prizes: tuple[Prize, ...] = ()
    one_each: bool = False
    prize_places: int = 1
    seed: str = ""
    method: str = ""

    @property
    def version(self) -> str:
        """A hash of this state, the same in every process."""
        people = [
            (
                contestant.key,
                contestant.number,
                contestant.rating,
                contestant.present,
                contestant.last_round,
                sorted(contestant.classes),
            )
            for contestant in self.contestants
        ]
        known = ("by tie-breaks", people, replace(self, contestants=()))
        return hashlib.sha256(repr(known).encode()).hexdigest()

    @property
    def rounds_left(self) -> int:
        """The number of rounds that have not begun, or lack results."""
        begun = {match.round for match in self.matches}
        lacking = {
            match.round for match in self.matches if match.outcome == "open" and match.second is not None
        }
        return max(self.rounds - len(begun), 0) + len(lacking)


@dataclass(frozen=True, slots=True)
class PlayerOutlook:
    """The chances of a player: of each of the first places, of any prize, and of the prizes one by one.

    `best` to `worst` are the places from 1 of all but the rarest ends. `unpaired` are the chances of the first
    place and of any prize without the pairings of the next round, None if none are paired.
    """

    key: int
    places: tuple[float, ...]
    prize: float
    prizes: tuple[float, ...]
    best: int
    worst: int
    unpaired: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """The players who have a rank, in the order of the standings, and how many ends were played out."""

    ends: int
    players: tuple[PlayerOutlook, ...]


def work_out_outlook(state: DivisionState) -> Outlook:
    """Play the rounds that are left out, with the pairings that are known and without."""
    lines = rank_division(state.contestants, state.matches, state.rules)
    if not lines:
        return Outlook(0, ())
    places = _play(state, lines, state.paired)
    shares, winners = chances(places), _prize_winners(state, lines, places)
    anything = _shares_of_any(state, places, winners)
    unpaired: list[tuple[float, float] | None] = [None] * len(lines)
    if state.paired:
        others = _play(state, lines, ())
        first = chances(others)[:, 0]
        prize = _shares_of_any(state, others, _prize_winners(state, lines, others))
        unpaired = list(zip(first.tolist(), prize.tolist(), strict=True))
    low, high = (np.quantile(places, part, axis=0, method="nearest") + 1 for part in (RARE, 1 - RARE))
    shown = min(len(lines), max(MOST_PLACES, state.prize_places))
    return Outlook(
        len(places),
        tuple(
            PlayerOutlook(
                line.contestant.key,
                tuple(shares[at, :shown].tolist()),
                float(anything[at]),
                tuple(float(np.mean(won == at)) for won in winners),
                int(low[at]),
                int(high[at]),
                unpaired[at],
            )
            for at, line in enumerate(lines)
            if _is_ranked(state, line)
        ),
    )


def _is_ranked(state: DivisionState, line: ClassicLine) -> bool:
    """Tell whether somebody will have a rank in the end."""
    return is_ranked(line.contestant, state.rounds, state.rules)


def breaks_left_out(rules: StandingRules) -> list[TieBreak]:
    """Return the tie-breaks of a division that played-out ends know nothing of."""
    return [name for name in rules.tie_breaks if name not in MEASURES]


def _play(state: DivisionState, lines: Sequence[ClassicLine], paired: Iterable[MatchFacts]) -> Places:
    """Return the place of each line in each end."""
    rated = [line.contestant.rating for line in lines if line.contestant.rating is not None]
    mean = sum(rated) / len(rated) if rated else None
    tallies = tally(state.contestants, state.matches, state.rules)
    players = [
        SimulatedPlayer(
            line.half_wins,
            line.spread,
            mean if line.contestant.rating is None else line.contestant.rating,
            line.contestant.present,
            tallies[line.contestant.key].margin,
            _is_ranked(state, line),
        )
        for line in lines
    ]
    at = {line.contestant.key: place for place, line in enumerate(lines)}
    known: dict[int, list[tuple[int, int | None]]] = {}
    open_matches = [match for match in state.matches if match.outcome == "open" and match.second is not None]
    for match in (*open_matches, *paired, *state.certain):
        second = None if match.second is None else at[match.second]
        known.setdefault(match.round, []).append((at[match.first], second))
    last = max((match.round for match in state.matches), default=0)
    numbers = sorted({*known, *range(last + 1, state.rounds + 1)})
    standings = min(STANDINGS, PRIZES_GIVEN // max(1, len(state.prizes)))
    return play_out(
        players,
        Ends(
            rounds=len(numbers),
            seed=state.seed,
            known=[known[number] for number in sorted(known)],
            count=max(1, min(ENDS, standings // len(lines))),
            spread_caps=caps_of_rounds(numbers, state.rules.spread_caps),
            bye_spread=state.rules.bye_spread,
            tie_breaks=known_breaks(state.rules.tie_breaks),
            played=[
                (
                    at[match.first],
                    at[match.second],
                    1 + (margin > 0) - (margin < 0),
                    cap_margin(margin, match.round, state.rules.spread_caps),
                )
                for match in state.matches
                if match.outcome == "played" and match.second is not None
                for margin in [match.first_score - match.second_score]
            ],
        ),
    )


def _shares_of_any(state: DivisionState, places: Places, winners: Sequence[Places]) -> NDArray[np.float64]:
    """Return the share of ends in which each has a prize: one of the list, or else a place that has one."""
    if not state.prizes:
        shares: NDArray[np.float64] = (places < state.prize_places).mean(axis=0)
        return shares
    has = np.zeros(places.shape, dtype=bool)
    for won in winners:
        _note_winners(has, won)
    return np.asarray(has.mean(axis=0))


def _note_winners(has: NDArray[np.bool_], won: Places) -> None:
    ends = np.flatnonzero(won >= 0)
    has[ends, won[ends]] = True


def _prize_winners(state: DivisionState, lines: Sequence[ClassicLine], places: Places) -> list[Places]:
    """Return for each prize of the list who wins it in each end, −1 for nobody."""
    order = np.argsort(places, axis=1).astype(np.int16)
    every = np.arange(len(places))
    held: dict[Hashable, NDArray[np.bool_]] = {}
    winners: list[Places] = []
    for prize in state.prizes:
        own = held.setdefault(prize.series, np.zeros(places.shape, dtype=bool))
        eligible = np.array(
            [
                _is_ranked(state, line)
                and (not prize.class_name or prize.class_name in line.contestant.classes)
                for line in lines
            ]
        )
        free = np.broadcast_to(eligible, places.shape)
        for has in held.values():
            if prize.out_of_the_money and has is not own:
                free = free & ~has
        among = np.take_along_axis(free, order, axis=1)
        best = among & (among.cumsum(axis=1, dtype=np.int16) >= prize.place)
        if state.one_each:
            best &= ~np.take_along_axis(np.logical_or.reduce(list(held.values())), order, axis=1)
        first = best.argmax(axis=1)
        won = np.where(best[every, first], order[every, first], -1).astype(np.int16)
        _note_winners(own, won)
        winners.append(won)
    return winners
