"""COP: by the chances of played-out ends."""

import random

import pytest

from tests.factories.pairing_fields import people, play_swiss
from tests.tournaments.classic.pairing.reading import met_by
from tests.tournaments.classic.pairing.test_gibson import standing
from tournaments.classic.pairing import PairingField, Settings, pair
from tournaments.classic.pairing.history import pairing_input_for
from tournaments.classic.pairing.methods import cop
from tournaments.classic.rules.values import MatchFacts

LEADERS = ((8, 4, 400), (8, 4, 300), (7, 5, 200), (7, 5, 100))
FAR = ((2, 10, 0), (2, 10, -50), (1, 11, -100), (1, 11, -200))


def paired_with(left, *, places=3, records=LEADERS + FAR, met=(), more=(), planned=None):
    rounds, matches = standing(*records)
    matches = (*matches, *(MatchFacts(number, one, other) for number, one, other in met), *more)
    settings = Settings("cop", rounds=planned or rounds + left, prize_places=places)
    return pair("cop", PairingField(people(len(records)), matches), rounds + 1, settings)


def codes(paired, key):
    return {
        reason.code for one in paired.pairings if key in {one.first, one.second} for reason in one.reasons
    }


def test_with_the_number_of_rounds_unknown_it_is_a_swiss():
    for field, paired in play_swiss(7, 3, random.Random(5), method="cop"):
        assert paired.pairings == pair("swiss", field, paired.number, Settings(seed="lot")).pairings


def test_the_last_round_lets_neighbours_in_contention_meet():
    paired = paired_with(1, met=[(1, 1, 2), (2, 3, 4)])
    assert {frozenset((1, 2)), frozenset((3, 4))} <= met_by(paired)
    assert "cop_last" in codes(paired, 1)
    # The others have nothing to win.
    assert codes(paired, 5) & {"cop_out"}


@pytest.mark.parametrize("left", [2, 3])
def test_nobody_with_a_hope_of_a_prize_meets_one_without(left):
    paired = paired_with(left, met=[(1, 1, 2), (2, 1, 3), (3, 1, 4)])
    assert not [one for one in met_by(paired) if min(one) <= 4 < max(one)]
    assert "cop_chances" in codes(paired, 1) or "cop_control" in codes(paired, 1)


def test_who_would_lose_control_meets_the_first():
    """Two wins behind with three rounds left: all must be won, and one of them against the first."""
    records = [(10, 2, 900), (8, 4, 300), (7, 5, 200), (7, 5, 100), *FAR]
    paired = paired_with(3, records=records)
    assert frozenset((1, 2)) in met_by(paired)
    assert "cop_control" in codes(paired, 1)
    # Early in the event it is not asked yet.
    assert "cop_control" not in codes(paired_with(3, records=records, planned=60), 1)


class TestTheLastRoundButOne:
    CLOSE = ((7, 3, 300), (7, 3, 280), (7, 3, 260), (6, 4, 240), (6, 4, 220), (6, 4, 200))
    BEHIND = ((2, 8, 0), (1, 9, -50))

    def test_the_first_six_meet_three_places_apart_while_each_has_a_hope(self):
        paired = paired_with(2, records=self.CLOSE + self.BEHIND)
        assert {frozenset((1, 4)), frozenset((2, 5)), frozenset((3, 6))} <= met_by(paired)
        for key in (1, 2, 3):
            assert "cop_six" in codes(paired, key)
        assert not codes(paired, 7) & {"cop_six"}

    def test_without_a_hope_of_the_sixth_it_does_not_hold(self):
        records = (*self.CLOSE[:5], (2, 8, 10), *self.BEHIND)
        assert "cop_six" not in codes(paired_with(2, records=records), 1)

    def test_four_are_too_few(self):
        assert "cop_six" not in codes(paired_with(2, records=self.CLOSE[:4]), 1)

    def test_who_would_lose_control_by_it_meets_the_first(self):
        """Two wins behind, with two rounds left: both must be against the first, whom neighbours meet in the last."""
        records = ((9, 1, 420), (7, 3, 400), *((4, 6, -100 * place) for place in range(1, 7)))
        paired = paired_with(2, records=records)
        assert frozenset((1, 2)) in met_by(paired)
        assert "cop_control" in codes(paired, 1)

    def test_other_rounds_go_their_own_way(self):
        assert "cop_six" not in codes(paired_with(3, records=self.CLOSE + self.BEHIND), 1)


