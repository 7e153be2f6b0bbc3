"""NASPA's system against a published division, and examples worked out by hand."""

import pytest

from tests.tournaments.classic.rating.published import matches_of, read_event
from tournaments.classic.rating.naspa import change_rating, rate_naspa, segments_of
from tournaments.classic.rating.values import RatedPlayer
from tournaments.classic.rules.values import MatchFacts

ROUNDS = 27


@pytest.mark.parametrize("last", range(1, ROUNDS + 1))
def test_a_published_division_has_its_ratings_after_every_round(last):
    """28 players over 27 rounds: 756 ratings, all to the point."""
    rows = read_event("naspa_2024.json")
    players = [RatedPlayer(key, rating, games) for key, rating, games, *_rest in rows]
    matches = matches_of([(row[0], row[3], row[4]) for row in rows])
    lines = rate_naspa(players, [match for match in matches if match.round <= last], ROUNDS)
    assert [line.after for line in lines] == [row[5][last - 1] for row in rows]


@pytest.mark.parametrize(
    ("rounds", "lengths"), [(1, [1]), (16, [16]), (17, [9, 8]), (27, [14, 13]), (35, [18, 17]), (36, [12, 12, 12])]
)  # fmt: skip
def test_long_events_have_segments(rounds, lengths):
    assert [len(part) for part in segments_of(rounds)] == lengths


@pytest.mark.parametrize(
    ("rating", "excess", "games", "after"),
    [
        (1500, 1, 50, 1520),
        (1500, 1, 49, 1530),
        # 10 points are half a win with K 20; the other half is 8 with K 16.
        (1790, 1, 50, 1808),
        # 11 points down are 0.6875 of a loss with K 16; 0.3125 of one is 6.25 with K 20.
        (1810, -1, 50, 1799 - 6.25),
        (2000, 1, 50, 2010),
        # 400 up: 20 × 15 wins to 1800, 16 × 12.5 to 2000, 10 × 2.5.
        (1500, 30, 50, 2025),
    ],
)
def test_k_changes_at_its_boundaries(rating, excess, games, after):
    assert change_rating(rating, excess, games) == pytest.approx(after)


def play(ratings, results, games=100):
    players = [RatedPlayer(key, rating, games if rating else 0) for key, rating in ratings.items()]
    matches = [MatchFacts(n, a, b, "played", 400, 300) for n, (a, b) in enumerate(results, start=1)]
    return {line.key: line for line in rate_naspa(players, matches, len(results))}


def test_acceleration_and_feedback():
    # Four wins among equals are 40 points: 20 beyond 5 a game come once more, and a twentieth of that, 1 a match, goes
    # to the opponent: 4 in all, who lost 40.
    lines = play({1: 1500, 2: 1500}, [(1, 2)] * 4)
    assert (lines[1].after, lines[2].after) == (1500 + 40 + 20, 1500 - 40 + 4)


def test_a_newcomer_has_the_performance_within_limits():
    # Half of the matches: as the opponents. All of them: clipped to 95 %, ln(19) / 0.0031879 = 924, but at most 400
    # above the best rated opponent. None of them: 924 below, but at least 500.
    assert play({1: None, 2: 1500}, [(1, 2), (2, 1)])[1].after == 1500
    assert play({1: None, 2: 1500}, [(1, 2), (1, 2)])[1].after == 1900
    assert play({1: None, 2: 1500}, [(2, 1), (2, 1)])[1].after == 576
    assert play({1: None, 2: 1300}, [(2, 1), (2, 1)])[1].after == 500


def test_newcomers_among_themselves_are_around_the_middle():
    lines = play({1: None, 2: None, 3: None}, [(1, 2), (2, 3), (3, 1)])
    assert {line.after for line in lines.values()} == {1500}
