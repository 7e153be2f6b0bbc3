"""Glicko-2: a rating with a deviation, how sure it is, and a volatility, how much it moves. Pure.

Source: Mark E. Glickman, *Example of the Glicko-2 system* (glicko.net/glicko/glicko2.pdf, revised 2022). The letters
are those of the paper; its steps are named where they are taken. An event is one rating period, in which everybody
counts as they stood before.

A newcomer begins at 1500 with a deviation of 350 and a volatility of 0.06. A rating whose deviation is not known
begins with these two as well: nothing says how sure it is. The system constant is 0.5.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from tournaments.classic.rating.values import (
    How,
    RatedMatch,
    RatedPlayer,
    RatingLine,
    logistic,
    mean,
    performance,
    rated_matches_of,
    round_rating,
    score_of,
    unplayed_line,
)
from tournaments.classic.rules.values import MatchFacts

RATING, DEVIATION, VOLATILITY = 1500, 350.0, 0.06
TAU = 0.5
SCALE = 173.7178
CLOSE = 0.000001
# Ratings with a larger deviation are provisional, as on Lichess.
SURE = 110


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating µ with its deviation φ, both on the scale of Glicko-2, and its volatility σ."""

    mu: float
    phi: float
    sigma: float

    @classmethod
    def of(cls, player: RatedPlayer) -> Self:
        rating = RATING if player.rating is None else player.rating
        phi = (player.deviation or DEVIATION) / SCALE
        return cls((rating - RATING) / SCALE, phi, player.volatility or VOLATILITY)

    @property
    def rating(self) -> float:
        return self.mu * SCALE + RATING

    @property
    def deviation(self) -> float:
        return self.phi * SCALE

    def expected(self, other: "Strength") -> float:
        """Return E, the expected share of a match."""
        return logistic(self.mu, other.mu, 1 / other.weight)

    @property
    def weight(self) -> float:
        """Return g, how much a match against this one says."""
        return 1 / math.sqrt(1 + 3 * self.phi**2 / math.pi**2)


def rate_glicko2(
    players: Sequence[RatedPlayer], matches: Sequence[MatchFacts], _rounds: int = 0
) -> tuple[RatingLine, ...]:
    """Rate the event and return everybody's line, in the order of the players."""
    played = rated_matches_of(players, matches)
    strengths = {player.key: Strength.of(player) for player in players}
    return tuple(
        _line(player, played[player.key], [strengths[match.opponent] for match in played[player.key]])
        for player in players
    )


def strength_after(own: Strength, opponents: Sequence[Strength], scores: Sequence[float]) -> Strength:
    """Return the strength after a rating period with these matches, of which there is at least one."""
    # Steps 3 and 4.
    shares = [own.expected(opponent) for opponent in opponents]
    v = 1 / sum(
        opponent.weight**2 * share * (1 - share) for opponent, share in zip(opponents, shares, strict=True)
    )
    gained = sum(
        opponent.weight * (score - share)
        for opponent, share, score in zip(opponents, shares, scores, strict=True)
    )
    sigma = _volatility(own, v, v * gained)  # step 5
    phi = 1 / math.sqrt(1 / (own.phi**2 + sigma**2) + 1 / v)  # steps 6 and 7
    return Strength(own.mu + phi**2 * gained, phi, sigma)


def expect(own: float, opponent: float) -> float:
    return logistic(own, opponent, SCALE)


def _volatility(own: Strength, v: float, delta: float) -> float:
    """Return the new volatility: step 5, by the Illinois method."""
    start = math.log(own.sigma**2)

    def f(x: float) -> float:
        spread = own.phi**2 + v + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low, high = start, _other_end(f, start, delta**2 - own.phi**2 - v)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return math.exp(low / 2)


def _other_end(f: Callable[[float], float], start: float, square: float) -> float:
    """Return where the search for the volatility ends."""
    if square > 0:
        return math.log(square)
    steps = 1
    while f(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU


def _line(player: RatedPlayer, of: Sequence[RatedMatch], opponents: Sequence[Strength]) -> RatingLine:
    if not of:
        return unplayed_line(player)
    own = Strength.of(player)
    after = strength_after(own, opponents, [match.score for match in of])
    met = [opponent.rating for opponent in opponents]
    how: How = "provisional" if own.deviation > SURE else "established"
    return RatingLine(
        key=player.key,
        how="newcomer" if player.rating is None else how,
        before=player.rating,
        after=round_rating(after.rating),
        games_before=player.games,
        games=len(of),
        score=score_of(of),
        expected=sum(own.expected(opponent) for opponent in opponents),
        opponents=mean(met),
        performance=round_rating(performance(score_of(of), met, expect)),
        deviation=round(after.deviation, 2),
        volatility=round(after.sigma, 6),
    )
