"""ABSP's system, as far as its pages tell it. Pure.

Source: the notes of its ratings officer on absp.org.uk: *Basic ratings system*, *The 10 point rule* and *2011 Rating
Changes*; the least ratings and how newcomers are rated from the module `ABSP` of tsh.

- A win is worth the opponent's rating + 50, a loss that rating − 50, a draw the rating itself. An opponent rated
  more than 40 above or below counts as rated 40 above or below.
- The rating is a weighted mean of these points over the last 150 games. The newest weighs 225.
- A newcomer's is the mean over the games of the event, with opponents as they are, at least 80. Other newcomers count
  with what they have against the rated ones.
- *The 10 point rule*: if somebody with fewer than 30 games comes out 10 or more above or below, everybody's ratings
  of the division are worked out once more, with that one's new rating as the one before.

Two things are our own. No page tells the weights of the other games: each is taken to weigh one less than the one
after it. The points of games before the event are not known here: each is taken to have been worth the rating, so
the figure may differ from ABSP's by a few points.
"""

from collections.abc import Mapping, Sequence

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

PROVISIONAL_GAMES = 30
WORTH, REACH = 50, 40
MOST_GAMES, NEWEST_WEIGHT = 150, 225
LEAST, LEAST_OF_NEWCOMERS = 40, 80
TEN_POINTS = 10

Matches = Mapping[int, Sequence[RatedMatch]]
Ratings = Mapping[int, float]


def rate_absp(
    players: Sequence[RatedPlayer], matches: Sequence[MatchFacts], _rounds: int = 0
) -> tuple[RatingLine, ...]:
    """Rate the event and return everybody's line, in the order of the players."""
    played = rated_matches_of(players, matches)
    start = {player.key: float(player.rating) for player in players if player.rating is not None}
    novices = _newcomer_ratings(played, start)
    after = {player.key: _rating_after(player, played, start, novices) for player in players}
    changed = {
        player.key: float(after[player.key])
        for player in players
        if player.rating is not None
        and player.games < PROVISIONAL_GAMES
        and abs(after[player.key] - player.rating) >= TEN_POINTS
    }
    if changed:
        start |= changed
        novices = _newcomer_ratings(played, start)
        after = {player.key: _rating_after(player, played, start, novices) for player in players}
    return tuple(
        _line(player, played[player.key], {**start, **novices}, after[player.key]) for player in players
    )


def expect(own: float, opponent: float) -> float:
    """Return the share at which a rating stays as it is."""
    return 0.5 + _limited(own - opponent) / (2 * WORTH)


def points_of(match: RatedMatch, opponent: float) -> float:
    return opponent + 2 * WORTH * (match.score - 0.5)


def _limited(difference: float) -> float:
    return max(-REACH, min(REACH, difference))


def _newcomer_ratings(played: Matches, rated: Ratings) -> dict[int, float]:
    """Return the ratings of newcomers by their matches, first against rated players only."""
    first = _means_of_newcomers(played, rated, rated)
    return _means_of_newcomers(played, rated, {**rated, **first})


def _means_of_newcomers(played: Matches, rated: Ratings, known: Ratings) -> dict[int, float]:
    points = {
        key: [points_of(match, known[match.opponent]) for match in of if match.opponent in known]
        for key, of in played.items()
        if of and key not in rated
    }
    return {
        key: round_rating(mean(each), LEAST_OF_NEWCOMERS) if each else LEAST_OF_NEWCOMERS
        for key, each in points.items()
    }


def _rating_after(player: RatedPlayer, played: Matches, rated: Ratings, novices: dict[int, float]) -> int:
    of = played[player.key]
    if player.rating is None or not of:
        return int(novices.get(player.key, player.rating or 0))
    own = rated[player.key]
    opponents = {key: own + _limited(rating - own) for key, rating in rated.items()} | novices
    points = [points_of(match, opponents[match.opponent]) for match in of]
    newest_first = points[::-1] + [float(player.rating)] * player.games
    counted = newest_first[: max(MOST_GAMES, len(points))]
    weights = [max(1, NEWEST_WEIGHT - place) for place in range(len(counted))]
    weighed = sum(weight * each for weight, each in zip(weights, counted, strict=True))
    return round_rating(weighed / sum(weights), LEAST)


def _line(player: RatedPlayer, of: Sequence[RatedMatch], ratings: Ratings, after: int) -> RatingLine:
    if not of:
        return unplayed_line(player)
    opponents = [ratings[match.opponent] for match in of]
    points = [points_of(match, ratings[match.opponent]) for match in of]
    own = ratings[player.key]
    return RatingLine(
        key=player.key,
        how=how_rated(player, PROVISIONAL_GAMES),
        before=player.rating,
        after=after,
        games_before=player.games,
        games=len(of),
        score=score_of(of),
        expected=sum(expect(own, opponent) for opponent in opponents),
        opponents=mean(opponents),
        performance=round_rating(mean(points)),
    )
