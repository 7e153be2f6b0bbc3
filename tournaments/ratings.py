"""Ratings: an event rated as a whole, by Elo's formula. Pure.

The formula. Expected of a match is 1 / (1 + 10^((opponent's rating − own) / 400)): the logistic form of Arpad Elo's
system (*The Rating of Chessplayers, Past and Present*, 1978), which most federations of the mind sports rate by. A
new rating is the old one + K × (score − expected), a draw scoring a half. K is that of FIDE's Rating Regulations
(B.02, 8.3.3): 40 for whoever is *provisional*, with fewer than 30 rated matches; then 20; 10 from a rating of 2400 on.
Of many matches n in one event K is smaller: the largest whole number with n × K of at most 700. Two clauses are left
out, since neither former ratings nor ages are known of all: that 10 stays once 2400 has been published, and 40 for
whoever is under 18. The numbers are those of `RatingRules`, the same for all divisions of an installation.

A *newcomer* has no rating. Theirs is the one at which what was expected of them is what they scored (their
*performance*), with two draws against the `newcomer_rating` added, so that it is finite for those who won or lost
every match, and few matches don't say too much. (FIDE adds two such draws since 2024.) Newcomers who met each other
depend on each other: their ratings are worked out in turn until none of them moves any more. The performance told of
others is without these draws, unless they won or lost every match.

What always holds: everybody's opponents count as they stood before the event, newcomers with their performance; so
the order of rounds changes nothing. Byes and forfeits are not rated. A match against somebody who is not among the
players is not rated either.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tournaments.classic_values import MatchFacts

How = Literal["newcomer", "provisional", "established", "unplayed"]

# Newcomers' ratings have settled when none moves by more in a turn; the furthest that one may move in a turn.
SETTLED, FURTHEST = 0.001, 200.0


@dataclass(frozen=True, slots=True)
class RatingRules:
    """The numbers of the formula; `scale` is the difference at which ten to one is expected, `most_change` the most
    that K times the matches of one event may be.
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
        """For somebody with so many rated `games` before the event, who has `played` so many in it."""
        k = self.k_high if rating >= self.high_rating else self.k_established
        if games < self.provisional_games:
            k = self.k_provisional
        return min(k, self.most_change // played)


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """Somebody before the event: `rating` None for a newcomer, `games` rated so far."""

    key: int
    rating: int | None
    games: int = 0


@dataclass(frozen=True, slots=True)
class RatingLine:
    """How a rating came about. `score` and `expected` are of the `games` rated in this event, `opponents` the mean of
    their ratings, `performance` the rating at which the score would have been expected, by the rule for newcomers.
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
class Played:
    """One player's rated matches: whom they met, and the score of all."""

    opponents: list[int]
    score: float = 0.0


def rate_event(
    players: Iterable[RatedPlayer], matches: Iterable[MatchFacts], rules: RatingRules | None = None
) -> tuple[RatingLine, ...]:
    """Everybody's rating after the event, in the order of the players."""
    rules = rules or RatingRules()
    listed = {player.key: player for player in players}
    played = _played(listed.keys(), matches)
    ratings = {
        key: float(rules.newcomer_rating if player.rating is None else player.rating)
        for key, player in listed.items()
    }
    newcomers = [key for key, player in listed.items() if player.rating is None and played[key].opponents]
    _settle(newcomers, played, ratings, rules)
    return tuple(_line(player, played[key], ratings, rules) for key, player in listed.items())


def _played(keys: Iterable[int], matches: Iterable[MatchFacts]) -> dict[int, Played]:
    played = {key: Played([]) for key in keys}
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
    newcomers: list[int], played: Mapping[int, Played], ratings: dict[int, float], rules: RatingRules
) -> None:
    """Let each newcomer's rating be the performance against the others', in turn, until all stay where they are.

    It comes to an end: each turn makes the results as they were more likely, and thanks to the draws there is one most
    likely place.
    """
    moved = math.inf
    while moved > SETTLED and newcomers:
        moved = 0.0
        for key in newcomers:
            step = _step(ratings[key], played[key], ratings, rules, rules.newcomer_draws)
            ratings[key] += step
            moved = max(moved, abs(step))


def _step(own: float, of: Played, ratings: Mapping[int, float], rules: RatingRules, draws: int) -> float:
    """By how much to move a rating towards the performance with so many draws added: one step of Newton's."""
    opponents = [ratings[key] for key in of.opponents]
    opponents += [float(rules.newcomer_rating)] * draws
    expected = [rules.expected(own, opponent) for opponent in opponents]
    missing = of.score + draws / 2 - sum(expected)
    slope = sum(share * (1 - share) for share in expected) * math.log(10) / rules.scale
    return max(-FURTHEST, min(FURTHEST, missing / slope))


def performance(of: Played, ratings: Mapping[int, float], rules: RatingRules) -> float:
    """The rating at which the score would have been expected; of whoever won or lost every match there is none but
    with the draws that newcomers are given.
    """
    draws = 0 if 0 < of.score < len(of.opponents) else rules.newcomer_draws
    own = sum(ratings[key] for key in of.opponents) / len(of.opponents)
    step = math.inf
    while abs(step) > SETTLED:
        step = _step(own, of, ratings, rules, draws)
        own += step
    return own


def _line(player: RatedPlayer, of: Played, ratings: Mapping[int, float], rules: RatingRules) -> RatingLine:
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
        after=_rounded(own + k * (of.score - expected)),
        games_before=player.games,
        games=len(of.opponents),
        score=of.score,
        expected=expected,
        k=k,
        opponents=sum(ratings[key] for key in of.opponents) / len(of.opponents),
        performance=_rounded(own if player.rating is None else performance(of, ratings, rules)),
    )


def _rounded(rating: float) -> int:
    """To the nearest whole number, halves upwards; never below nothing."""
    return max(0, math.floor(rating + 0.5))
