"""Ratings in plain values: players before an event, their rated matches, and what becomes of their ratings. Pure.

Terms. A *newcomer* has no rating. The *performance* is the rating at which the score would have been expected.
Invariants: byes and forfeits are not rated, nor is a match against somebody who is not among the players.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.classic.rules.values import MatchFacts

How = Literal["newcomer", "provisional", "established", "unplayed"]
# Returns the share of a match that a rating is expected to win against another.
Expect = Callable[[float, float], float]

# A performance is looked for between these; half of `CLOSE` is the most by which it is missed.
LOWEST, HIGHEST, CLOSE = -1000.0, 5000.0, 0.001
# Nothing finite is expected to win or lose every match: so much of each match is taken as the other result.
CLIPPED = 0.05


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player before the event: `rating` None for a newcomer, `games` rated so far.

    `deviation` and `volatility` are None if they are not known; only Glicko-2 has them.
    """

    key: int
    rating: int | None
    games: int = 0
    deviation: float | None = None
    volatility: float | None = None


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's rating change and its components.

    `score` and `expected` are over the `games` rated in this event, `opponents` is the mean of the opponents'
    ratings, `k` the factor that the player begins with, 0 in a system without one.
    """

    key: int
    how: How
    before: int | None
    after: int | None
    games_before: int
    games: int
    score: float = 0.0
    expected: float = 0.0
    k: int = 0
    opponents: float | None = None
    performance: int | None = None
    deviation: float | None = None
    volatility: float | None = None

    @property
    def games_after(self) -> int:
        return self.games_before + self.games

    @property
    def change(self) -> int | None:
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match from one side: 1 for a win, a half for a draw."""

    round: int
    opponent: int
    score: float


def rated_matches_of(
    players: Iterable[RatedPlayer], matches: Iterable[MatchFacts]
) -> dict[int, list[RatedMatch]]:
    """Return everybody's rated matches by key, in the order of the matches."""
    played: dict[int, list[RatedMatch]] = {player.key: [] for player in players}
    for match in matches:
        if match.outcome != "played" or match.second not in played or match.first not in played:
            continue
        margin = match.first_score - match.second_score
        score = 0.5 if margin == 0 else float(margin > 0)
        played[match.first].append(RatedMatch(match.round, match.second, score))
        played[match.second].append(RatedMatch(match.round, match.first, 1 - score))
    return played


def score_of(matches: Iterable[RatedMatch]) -> float:
    return sum(match.score for match in matches)


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def performance(score: float, opponents: Sequence[float], expect: Expect) -> float:
    """Return the rating at which `score` would have been expected against these opponents.

    A win or a loss of every match is clipped to 95 or 5 per cent.
    """
    least = CLIPPED * len(opponents)
    wanted = min(max(score, least), len(opponents) - least) if score in {0, len(opponents)} else score
    low, high = LOWEST, HIGHEST
    while high - low > CLOSE:
        middle = (low + high) / 2
        if sum(expect(middle, opponent) for opponent in opponents) < wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def logistic(own: float, opponent: float, scale: float) -> float:
    """Return the expected share of a match: at `scale` points more, e wins to one loss."""
    return 1.0 / (1.0 + math.exp((opponent - own) / scale))


def round_rating(rating: float, least: int = 0) -> int:
    """Round to the nearest whole number, halves upwards, not below the least rating."""
    return max(least, math.floor(rating + 0.5))


def how_rated(player: RatedPlayer, provisional_games: int) -> How:
    if player.rating is None:
        return "newcomer"
    return "provisional" if player.games < provisional_games else "established"


def unplayed_line(player: RatedPlayer) -> RatingLine:
    return RatingLine(
        player.key,
        "unplayed",
        player.rating,
        player.rating,
        player.games,
        0,
        deviation=player.deviation,
        volatility=player.volatility,
    )
