"""First moves: fewer before, turn by turn, by lot, or by the table."""

from collections import Counter

import pytest

from tests.factories.pairing_fields import people
from tournaments.classic.pairing import PairingField, Settings
from tournaments.classic.pairing.first_move import pairing_of
from tournaments.classic.pairing.history import pairing_input_for
from tournaments.classic.rules.values import MatchFacts


@pytest.mark.parametrize(
    ("matches", "first", "code"),
    [
        ([(1, 1, 3)], 2, "first_fewer"),
        ([(1, 3, 1)], 1, "first_fewer"),
        # 1 has gone first once of three times, 2 once of once: 1.
        ([(1, 1, 3), (2, 3, 1), (3, 4, 1), (1, 2, 4)], 1, "first_fewer"),
        # Even so far; 2 went first against 1.
        ([(1, 2, 1), (2, 1, 3), (2, 4, 2)], 1, "first_fewer_against"),
        # Even, never met: 1 went first last time.
        ([(1, 3, 1), (1, 2, 4), (2, 1, 4), (2, 3, 2)], 2, "first_alternates"),
        # The last time is the same, the one before is not.
        ([(1, 1, 3), (2, 3, 1), (3, 1, 4), (1, 4, 2), (2, 2, 4), (3, 2, 3)], 1, "first_alternates"),
    ],
)
def test_who_goes_first(matches, first, code):
    played = tuple(MatchFacts(number, one, other, "played", 1, 0) for number, one, other in matches)
    pairing_input = pairing_input_for(PairingField(people(4), played), 9, Settings())
    for pair_of_them in ((1, 2), (2, 1)):
        pairing = pairing_of(pairing_input, *pair_of_them)
        assert (pairing.first, pairing.reasons[0].code) == (first, code)


def test_lots_fall_both_ways_and_the_same_way_again():
    pairing_input = [
        pairing_input_for(PairingField(people(2)), 1, Settings(seed=str(seed))) for seed in range(40)
    ]
    firsts = Counter(pairing_of(one, 1, 2).first for one in pairing_input)
    assert min(firsts.values()) > 10
    assert all(pairing_of(one, 1, 2) == pairing_of(one, 2, 1) for one in pairing_input)


def test_a_table_has_its_way_unless_it_costs_the_balance():
    played = (MatchFacts(1, 1, 3), MatchFacts(1, 2, 4), MatchFacts(2, 3, 2))
    pairing_input = pairing_input_for(PairingField(people(4), played), 3, Settings())
    # 1 has gone first once; 2 once first, once second.
    assert pairing_of(pairing_input, 1, 2, planned=1).first == 2
    assert pairing_of(pairing_input, 1, 2, planned=2).reasons[0].code == "first_by_table"
