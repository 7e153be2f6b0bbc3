"""What can still happen in a division: chances of places and prizes from played-out ends. Pure.

The ends (`tournaments.classic.rules.simulation`) count ratings, where anybody has one: players without have
the mean of the others. Rounds that have begun are played as they are paired, as far as results are missing.
So is a round that is paired and has not begun; *unpaired* figures are those without its pairings.

Only prizes by rank are played out, as `tournaments.standings.prizes` gives them, without ties: nobody gets a
second one if each is to have one at most.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from tournaments.classic.rules.prizes import Prize
from tournaments.classic.rules.simulation import Ends, Numbers, Standing, chances, play_out
from tournaments.classic.rules.standings import ClassicLine, StandingRules, rank_division
from tournaments.classic.rules.values import Contestant, MatchFacts

# Ends played out, and standings in all of them together.
ENDS, STANDINGS = 10_000, 4_000_000
# The worst and the best of so many ends are left out of the range of places.
RARE = 0.01
MOST_PLACES = 10


@dataclass(frozen=True, slots=True)
class State:
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
        """What stands for this state, the same in every process."""
        people = [
            (one.key, one.number, one.rating, one.present, sorted(one.classes)) for one in self.contestants
        ]
        known = (people, replace(self, contestants=()))
        return hashlib.sha256(repr(known).encode()).hexdigest()


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
    """The players in the order of the standings, and how many ends were played out."""

    ends: int
    players: tuple[PlayerOutlook, ...]


def work_out_outlook(state: State) -> Outlook:
    """Play the rounds that are left out, with the pairings that are known and without."""
    lines = rank_division(state.contestants, state.matches, state.rules)
    size = len(lines)
    ends = Ends(
        rounds=0,
        seed=state.seed,
        count=max(1, min(ENDS, STANDINGS // max(1, size))),
        spread_cap=state.rules.spread_cap,
        bye_spread=state.rules.bye_spread,
    )
    places = _play(state, lines, ends, state.paired)
    unpaired = _play(state, lines, ends, ()) if state.paired else None
    shares, prizes = chances(places), _prizes_won(state, lines, places)
    before = None
    if unpaired is not None:
        before = chances(unpaired)[:, 0], _any_prize(_prizes_won(state, lines, unpaired))
    anything = _any_prize(prizes)
    low, high = (np.quantile(places, part, axis=0, method="nearest") + 1 for part in (RARE, 1 - RARE))
    shown = min(size, max(MOST_PLACES, state.prize_places))
    return Outlook(
        ends.count,
        tuple(
            PlayerOutlook(
                line.contestant.key,
                tuple(shares[at, :shown].round(4).tolist()),
                float(anything[at]),
                tuple(float(won[:, at].mean()) for won in prizes) if state.prizes else (),
                int(low[at]),
                int(high[at]),
                None if before is None else (float(before[0][at]), float(before[1][at])),
            )
            for at, line in enumerate(lines)
        ),
    )


def _play(state: State, lines: Sequence[ClassicLine], ends: Ends, paired: Iterable[MatchFacts]) -> Numbers:
    """Return the place of each line in each end."""
    rated = [line.contestant.rating for line in lines if line.contestant.rating is not None]
    mean = sum(rated) / len(rated) if rated else None
    players = [
        Standing(
            line.half_wins,
            line.spread,
            mean if line.contestant.rating is None else line.contestant.rating,
            line.contestant.present,
        )
        for line in lines
    ]
    at = {line.contestant.key: place for place, line in enumerate(lines)}
    known: dict[int, list[tuple[int, int | None]]] = {}
    open_matches = [match for match in state.matches if match.outcome == "open" and match.second is not None]
    for match in (*open_matches, *paired, *state.certain):
        second = None if match.second is None else at[match.second]
        known.setdefault(match.round, []).append((at[match.first], second))
    begun = {match.round for match in state.matches}
    left = state.rounds - max(begun, default=0) + len(known.keys() & begun)
    return play_out(
        players,
        replace(ends, rounds=max(left, len(known)), known=[known[number] for number in sorted(known)]),
    )


def _any_prize(won: Sequence[NDArray[np.bool_]]) -> NDArray[np.float64]:
    """Return the share of ends in which each has a prize."""
    shares: NDArray[np.float64] = np.logical_or.reduce(won).mean(axis=0)
    return shares


def _prizes_won(state: State, lines: Sequence[ClassicLine], places: Numbers) -> list[NDArray[np.bool_]]:
    """Return for each prize who has it in which end; without prizes, for the places that have one."""
    if not state.prizes:
        return [places < state.prize_places]
    order = np.argsort(places, axis=1)
    won: list[NDArray[np.bool_]] = []
    nobody = np.zeros(places.shape, dtype=bool)
    for prize in state.prizes:
        elsewhere = [
            mask for mask, other in zip(won, state.prizes, strict=False) if other.series != prize.series
        ]
        eligible = np.array(
            [not prize.class_name or prize.class_name in line.contestant.classes for line in lines]
        ) & ~(np.logical_or.reduce(elsewhere) if prize.out_of_the_money and elsewhere else nobody)
        held = np.logical_or.reduce(won) if state.one_each and won else nobody
        among = np.take_along_axis(eligible, order, axis=1)
        free = (among.cumsum(axis=1) >= prize.place) & among & ~np.take_along_axis(held, order, axis=1)
        first = free.argmax(axis=1)
        ends = np.flatnonzero(free.any(axis=1))
        mask = nobody.copy()
        mask[ends, order[ends, first[ends]]] = True
        won.append(mask)
    return won
