"""WESPA's system against a published event, and examples worked out by hand."""

import pytest

from tests.tournaments.classic.rating.published import matches_of, read_event
from tournaments.classic.rating.values import RatedPlayer
from tournaments.classic.rating.wespa import PROVISIONAL_GAMES, change_rating, rate_wespa
from tournaments.classic.rules.values import MatchFacts


def rated(division):
    """Return the published row and our line of everybody in a division."""
    rows = [row for row in read_event("wespa_2020.json") if row[0] == division]
    players = [RatedPlayer(key, before, games) for _division, key, before, games, *_rest in rows]
    matches = matches_of([(row[1], row[6], row[7]) for row in rows])
    return list(zip(rows, rate_wespa(players, matches), strict=True))


@pytest.mark.parametrize(("division", "established", "exact"), [("C", 25, 25), ("D", 13, 8)])
def test_a_published_event_has_its_ratings(division, established, exact):
    """All established players have their rating, five of 38 but for a point: they met provisional ones.

    How four provisional players were rated in 2020 is not public: they are up to 21 points apart.
    """
    lines = rated(division)
    apart = [abs(row[5] - line.after) for row, line in lines if row[3] >= PROVISIONAL_GAMES]
    assert len(apart) == established
    assert (apart.count(0), max(apart)) == (exact, 0 if exact == established else 1)
    others = [abs(row[5] - line.after) for row, line in lines if row[3] < PROVISIONAL_GAMES]
    assert max(others) <= 21


def test_expected_wins_are_those_published():
    """Nobody in the first division met a provisional player who was rated before."""
    for row, line in rated("C")[:-1]:
        assert line.expected == pytest.approx(row[4], abs=0.001)


@pytest.mark.parametrize(
    ("rating", "excess", "after"),
    [
        (1500, 1, 1520),
        # 10 points are half a win with K 20; the other half is 8 with K 16.
        (1790, 1, 1808),
        # 10 points down are 0.625 of a loss with K 16; 0.375 of one is 7.5 with K 20.
        (1810, -1, 1792.5),
        (2000, 1, 2010),
        (2000, -1, 1984),
        (990, 1, 990 + 10 + 20 * 2 / 3),
        (1000, -1, 970),
        (1500, 30, 2025),
        (2025, -30, 1500),
    ],
)
def test_k_changes_at_its_boundaries(rating, excess, after):
    assert change_rating(rating, excess) == pytest.approx(after)


def play(ratings, results, games=100):
    players = [RatedPlayer(key, rating, games if rating else 0) for key, rating in ratings.items()]
    matches = [MatchFacts(n, a, b, "played", 400, 300) for n, (a, b) in enumerate(results, start=1)]
    return {line.key: line for line in rate_wespa(players, matches)}


def test_players_are_rated_one_after_the_other():
    # Eight wins among equals are 80 points. The loser meets 1580: 8 / (1 + e^(80 / 300)) = 3.47 expected, 69.4 lost.
    lines = play({1: 1500, 2: 1500}, [(1, 2)] * 8)
    assert (lines[1].after, lines[2].after) == (1580, 1431)


def test_few_games_and_provisional_players():
    # One of eight games: 10 / 8. Provisional: half as much again.
    assert play({1: 1500, 2: 1500}, [(1, 2)])[1].after == 1501
    assert play({1: 1500, 2: 1500}, [(1, 2)] * 8, games=49)[1].after == 1620


def test_more_than_35_games_are_rated_in_passes():
    once, twice = (play({1: 1400, 2: 1400}, [(1, 2)] * n)[1] for n in (35, 36))
    assert once.after == 1400 + 350
    # 36 × 10 × 0.5 are 180. The other meets 1580 and loses 360 / (1 + e^(180 / 300)) = 127.6; then 1580 meets 1272.4
    # and gains 360 / (1 + e^(307.6 / 300)) = 95.
    assert twice.after == 1400 + 180 + 95


@pytest.mark.parametrize(
    ("results", "start"), [([(1, 2), (2, 1)], 1500), ([(2, 3), (1, 3)], 1000), ([(1, 2)] * 8, 1520)]
)
def test_newcomers_begin_near_their_rated_opponents(results, start):
    line = play({1: None, 2: 1500, 3: None}, results)[1]
    assert (line.how, line.before) == ("newcomer", None)
    # Further gains are those of a provisional player: at most 1.5 × 20 a win.
    assert start - 45 <= line.after <= start + 30 * len(results)
