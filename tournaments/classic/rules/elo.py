"""Ratings: an event rated as a whole, by Elo's formula. Pure.

The formula. The expected score of a match is 1 / (1 + 10^((opponent's rating − own) / 400)): the logistic
form of Arpad Elo's system (*The Rating of Chessplayers, Past and Present*, 1978), which most federations of
the mind sports rate by. A new rating is the old one + K × (score − expected), a draw scoring a half. K is
that of FIDE's Rating Regulations (B.02, 8.3.3): 40 for a *provisional* player, with fewer than 30 rated
matches; then 20; 10 from a rating of 2400 on. For many matches n in one event K is smaller: the largest whole
number with n × K of at most 700. Two clauses are left out, since former ratings and ages are not known of
all: that 10 stays once 2400 has been published, and 40 for players under 18. The numbers are those of
`RatingRules`, the same for all divisions of an installation.

A *newcomer* has no rating. The new rating is the one at which the expected score equals the score (the
*performance*), with two draws against the `newcomer_rating` added, so that it is finite for those who won or
lost every match, and few matches don't count too much. (FIDE adds two such draws since 2024.) The ratings of
newcomers who met each other depend on each other: they are computed in turn until none changes any more. The
performance shown for other players is without these draws, unless they won or lost every match.

Invariants: opponents count with their rating before the event, newcomers with their performance, so the order
of rounds changes nothing. Byes and forfeits are not rated. A match against somebody who is not among the
players is not rated either.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tournaments.classic.rules.values import MatchFacts

How = Literal["newcomer", "provisional", "established", "unplayed"]

# Newcomers' ratings have settled when none changes by more than `SETTLED` in a pass; `FURTHEST` limits one
# step.
SETTLED, FURTHEST = 0.001, 200.0


@dataclass(frozen=True, slots=True)
class RatingRules:
    """The numbers of the formula; `scale` is the difference at which ten to one is expected, `most_change`
    the most that K times the matches of one event may be.
    """

    scale: int = 400
    provisional_games: int = 30
    k_provisional: int = 40
    k_established: int = 20
    k_high: int = 10
    high_rating: int = 2400
    most_change: int = 700
    newcomer_rating: int = 1500
    newcomer_draws: int = 2

    def expected(self, own: float, opponent: float) -> float:
        return 1.0 / (1.0 + math.pow(10.0, (opponent - own) / self.scale))

    def k_for(self, rating: int, games: int, played: int) -> int:
        """Return K for a player with so many rated `games` before the event, who has `played` so many in it."""
        k = self.k_high if rating >= self.high_rating else self.k_established
        if games < self.provisional_games:
            k = self.k_provisional
        return min(k, self.most_change // played)


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player before the event: `rating` None for a newcomer, `games` rated so far."""

    key: int
    rating: int | None
    games: int = 0


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's rating change and its components.

    `score` and `expected` are over the `games` rated in this event, `opponents` is the mean of the opponents'
    ratings, `performance` the rating at which the score would have been expected, by the rule for newcomers.
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

    @property
    def games_after(self) -> int:
        return self.games_before + self.games

    @property
    def change(self) -> int | None:
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(slots=True)
class RatedMatches:
    """One player's rated matches: the opponents, and the total score."""

    opponents: list[int]
    score: float = 0.0


def rate_event(
    players: Iterable[RatedPlayer], matches: Iterable[MatchFacts], rules: RatingRules | None = None
) -> tuple[RatingLine, ...]:
    """Rate the event and return everybody's line, in the order of the players."""
    rules = rules or RatingRules()
    listed = {player.key: player for player in players}
    played = _rated_matches_of(listed.keys(), matches)
    ratings = {
        key: float(rules.newcomer_rating if player.rating is None else player.rating)
        for key, player in listed.items()
    }
    newcomers = [key for key, player in listed.items() if player.rating is None and played[key].opponents]
    _settle(newcomers, played, ratings, rules)
    return tuple(_line(player, played[key], ratings, rules) for key, player in listed.items())


def _rated_matches_of(keys: Iterable[int], matches: Iterable[MatchFacts]) -> dict[int, RatedMatches]:
    played = {key: RatedMatches([]) for key in keys}
    for match in matches:
        if match.outcome != "played" or match.second not in played or match.first not in played:
            continue
        margin = match.first_score - match.second_score
        score = 0.5 if margin == 0 else float(margin > 0)
        for key, opponent, own in (
            (match.first, match.second, score),
            (match.second, match.first, 1 - score),
        ):
            played[key].opponents.append(opponent)
            played[key].score += own
    return played


def _settle(
    newcomers: list[int], played: Mapping[int, RatedMatches], ratings: dict[int, float], rules: RatingRules
) -> None:
    """Set each newcomer's rating to the performance against the others, in turn, until none changes any more.

    The loop ends: each pass makes the observed results more likely, and the added draws ensure one most
    likely point.
    """
    moved = math.inf
    while moved > SETTLED and newcomers:
        moved = 0.0
        for key in newcomers:
            step = _step(ratings[key], played[key], ratings, rules, rules.newcomer_draws)
            ratings[key] += step
            moved = max(moved, abs(step))


def _step(
    own: float, of: RatedMatches, ratings: Mapping[int, float], rules: RatingRules, draws: int
) -> float:
    """Return one Newton step of a rating towards the performance with so many draws added."""
    opponents = [ratings[key] for key in of.opponents]
    opponents += [float(rules.newcomer_rating)] * draws
    expected = [rules.expected(own, opponent) for opponent in opponents]
    missing = of.score + draws / 2 - sum(expected)
    slope = sum(share * (1 - share) for share in expected) * math.log(10) / rules.scale
    return max(-FURTHEST, min(FURTHEST, missing / slope))


def performance(of: RatedMatches, ratings: Mapping[int, float], rules: RatingRules) -> float:
    """Return the rating at which the score would have been expected.

    Nothing finite exists for a player who won or lost every match, so the draws of newcomers are added then.
    """
    draws = 0 if 0 < of.score < len(of.opponents) else rules.newcomer_draws
    own = sum(ratings[key] for key in of.opponents) / len(of.opponents)
    step = math.inf
    while abs(step) > SETTLED:
        step = _step(own, of, ratings, rules, draws)
        own += step
    return own


def _line(
    player: RatedPlayer, of: RatedMatches, ratings: Mapping[int, float], rules: RatingRules
) -> RatingLine:
    if not of.opponents:
        return RatingLine(player.key, "unplayed", player.rating, player.rating, player.games, 0)
    own = ratings[player.key]
    expected = sum(rules.expected(own, ratings[key]) for key in of.opponents)
    k = 0 if player.rating is None else rules.k_for(player.rating, player.games, len(of.opponents))
    how: How = "established"
    if player.rating is None:
        how = "newcomer"
    elif player.games < rules.provisional_games:
        how = "provisional"
    return RatingLine(
        key=player.key,
        how=how,
        before=player.rating,
        after=_round_rating(own + k * (of.score - expected)),
        games_before=player.games,
        games=len(of.opponents),
        score=of.score,
        expected=expected,
        k=k,
        opponents=sum(ratings[key] for key in of.opponents) / len(of.opponents),
        performance=_round_rating(own if player.rating is None else performance(of, ratings, rules)),
    )


def _round_rating(rating: float) -> int:
    """Round to the nearest whole number, halves upwards, at least 0."""
    return max(0, math.floor(rating + 0.5))
