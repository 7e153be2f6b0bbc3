"""Round robins: complete tables, latecomers, those who drop out, rounds by hand."""

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.factories.pairing_fields import balances_in, people, play_swiss, with_results
from tests.lanes import quick
from tests.tournaments.classic.pairing.reading import byes_of, met_by, pairs_of, wins_in
from tournaments.classic.pairing import PairingField, Settings, pair
from tournaments.classic.pairing.methods import berger
from tournaments.classic.pairing.methods.round_robin import rounds_needed
from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.errors import RuleViolation


@pytest.mark.parametrize("cycles", [1, 2, 3])
@pytest.mark.parametrize("count", quick(range(2, 25), *range(2, 11), 15, 20))
def test_a_round_robin_is_complete_and_balanced_in_every_round(count, cycles):
    field_settings = Settings(cycles=cycles)
    met, byes, matches = Counter(), Counter(), []
    rounds = rounds_needed(count, cycles)
    assert rounds == cycles * (count - 1 + count % 2)
    played = play_swiss(count, rounds, random.Random(count), field_settings, method="round_robin")
    for _field, paired in played:
        met.update(met_by(paired))
        byes.update(byes_of(paired))
        matches += [MatchFacts(paired.number, *pair) for pair in pairs_of(paired)]
        assert sum(len(one) for one in met_by(paired)) + len(byes_of(paired)) == count
        assert all(abs(balance) <= 1 for balance in balances_in(matches).values()), paired.number
    assert met == dict.fromkeys(map(frozenset, combinations(range(1, count + 1), 2)), cycles)
    assert byes == (dict.fromkeys(range(1, count + 1), cycles) if count % 2 else {})
    with pytest.raises(RuleViolation, match="all have met"):
        pair("round_robin", PairingField(people(count), tuple(matches)), rounds + 1, field_settings)


def test_berger_tables_are_those_that_are_printed():
    """The table of six as chess federations print it: 1-6 2-5 3-4, 6-4 5-3 1-2 …"""
    printed = [
        "1-6 2-5 3-4",
        "6-4 5-3 1-2",
        "2-6 3-1 4-5",
        "6-5 1-4 2-3",
        "3-6 4-2 5-1",
    ]
    table = [" ".join(f"{a + 1}-{b + 1}" for a, b in berger.meetings(6, number)) for number in range(1, 6)]
    assert table == printed


@pytest.mark.parametrize("count", [3, 5])
def test_a_latecomer_takes_the_empty_seat_of_a_round_robin(count):
    before = pair("round_robin", PairingField(people(count)), 1)
    matches = tuple(with_results(before, random.Random(1)))
    without = pair("round_robin", PairingField(people(count), matches), 2)
    late = Contestant(99, 1, "late")
    joined = pair("round_robin", PairingField((*people(count), late), matches), 2)
    assert met_by(without) < met_by(joined)
    assert byes_of(joined) == []
    assert {one.reasons[0].code for one in joined.pairings} == {"by_table"}


def test_who_dropped_out_of_a_round_robin_leaves_a_bye_to_each_opponent():
    gone = tuple(Contestant(key, key, present=key != 3) for key in range(1, 7))
    matches = tuple(with_results(pair("round_robin", PairingField(people(6)), 1), random.Random(1)))
    paired = pair("round_robin", PairingField(gone, matches), 2)
    (bye,) = byes_of(paired)
    whole = pair("round_robin", PairingField(people(6), matches), 2)
    assert frozenset((bye, 3)) in met_by(whole)
    assert met_by(paired) == met_by(whole) - {frozenset((bye, 3))}


def play_round_robin(there, count, cycles=1, begun=()):
    """Play a round robin to its end; return how often who met, and how many rounds it took."""
    matches, met, chance = list(begun), Counter(), random.Random(3)
    met.update(frozenset((one.first, one.second)) for one in begun)
    for number in range(1 + bool(begun), 100):
        contestants = tuple(Contestant(key, key, present=there(number, key)) for key in range(1, count + 1))
        try:
            paired = pair(
                "round_robin", PairingField(contestants, tuple(matches)), number, Settings(cycles=cycles)
            )
        except RuleViolation:
            return met, number - 1
        met.update(met_by(paired))
        matches += with_results(paired, chance)
    pytest.fail("it has no end")


def all_pairs(keys, times=1):
    return dict.fromkeys(map(frozenset, combinations(keys, 2)), times)


@pytest.mark.parametrize(
    ("count", "late", "since", "cycles", "rounds"),
    [
        (5, 1, 2, 1, 6),
        (6, 1, 2, 1, 7),
        (8, 1, 3, 1, 10),
        (6, 2, 3, 1, 9),
        (5, 2, 2, 1, 8),
        (7, 3, 4, 1, 12),
        (6, 1, 2, 2, 14),
        (4, 1, 6, 2, 13),
    ],
)
def test_latecomers_of_a_round_robin_meet_everybody_and_nobody_meets_once_more(
    count, late, since, cycles, rounds
):
    """In the fewest rounds that this can take."""
    everybody = count + late
    met, taken = play_round_robin(
        lambda number, key: key <= count or number >= since, count=everybody, cycles=cycles
    )
    assert met == all_pairs(range(1, everybody + 1), cycles)
    assert taken == rounds


@pytest.mark.parametrize("count", [5, 6])
def test_who_is_away_for_a_round_of_a_round_robin_makes_up_for_it(count):
    met, _rounds = play_round_robin(lambda number, key: (number, key) != (2, 3), count)
    assert met == all_pairs(range(1, count + 1))


@pytest.mark.parametrize("count", [5, 6, 9])
def test_those_who_stay_in_a_round_robin_meet_when_somebody_drops_out_and_another_comes(count):
    def there(number, key):
        return {1: number < 3, count + 1: number > 2}.get(key, True)

    met, _rounds = play_round_robin(there, count + 1)
    assert set(met.values()) == {1}
    assert all_pairs(range(2, count + 2)).items() <= met.items()


def test_a_round_robin_goes_on_after_a_round_by_hand():
    begun = wins_in(1, (1, 2), (3, 4), (5, 6))
    assert play_round_robin(lambda _number, _key: True, 6, begun=begun) == (all_pairs(range(1, 7)), 5)