def test_the_last_quarter_lets_the_first_meet_the_last_who_can_catch_up():
    records = [(9, 3, 40), (9, 3, 30), (9, 3, 20), (9, 3, 10), *FAR]
    assert {frozenset((1, 4)), frozenset((2, 3))} <= met_by(paired_with(2, records=records))


def test_a_rematch_gives_way_to_a_small_difference():
    records = [(9, 3, 40), (9, 3, 30), (9, 3, 20), (9, 3, 10), *FAR]
    paired = paired_with(20, records=records, met=[(1, 1, 2), (2, 3, 4)])
    assert {frozenset((1, 3)), frozenset((2, 4))} <= met_by(paired)


@pytest.mark.parametrize(("met", "expected"), [((), [(0, 1), (5, 6)]), ([(1, 1, 2)], [(0, 5), (1, 6)])])
def test_a_rematch_of_twelve_costs_256(met, expected):
    """Without the rematch two go 5 places instead of 1: twice 125 is more than 2, and less than 258."""
    field = PairingField(people(12), tuple(MatchFacts(*one) for one in met))
    outlook = cop.PlayedOut(reach=None, last_hope=[11] * 12, last=11, control=None)
    left = pairing_input_for(field, 2, Settings("cop", rounds=20))
    assert cop._match(left, outlook, [0, 1, 5, 6]) == expected


def test_while_anybody_can_come_first_the_factor_has_no_limit():
    records = [(10, 2, 140), (10, 2, -280), (7, 5, -280), (6, 6, 20)]
    assert met_by(paired_with(8, records=records)) == {frozenset((1, 3)), frozenset((2, 4))}


def test_a_rematch_says_whether_the_method_minds():
    """The last round has neighbours in contention meet, whoever they met; the two behind them have nobody else."""
    six = tuple((7, 5, 10 * place) for place in range(6, 0, -1))
    met = [(1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 7, 8)]
    paired = paired_with(1, records=six + FAR[2:], met=met)
    assert met_by(paired) == {frozenset(pair) for _round, *pair in met}
    for key in range(1, 7):
        assert "rematch_not_minded" in codes(paired, key)
    assert {"cop_left", "rematch_left"} <= codes(paired, 7)
    assert "cop_out" not in codes(paired, 7)


def test_a_rematch_that_costs_least_says_so():
    everybody_met = [(1, 1, 2), (2, 1, 3), (3, 1, 4), (1, 3, 4), (2, 2, 4), (3, 2, 3)]
    paired = paired_with(20, records=LEADERS, met=everybody_met)
    assert "rematch_cheapest" in codes(paired, 1)


def test_nobody_out_of_contention_meets_the_same_opponent_twice_running():
    paired = paired_with(1, met=[(12, 5, 6), (12, 7, 8)])
    assert frozenset((5, 6)) not in met_by(paired)


def test_a_large_field_is_paired_though_nobody_is_likely_to_come_first():
    everybody = people(120)
    first = tuple(MatchFacts(1, one, one + 60, "played", 400 + one, 380) for one in range(1, 61))
    paired = pair("cop", PairingField(everybody, first), 2, Settings("cop", rounds=10, prize_places=3))
    assert len(met_by(paired)) == 60
    assert "cop_chances" in codes(paired, 1)
    places = [one.reasons[0].values for one in paired.pairings]
    assert {each["other_place"] - each["place"] for each in places} == {1}


def test_open_rounds_are_played_out_as_they_are_paired():
    """The pairing goes by the standings before the open round, whose matches the ends play as paired."""
    rounds, matches = standing(*LEADERS, *FAR)
    settings = Settings("cop", rounds=rounds + 3, rounds_ahead=1, prize_places=3)
    made = []
    for scores in ((500, 300), (300, 500)):
        last = [
            MatchFacts(rounds + 1, one, other, "played", *scores)
            for one, other in ((1, 4), (2, 3), (5, 8), (6, 7))
        ]
        field = PairingField(people(8), (*matches, *last))
        made.append(met_by(pair("cop", field, rounds + 2, settings)))
    assert made[0] == made[1]
    assert not made[0] & {frozenset((1, 4)), frozenset((2, 3))}
