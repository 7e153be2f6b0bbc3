"""FIDE's system: an event rated as a whole, by Elo's formula. Pure.

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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.classic.rating.values import (
    RatedMatch,
    RatedPlayer,
    RatingLine,
    how_rated,
    mean,
    rated_matches_of,
    round_rating,
    score_of,
    unplayed_line,
)
from tournaments.classic.rules.values import MatchFacts

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


def rate_elo(
    players: Sequence[RatedPlayer],
    matches: Sequence[MatchFacts],
    _rounds: int = 0,
    rules: RatingRules | None = None,
) -> tuple[RatingLine, ...]:
    """Rate the event and return everybody's line, in the order of the players."""
    rules = rules or RatingRules()
    played = rated_matches_of(players, matches)
    ratings = {
        player.key: float(rules.newcomer_rating if player.rating is None else player.rating)
        for player in players
    }
    newcomers = [player.key for player in players if player.rating is None and played[player.key]]
    _settle(newcomers, played, ratings, rules)
    return tuple(_line(player, played[player.key], ratings, rules) for player in players)


def _settle(
    newcomers: list[int],
    played: Mapping[int, Sequence[RatedMatch]],
    ratings: dict[int, float],
    rules: RatingRules,
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
    own: float, of: Sequence[RatedMatch], ratings: Mapping[int, float], rules: RatingRules, draws: int
) -> float:
    """Return one Newton step of a rating towards the performance with so many draws added."""
    opponents = [ratings[match.opponent] for match in of]
    opponents += [float(rules.newcomer_rating)] * draws
    expected = [rules.expected(own, opponent) for opponent in opponents]
    missing = score_of(of) + draws / 2 - sum(expected)
    slope = sum(share * (1 - share) for share in expected) * math.log(10) / rules.scale
    return max(-FURTHEST, min(FURTHEST, missing / slope))


def _performance(of: Sequence[RatedMatch], ratings: Mapping[int, float], rules: RatingRules) -> float:
    """Return the rating at which the score would have been expected.

    Nothing finite exists for a player who won or lost every match, so the draws of newcomers are added then.
    """
    draws = 0 if 0 < score_of(of) < len(of) else rules.newcomer_draws
    own = mean([ratings[match.opponent] for match in of])
    step = math.inf
    while abs(step) > SETTLED:
        step = _step(own, of, ratings, rules, draws)
        own += step
    return own


def _line(
    player: RatedPlayer, of: Sequence[RatedMatch], ratings: Mapping[int, float], rules: RatingRules
) -> RatingLine:
    if not of:
        return unplayed_line(player)
    own = ratings[player.key]
    opponents = [ratings[match.opponent] for match in of]
    expected = sum(rules.expected(own, opponent) for opponent in opponents)
    k = 0 if player.rating is None else rules.k_for(player.rating, player.games, len(of))
    return RatingLine(
        key=player.key,
        how=how_rated(player, rules.provisional_games),
        before=player.rating,
        after=round_rating(own + k * (score_of(of) - expected)),
        games_before=player.games,
        games=len(of),
        score=score_of(of),
        expected=expected,
        k=k,
        opponents=mean(opponents),
        performance=round_rating(own if player.rating is None else _performance(of, ratings, rules)),
    )
