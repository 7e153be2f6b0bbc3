"""WESPA's system since 2012. Pure.

Source: its rating program, WESPArat 3.14, as it is kept in the public repository spherulitic/aardvark-ng, and the
ratings that WESPA published for an event of 2020 (tests/tournaments/classic/rating/test_wespa.py), which show that
the scale is 300 there and not the program's 250.

- Expected of a match is 1 / (1 + e^(−d / 300)) at d points more.
- A rating changes by K × (wins − expected). K is 30 below 1000, 20 up to 1800, 16 up to 2000, then 10; a change
  across a boundary goes up to it with one K, and on with the next.
- *Players are rated one after the other*, in the order of the list: who comes later is expected to win against the
  new ratings of those before.
- Fewer than 8 games change less: so many eighths. Provisional players, with fewer than 50 games, change by half as
  much again, between 1800 and 2000 by less and less of that. Beyond 20 points a game only half counts.
- More than 35 games are rated in equal passes: in two, each of half the K, over all games both times.
- A newcomer begins at the mean of the rated opponents, plus 5 × (wins − half the games); less if fewer than one in
  five were won. Above 1800, above 2000 and below 1000 only a part of the difference counts. Without a rated opponent
  it is 1000. That rating then changes as a provisional one.
- No established rating is below 300.

Left out, since nobody knows when everybody played last: the part about players who were away for years.
"""

from collections.abc import Mapping, Sequence

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

SCALE = 300
PROVISIONAL_GAMES = 50
# The ratings from which K holds.
BANDS = ((-1_000_000, 30), (1000, 20), (1800, 16), (2000, 10))
LONG_EVENT = 35
SHORT_EVENT = 8
MOST_A_GAME = 20
FLOOR, NO_RATED_OPPONENT = 300, 1000
PROVISIONAL_FACTOR, UNDIMINISHED, UNTIL = 1.5, 1800, 2000
POINTS_A_WIN = 5


def rate_wespa(
    players: Sequence[RatedPlayer], matches: Sequence[MatchFacts], _rounds: int = 0
) -> tuple[RatingLine, ...]:
    """Rate the event and return everybody's line, in the order of the players."""
    played = rated_matches_of(players, matches)
    rated = {player.key: float(player.rating) for player in players if player.rating is not None}
    start = {
        player.key: rated.get(player.key) or _newcomer_rating(played[player.key], rated) for player in players
    }
    now, met = dict(start), {}
    expected = dict.fromkeys(start, 0.0)
    passes = -(-max(map(len, played.values()), default=0) // LONG_EVENT)
    for _pass in range(passes):
        for player in players:
            of = played[player.key]
            if not of:
                continue
            met[player.key] = [now[match.opponent] for match in of]
            expected[player.key] = sum(expect(now[player.key], opponent) for opponent in met[player.key])
            gap = score_of(of) - expected[player.key]
            change = _change(now[player.key], gap, passes, player, len(of))
            now[player.key] = max(FLOOR, now[player.key] + change)
    return tuple(
        _line(player, played[player.key], met.get(player.key, []), expected[player.key], now[player.key])
        for player in players
    )


def expect(own: float, opponent: float) -> float:
    return logistic(own, opponent, SCALE)


def _newcomer_rating(of: Sequence[RatedMatch], rated: Mapping[int, float]) -> float:
    known = [rated[match.opponent] for match in of if match.opponent in rated]
    if not known:
        return NO_RATED_OPPONENT
    share = score_of(of) / len(of)
    more = POINTS_A_WIN * len(of) * (share - 0.5)
    if share == 0:
        more *= 2
    if share < 0.2:
        more *= 1.95 - share
    rating = float(int(mean(known)) + int(more))
    if rating > UNTIL:
        rating = UNTIL + (rating - UNTIL) * 0.625
    if rating > UNDIMINISHED:
        rating = UNDIMINISHED + (rating - UNDIMINISHED) * 0.8
    if rating < NO_RATED_OPPONENT:
        rating = NO_RATED_OPPONENT + (rating - NO_RATED_OPPONENT) * 0.8
    return int(rating)


def _change(rating: float, gap: float, passes: int, player: RatedPlayer, games: int) -> float:
    """Return the change of a rating by one pass."""
    change = change_rating(rating, gap / passes) - rating
    change *= min(games, SHORT_EVENT) / SHORT_EVENT
    if player.games < PROVISIONAL_GAMES:
        less = (rating - UNDIMINISHED) / (2 * (UNTIL - UNDIMINISHED))
        change *= min(PROVISIONAL_FACTOR, max(1.0, PROVISIONAL_FACTOR - less))
    most = MOST_A_GAME * games
    return change if change <= most else most + (change - most) / 2


def change_rating(rating: float, excess: float) -> float:
    """Return the rating after so many wins more than expected, band by band."""
    if excess < 0:
        for start, k in reversed(BANDS):
            if start < rating:
                room = (rating - start) / k
                if -excess <= room:
                    return rating + k * excess
                excess, rating = excess + room, start
    ends = [start for start, _k in BANDS[1:]]
    for (_start, k), end in zip(BANDS, ends, strict=False):
        if rating < end:
            room = (end - rating) / k
            if excess < room:
                return rating + k * excess
            excess, rating = excess - room, end
    return rating + BANDS[-1][1] * excess


def _line(
    player: RatedPlayer, of: Sequence[RatedMatch], met: Sequence[float], expected: float, after: float
) -> RatingLine:
    if not of:
        return unplayed_line(player)
    return RatingLine(
        key=player.key,
        how=how_rated(player, PROVISIONAL_GAMES),
        before=player.rating,
        after=round_rating(after, FLOOR),
        games_before=player.games,
        games=len(of),
        score=score_of(of),
        expected=expected,
        k=0 if player.rating is None else max(band for band in BANDS if band[0] <= player.rating)[1],
        opponents=mean(met),
        performance=round_rating(performance(score_of(of), met, expect)),
    )
