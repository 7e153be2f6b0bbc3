"""Ratings against examples worked out by hand."""

import random

import pytest

from tests.factories.pairing_fields import people, with_results
from tournaments.classic.pairing import PairingField, pair
from tournaments.classic.rating.elo import RatingRules, rate_elo
from tournaments.classic.rating.values import RatedPlayer
from tournaments.classic.rules.values import MatchFacts

WON, LOST, DREW = (400, 300), (300, 400), (350, 350)


def rated(players, results, rules=None):
    """Return the rating lines by key; `players` are rating and games by key, `results` the keys of two and
    their scores.
    """
    listed = [RatedPlayer(key, *values) for key, values in players.items()]
    matches = [MatchFacts(n, a, b, "played", *scores) for n, (a, b, scores) in enumerate(results, start=1)]
    return {line.key: line for line in rate_elo(listed, matches, rules=rules)}


@pytest.mark.parametrize(
    ("own", "other", "scores", "after"),
    [
        # Equals: expected 0.5. K 20 × (1 − 0.5) = 10.
        ((1600, 100), (1600, 100), WON, 1610),
        ((1600, 100), (1600, 100), DREW, 1600),
        # 200 above: 1 / (1 + 10^(−0.5)) = 1 / 1.31623 = 0.75975. Lost: 20 × −0.75975 = −15.19 → 1584.81.
        ((1600, 100), (1400, 100), LOST, 1585),
        # The same, drawn: 20 × (0.5 − 0.75975) = −5.195 → 1594.8.
        ((1600, 100), (1400, 100), DREW, 1595),
        # 400 below: 1 / (1 + 10) = 0.090909. Won: 20 × 0.90909 = 18.18.
        ((1200, 100), (1600, 100), WON, 1218),
        # Provisional, 29 matches: K 40. 40 × 0.90909 = 36.36.
        ((1200, 29), (1600, 100), WON, 1236),
        # The thirtieth is behind them: K 20.
        ((1200, 30), (1600, 100), WON, 1218),
        # 2400: K 10. Equals: 5.
        ((2400, 100), (2400, 100), WON, 2405),
        ((2399, 100), (2399, 100), WON, 2409),
        # Never below nothing: 40 × −0.5 = −20.
        ((10, 0), (10, 0), LOST, 0),
    ],
)
def test_one_match(own, other, scores, after):
    line = rated({1: own, 2: other}, [(1, 2, scores)])[1]
    assert (line.after, line.games_after) == (after, own[1] + 1)
    assert line.change == after - own[0]


def test_all_matches_of_an_event_count_together_by_the_ratings_before_it():
    # 1500 against 1500 (0.5), 1700 (1 / (1 + 10^0.5) = 0.24025) and 1300 (0.75975): expected 1.5.
    # Two wins and a draw: 2.5. 20 × 1 = 20.
    players = {1: (1500, 50), 2: (1500, 50), 3: (1700, 50), 4: (1300, 50)}
    results = [(1, 2, WON), (3, 1, DREW), (1, 4, WON)]
    line = rated(players, results)[1]
    assert (line.after, line.score, round(line.expected, 6), line.k) == (1520, 2.5, 1.5, 20)
    assert line.opponents == 1500
    assert line == rated(players, results[::-1])[1]
    # The performance: at 1828 expected 0.8686 of 1500, 0.6763 of 1700 and 0.9543 of 1300, 2.4992 in all.
    assert line.performance == 1828


@pytest.mark.parametrize(
    ("scores", "performance"), [([WON, DREW], 1691), ([WON, WON], 1691), ([LOST, LOST], 1309)]
)
def test_the_performance_of_others_has_draws_added_only_where_there_is_none_without(scores, performance):
    """3 to 1 are 400 × log10(3) = 190.85: 1.5 of 2 as they are, all of 2 with the two draws of newcomers."""
    line = rated({1: (1600, 50), 2: (1500, 50)}, [(1, 2, each) for each in scores])[1]
    assert (line.how, line.performance) == ("established", performance)


@pytest.mark.parametrize(
    ("scores", "after"),
    [
        # Two draws against 1500 are added to each. Half of all: 1500.
        ([WON, LOST], 1500),
        # 3 of 4, with the draws 4 of 6: odds 2 to 1, 400 × log10(2) = 120.41.
        ([WON, WON, WON, LOST], 1620),
        # All of 2, with the draws 3 of 4: odds 3 to 1, 400 × log10(3) = 190.85.
        ([WON, WON], 1691),
        # None of 2: as far below.
        ([LOST, LOST], 1309),
        # All of 18, with the draws 19 of 20: odds 19 to 1, 400 × log10(19) = 511.50.
        ([WON] * 18, 2012),
    ],
)
def test_a_newcomer_has_the_performance(scores, after):
    line = rated({1: (None, 0), 2: (1500, 100)}, [(1, 2, each) for each in scores])[1]
    assert (line.how, line.before, line.after, line.games_after) == ("newcomer", None, after, len(scores))
    assert line.performance == after


