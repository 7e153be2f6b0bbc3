"""NASPA's system, in use since 2009. Pure.

Source: the *Rating system overview* of NASPA's wiki (scrabbleplayers.org); *Ratings Calculation* by Marc Levesque
for WGPO (wordgameplayers.org, 2017), which matches NASPA's figures; the parameters `naspa2024` of tsh (2024).

- Expected of a match is 1 / (1 + e^(−0.0031879 d)) at d points more.
- A rating changes by K × (wins − expected). K is 20, 16 from 1800 on, 10 from 2000 on; with fewer than 50 games
  30, 24 and 15. A change across such a boundary goes up to it with one K, and on with the next.
- *Acceleration*: what a rating gains beyond 5 points a game is added once more. Each rated opponent gets a
  twentieth of that as *feedback*, for every match.
- A long event is rated in *segments*: two from 17 rounds on, three from 36 on, each from the ratings of the one
  before, rounded. The planned rounds count, so that the segments are the same after every round.
- A newcomer's rating is the performance in the first segment played, of at least 500, and at most the best
  rated opponent's rating plus 400 × the share of wins. Newcomers who met each other are computed in turn.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from tournaments.classic.rating.values import (
    RatedMatch,
    RatedPlayer,
    RatingLine,
    how_rated,
    logistic,
    mean,
    performance,
    rated_matches_of,
    round_rating,
    score_of,
    unplayed_line,
)
from tournaments.classic.rules.values import MatchFacts

SCALE = 1 / 0.0031879
PROVISIONAL_GAMES = 50
# The ratings from which K is smaller, with K for established and for provisional players.
BANDS = ((0, 20, 30), (1800, 16, 24), (2000, 10, 15))
FREE_POINTS = 5
FEEDBACK = 1 / 20
TWO_SEGMENTS, THREE_SEGMENTS = 17, 36
FLOOR, NEWCOMER_FLOOR, NEWCOMER_REACH, UNKNOWN = 1, 500, 400, 1500
PASSES, SETTLED = 50, 0.01

Ratings = Mapping[int, float | None]
Matches = Mapping[int, Sequence[RatedMatch]]


def rate_naspa(
    players: Sequence[RatedPlayer], matches: Sequence[MatchFacts], rounds: int
) -> tuple[RatingLine, ...]:
    """Rate the event and return everybody's line, in the order of the players."""
    played = rated_matches_of(players, matches)
    now: dict[int, float | None] = {player.key: player.rating for player in players}
    games = {player.key: player.games for player in players}
    met: dict[int, list[float]] = {player.key: [] for player in players}
    expected = dict.fromkeys(now, 0.0)
    for segment in segments_of(rounds):
        part = {key: [match for match in of if match.round in segment] for key, of in played.items()}
        effective = _effective_ratings(now, part)
        for key, of in part.items():
            opponents = [effective[match.opponent] for match in of]
            met[key] += opponents
            expected[key] += sum(expect(effective[key], opponent) for opponent in opponents)
        now |= _rate_segment(now, effective, part, games)
        for key, of in part.items():
            games[key] += len(of)
    return tuple(
        _line(player, played[player.key], met[player.key], expected[player.key], now[player.key])
        for player in players
    )


def expect(own: float, opponent: float) -> float:
    return logistic(own, opponent, SCALE)


def segments_of(rounds: int) -> list[range]:
    """Return the rounds, counted from 1, of each segment of an event of so many rounds."""
    last = rounds - 1
    ends = [0, rounds]
    if rounds >= THREE_SEGMENTS:
        ends = [0, last // 3 + 1, (2 * last + 1) // 3 + 1, rounds]
    elif rounds >= TWO_SEGMENTS:
        ends = [0, last // 2 + 1, rounds]
    return [range(start + 1, end + 1) for start, end in pairwise(ends)]


def _effective_ratings(now: Ratings, part: Matches) -> dict[int, float]:
    """Return everybody's rating, the performance for newcomers who play in this segment."""
    rated = {key: rating for key, rating in now.items() if rating is not None}
    newcomers = [key for key, of in part.items() if of and key not in rated]
    current = {
        key: mean([rated[match.opponent] for match in part[key] if match.opponent in rated] or [UNKNOWN])
        for key in newcomers
    }
    sums = dict.fromkeys(newcomers, 0.0)
    for turn in range(2 * PASSES):
        before = rated | current
        current = {key: _newcomer_rating(part[key], rated, before) for key in newcomers}
        if all(abs(current[key] - before[key]) < SETTLED for key in newcomers):
            break
        if turn >= PASSES:
            sums = {key: sums[key] + current[key] for key in newcomers}
    else:  # they swing to and fro: the mean of the last passes
        current = {key: sums[key] / PASSES for key in newcomers}
    return rated | current


def _newcomer_rating(of: Sequence[RatedMatch], rated: Mapping[int, float], now: Mapping[int, float]) -> float:
    opponents = [now[match.opponent] for match in of]
    known = [rated[match.opponent] for match in of if match.opponent in rated]
    found = max(NEWCOMER_FLOOR, performance(score_of(of), opponents, expect))
    return min(found, max(known or opponents) + NEWCOMER_REACH * score_of(of) / len(of))


def _rate_segment(
    now: Ratings, effective: Mapping[int, float], part: Matches, games: Mapping[int, int]
) -> dict[int, float]:
    """Return the ratings after a segment of those who have one then."""
    after, feedback = dict(effective), dict.fromkeys(effective, 0.0)
    for key, of in part.items():
        if not of or now[key] is None:
            continue
        expected = sum(expect(effective[key], effective[match.opponent]) for match in of)
        after[key] = change_rating(effective[key], score_of(of) - expected, games[key])
        bonus = after[key] - effective[key] - FREE_POINTS * len(of)
        if bonus > 0:
            after[key] += bonus
            for match in of:
                if now[match.opponent] is not None:
                    feedback[match.opponent] += bonus * FEEDBACK
    return {key: round_rating(max(FLOOR, rating) + feedback[key]) for key, rating in after.items()}


def change_rating(rating: float, excess: float, games: int) -> float:
    """Return the rating after so many wins more than expected, band by band."""
    while excess:
        k = factor(rating, games)
        moved = rating + k * excess
        if factor(moved, games) == k:
            return moved
        boundary = _next_boundary(rating, excess > 0)
        excess -= (boundary - rating) / k
        rating = boundary
    return rating


def factor(rating: float, games: int) -> int:
    """Return K."""
    _from, established, provisional = max(band for band in BANDS if band[0] <= max(0, rating))
    return provisional if games < PROVISIONAL_GAMES else established


def _next_boundary(rating: float, upwards: bool) -> float:
    """Return the rating at which K changes next: the first of the band above, the last of the one below."""
    starts = [start for start, *_ks in BANDS]
    if upwards:
        return min(start for start in starts if start > rating)
    return max(start for start in starts if start <= rating) - 1


def _line(
    player: RatedPlayer, of: Sequence[RatedMatch], met: Sequence[float], expected: float, after: float | None
) -> RatingLine:
    if not of:
        return unplayed_line(player)
    assert after is not None
    return RatingLine(
        key=player.key,
        how=how_rated(player, PROVISIONAL_GAMES),
        before=player.rating,
        after=int(after),
        games_before=player.games,
        games=len(of),
        score=score_of(of),
        expected=expected,
        k=0 if player.rating is None else factor(player.rating, player.games),
        opponents=mean(met),
        performance=round_rating(performance(score_of(of), met, expect)),
    )
