"""Glicko-2 against the example of Glickman's paper."""

import pytest

from tournaments.classic.rating.glicko2 import Strength, rate_glicko2, strength_after
from tournaments.classic.rating.values import RatedPlayer
from tournaments.classic.rules.values import MatchFacts

# A player of 1500 beats one of 1400, and loses to 1550 and 1700; each with a deviation.
PAPER = [RatedPlayer(1, 1500, 0, 200), RatedPlayer(2, 1400, 0, 30), RatedPlayer(3, 1550, 0, 100)]
PAPER += [RatedPlayer(4, 1700, 0, 300)]
MATCHES = [
    MatchFacts(1, 1, 2, "played", 400, 300),
    MatchFacts(2, 3, 1, "played", 400, 300),
    MatchFacts(3, 4, 1, "played", 400, 300),
]


def test_the_example_of_the_paper():
    own, *others = map(Strength.of, PAPER)
    after = strength_after(own, others, [1, 0, 0])
    assert (after.rating, after.deviation) == pytest.approx((1464.06, 151.52), abs=0.01)
    assert after.sigma == pytest.approx(0.05999, abs=0.00001)


def test_an_event_is_one_rating_period():
    line = rate_glicko2(PAPER, MATCHES)[0]
    assert (line.after, line.deviation, line.volatility) == (1464, 151.52, pytest.approx(0.059996))
    assert (line.how, line.score, line.games) == ("provisional", 1, 3)
    # 1400, 1550 and 1700 with their deviations: 0.639, 0.432 and 0.303.
    assert line.expected == pytest.approx(0.639 + 0.432 + 0.303, abs=0.001)
    assert line == rate_glicko2(PAPER, MATCHES[::-1])[0]


def test_a_surprise_moves_the_volatility_too():
    sure = RatedPlayer(1, 1500, 0, 50, 0.06)
    others = [RatedPlayer(key, 2000, 0, 50, 0.06) for key in range(2, 12)]
    wins = [MatchFacts(key, 1, key, "played", 400, 300) for key in range(2, 12)]
    line = rate_glicko2([sure, *others], wins)[0]
    assert line.volatility > 0.06
    assert line.after > 1600


def test_newcomers_begin_at_1500_and_become_surer():
    lines = rate_glicko2([RatedPlayer(1, None), RatedPlayer(2, None)], MATCHES[:1])
    assert lines[0].after + lines[1].after == 3000
    assert lines[0].deviation == lines[1].deviation < 350
    assert [line.how for line in lines] == ["newcomer", "newcomer"]
