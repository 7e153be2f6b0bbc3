"""ABSP's system against the examples of its own pages, and others worked out by hand."""

import pytest

from tournaments.classic.rating.absp import rate_absp
from tournaments.classic.rating.values import RatedPlayer
from tournaments.classic.rules.values import MatchFacts


def play(ratings, results, games=100):
    """Return everybody's line; a result is the keys of winner and loser."""
    players = [RatedPlayer(key, rating, games if rating else 0) for key, rating in ratings.items()]
    matches = [MatchFacts(n, a, b, "played", 400, 300) for n, (a, b) in enumerate(results, start=1)]
    return {line.key: line for line in rate_absp(players, matches)}


def test_the_published_example_of_an_opponent_who_is_far_away():
    """150 against 90: the opponent counts as 110 for the one, and as 130 for the other."""
    lines = play({1: 150, 2: 90}, [(1, 2)] * 150)
    assert (lines[1].after, lines[2].after) == (110 + 50, 130 - 50)


def test_the_newest_game_weighs_225_of_150():
    # 200 against the rest of 150: 225 / (225 + 224 + … + 76) = 225 / 22575; 50 points of it are half a point.
    line = play({1: 150, 2: 150}, [(1, 2)] * 3, games=400)[1]
    assert line.after == round(150 + 50 * (225 + 224 + 223) / 22575 + 1e-9)


# 672 of 22575, of 7155 and of 1335 are the weights of the three new games; 50 points each.
@pytest.mark.parametrize(("games", "after"), [(147, 151), (30, 155), (3, 175)])
def test_games_before_count_as_the_rating_each(games, after):
    players = [RatedPlayer(1, 150, games), RatedPlayer(2, 150, 100)]
    matches = [MatchFacts(n, 1, 2, "played", 400, 300) for n in (1, 2, 3)]
    assert rate_absp(players, matches)[0].after == after


def test_a_newcomer_has_the_mean_of_the_points_and_at_least_80():
    assert play({1: None, 2: 120}, [(1, 2), (2, 1), (1, 2)])[1].after == round(120 + 50 / 3)
    assert play({1: None, 2: 100}, [(2, 1)])[1].after == 80


def test_the_10_point_rule_rates_the_division_again():
    """Somebody with few games who comes out far above counts so for the others."""
    players = [RatedPlayer(1, 100, 5), RatedPlayer(2, 120, 100)]
    matches = [MatchFacts(n, 1, 2, "played", 400, 300) for n in range(1, 6)]
    first, second = rate_absp(players, matches)
    # First 100 × 1105 + 170 × 1115 over 2220 is 135; then, met as 135, the other's points are 85 instead of 50.
    assert first.after == round(
        (100 * (220 + 219 + 218 + 217 + 216) + 170 * (225 + 224 + 223 + 222 + 221)) / 2205
    )
    as_before = rate_absp([RatedPlayer(1, 100, 30), RatedPlayer(2, 120, 100)], matches)[1]
    assert second.after > as_before.after