def test_opponents_of_a_newcomer_meet_the_performance():
    # The newcomer is at 1620.41 (above). Expected of 1500: 1 / (1 + 2) = 1/3 a match; of four matches 4/3, scored 1.
    # 20 × (1 − 4/3) = −6.67 → 1493.33.
    line = rated({1: (None, 0), 2: (1500, 100)}, [(1, 2, each) for each in (WON, WON, WON, LOST)])[2]
    assert (line.after, line.how) == (1493, "established")


def test_newcomers_among_themselves_settle():
    # One match. Symmetry gives ±x about 1500: 1 + 1 = E(2x) + 2 E(x). Let u = 10^(x/400): u²/(u²+1) + 2u/(u+1) = 2.
    # u = 2: 0.8 + 1.3333 = 2.1333. u = 1.8: 0.76415 + 1.28571 = 2.04987. u = 1.7: 0.74293 + 1.25926 = 2.00219.
    # u = 1.695: 0.74180 + 1.25788 = 1.99968; so u = 1.6956, x = 400 × log10(1.6956) = 91.7.
    lines = rated({1: (None, 0), 2: (None, 0)}, [(1, 2, WON)])
    assert (lines[1].after, lines[2].after) == (1592, 1408)


def test_what_was_not_played_is_not_rated():
    listed = [RatedPlayer(1, 1500, 40), RatedPlayer(2, 1500, 40), RatedPlayer(3, None, 0)]
    matches = [
        MatchFacts(1, 1, 2, "second_forfeits"),
        MatchFacts(2, 1),
        MatchFacts(3, 1, 2),
        MatchFacts(4, 1, 99, "played", 500, 300),
    ]
    lines = rate_elo(listed, matches)
    assert [(line.how, line.after, line.games) for line in lines] == [
        ("unplayed", 1500, 0),
        ("unplayed", 1500, 0),
        ("unplayed", None, 0),
    ]
    assert [line.change for line in lines] == [0, 0, None]


@pytest.mark.parametrize(
    ("games_before", "played", "k"), [(0, 17, 40), (0, 18, 38), (0, 30, 23), (100, 35, 20), (100, 36, 19)]
)
def test_k_is_smaller_of_many_matches_in_one_event(games_before, played, k):
    """FIDE B.02, 8.3.3: n × K is at most 700."""
    others = [RatedPlayer(key, 1600, 100) for key in range(2, played + 2)]
    matches = [MatchFacts(key, 1, key, "played", 400, 300) for key in range(2, played + 2)]
    line = rate_elo([RatedPlayer(1, 1600, games_before), *others], matches)[0]
    assert line.k == k
    assert line.after == 1600 + round(k * played / 2 + 1e-9)


def test_the_numbers_are_settings():
    rules = RatingRules(scale=200, k_established=10, provisional_games=0)
    # 200 above at a scale of 200: 10 / 11 = 0.90909. Lost: 10 × −0.90909.
    assert rated({1: (1600, 0), 2: (1400, 0)}, [(1, 2, LOST)], rules)[1].after == 1591


@pytest.mark.repeats
@pytest.mark.parametrize("unrated", [1, 10, 60])
def test_a_whole_event_settles_and_the_stronger_come_out_higher(unrated):
    chance, matches = random.Random(unrated), []
    for number in range(1, 13):
        matches += with_results(pair("swiss", PairingField(people(60), tuple(matches)), number), chance)
    listed = [RatedPlayer(key, None if key <= unrated else 1500, 50) for key in range(1, 61)]
    lines = rate_elo(listed, matches)
    newcomers = [line for line in lines if line.how == "newcomer"]
    assert len(newcomers) == unrated
    # A newcomer's expected score at the new rating, draws included, equals the actual score.
    rules = RatingRules()
    for line in newcomers:
        missing = line.score + 1 - line.expected - 2 * rules.expected(line.after, rules.newcomer_rating)
        assert abs(missing) < 0.01
    wins = sorted(lines, key=lambda line: line.score)
    assert wins[-1].after > wins[0].after
