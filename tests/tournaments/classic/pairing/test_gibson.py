"""The Gibson rule, contenders and the Australian draw: who is certain of a place, and who meets whom."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories.pairing_fields import fewest, histories, met_in, people, play_swiss
from tests.tournaments.classic.pairing.reading import byes_of, met_by, pairs_of
from tournaments.classic.pairing import METHODS, PairingField, Settings, pair
from tournaments.classic.pairing.gibson import find_contenders, find_gibsonized
from tournaments.classic.pairing.history import pairing_input_for
from tournaments.classic.rules.standings import StandingRules
from tournaments.classic.rules.values import MatchFacts

BY_STANDINGS = sorted(code for code, method in METHODS.items() if method.gibson != "never")


def standing(*records):
    """Return the rounds and matches that give players 1, 2 … so many wins, losses and spread, against outsiders."""
    rounds = max(sum(record[:2]) for record in records)
    matches = []
    for key, (wins, losses, spread) in enumerate(records, start=1):
        margins = [1] * wins + [-1] * losses
        surplus = spread - wins + losses
        margins[0 if surplus > 0 else -1] += surplus
        matches += [
            MatchFacts(number, key, 100 + key, "played", 400 + margin, 400)
            for number, margin in enumerate(margins, start=1)
        ]
    return rounds, tuple(matches)


def input_of(records, left, *, places=1, rules=None):
    rounds, matches = standing(*records)
    field = PairingField(people(len(records)), matches, rules or StandingRules())
    return pairing_input_for(field, rounds + 1, Settings(rounds=rounds + left, prize_places=places))


class TestWhoIsCertain:
    @pytest.mark.parametrize(
        ("records", "left", "certain"),
        [
            # The examples of the Director Manual, in a tournament of 12 rounds.
            ([(9, 2, 1500), (8, 3, 500)], 1, [0]),
            ([(9, 2, 1499), (8, 3, 500)], 1, []),
            ([(9, 1, 2500), (7, 3, 500)], 2, [0]),
            ([(9, 1, 2499), (7, 3, 500)], 2, []),
            # Two wins ahead before the last round, one win, and as many wins.
            ([(9, 2, 0), (7, 4, 900)], 1, [0]),
            ([(9, 2, 0), (8, 3, -900)], 1, []),
            ([(9, 2, 900), (9, 2, -900)], 1, []),
        ],
    )
    def test_of_the_first_place(self, records, left, certain):
        assert find_gibsonized(input_of(records, left)) == certain

    @pytest.mark.parametrize(
        ("places", "certain", "contenders"),
        [(1, [0], []), (2, [0], [1, 2]), (3, [0], [1, 2]), (4, [0, 3], [1, 2]), (5, [0, 3], [1, 2, 4, 5])],
    )
    def test_of_further_places(self, places, certain, contenders):
        records = [(9, 1, 0), (7, 3, 10), (6, 4, 0), (4, 6, 0), (2, 8, 10), (1, 9, 0)]
        pairing_input = input_of(records, 1, places=places)
        assert find_gibsonized(pairing_input) == certain
        assert find_contenders(pairing_input) == contenders

    @pytest.mark.parametrize(
        ("caps", "certain"),
        [
            ((), []),
            ((199,), []),
            ((198,), [0]),
            ((100,), [0]),
            ((200, 200, 200, 200, 198), [0]),
            ((198, 199), []),
        ],
    )
    def test_the_cap_of_a_round_bounds_what_it_can_change(self, caps, certain):
        # 4 wins by 100 each against 3 wins and a loss by 1, one round left: 398 points apart.
        pairing_input = input_of([(4, 0, 400), (3, 1, 2)], 1, rules=StandingRules(spread_caps=caps))
        evened = [MatchFacts(number, 1, 101, "played", 500, 400) for number in range(1, 5)]
        rest = [match for match in pairing_input.field.matches if match.first != 1]
        field = PairingField(people(2), (*evened, *rest), pairing_input.field.rules)
        assert find_gibsonized(pairing_input_for(field, 5, pairing_input.settings)) == certain

    def test_another_tie_break_lets_equal_wins_decide(self):
        rules = StandingRules(tie_breaks=("wins", "opponents_wins", "spread"))
        assert find_gibsonized(input_of([(9, 2, 2500), (8, 3, 0)], 1, rules=rules)) == []
        assert find_gibsonized(input_of([(9, 2, 0), (7, 4, 0)], 1, rules=rules)) == [0]

    def test_nobody_is_where_the_number_of_rounds_is_unknown(self):
        rounds, matches = standing((9, 0, 9), (0, 9, -9))
        pairing_input = pairing_input_for(PairingField(people(2), matches), rounds + 1, Settings())
        assert find_gibsonized(pairing_input) == []
        assert find_contenders(pairing_input) == [0, 1]


class TestWhomTheyMeet:
    RECORDS = ((9, 1, 0), (7, 3, 10), (6, 4, 0), (4, 6, 0), (2, 8, 10), (1, 9, 0))

    def paired(self, method, places, *, met=(), records=RECORDS, gibson=True):
        rounds, matches = standing(*records)
        matches = (*matches, *(MatchFacts(1, one, other) for one, other in met))
        rules = Settings(rounds=rounds + 1, prize_places=places, gibson=gibson)
        return pair(method, PairingField(people(len(records)), matches), rounds + 1, rules)

    @pytest.mark.parametrize("method", BY_STANDINGS)
    def test_the_highest_out_of_contention(self, method):
        assert frozenset((1, 4)) in met_by(self.paired(method, 3))

    @pytest.mark.parametrize("method", BY_STANDINGS)
    def test_whom_they_met_least_often(self, method):
        assert frozenset((1, 5)) in met_by(self.paired(method, 3, met=[(1, 4)]))

    @pytest.mark.parametrize("method", BY_STANDINGS)
    def test_two_of_them_meet_each_other(self, method):
        assert frozenset((1, 4)) in met_by(self.paired(method, 4, met=[(1, 4)]))

    @pytest.mark.parametrize("method", BY_STANDINGS)
    def test_the_lowest_where_all_others_contend(self, method):
        records = [(9, 1, 0), (7, 3, 10), (7, 3, 0), (7, 3, -10)]
        assert frozenset((1, 4)) in met_by(self.paired(method, 3, records=records))

    @pytest.mark.parametrize("method", BY_STANDINGS)
    def test_one_has_the_bye_of_an_odd_number(self, method):
        paired = self.paired(method, 3, records=self.RECORDS[:5])
        assert byes_of(paired) == [1]
        assert paired.pairings[-1].reasons[0].code == "bye_gibson"

    @pytest.mark.parametrize("method", BY_STANDINGS)
    def test_unless_another_has_had_fewer_byes(self, method):
        rounds, matches = standing(*self.RECORDS[:5])
        settings = Settings(rounds=rounds + 2, prize_places=3, gibson=True)
        field = PairingField(people(5), (*matches, MatchFacts(rounds + 1, 1)))
        assert byes_of(pair(method, field, rounds + 2, settings)) != [1]

    @pytest.mark.parametrize("method", BY_STANDINGS)
    @pytest.mark.parametrize(("had_byes", "bye"), [([5], 4), ([5, 4], 3), ([4], 5), ([1, 2, 3, 4, 5], 5)])
    def test_where_all_are_certain_the_lowest_with_the_fewest_byes_has_one(self, method, had_byes, bye):
        rounds, matches = standing((9, 0, 9), (7, 2, 0), (5, 4, 0), (3, 6, 0), (1, 8, 0))
        byes = tuple(MatchFacts(rounds + 1, key) for key in had_byes)
        # The others win that round as well, so that all stay two wins apart.
        won = tuple(
            MatchFacts(rounds + 1, key, 100 + key, "played", 401, 400)
            for key in range(1, 6)
            if key not in had_byes
        )
        rules = Settings(rounds=rounds + 2, prize_places=5, gibson=True)
        field = PairingField(people(5), (*matches, *byes, *won))
        assert find_gibsonized(pairing_input_for(field, rounds + 2, rules)) == [0, 1, 2, 3, 4]
        paired = pair(method, field, rounds + 2, rules)
        assert byes_of(paired) == [bye]
        assert paired.pairings[-1].reasons[0].code == "bye_gibson"
        assert len(paired.pairings) == 3

    @pytest.mark.parametrize("method", BY_STANDINGS)
    @pytest.mark.parametrize("rematches", [False, True])
    def test_the_only_one_who_is_not_certain_has_the_bye(self, method, rematches):
        rounds, matches = standing((9, 0, 9), (7, 2, 0), (5, 4, 0), (3, 6, 0), (1, 8, 0))
        rules = Settings(rounds=rounds + 1, prize_places=4, gibson=True, rematches=rematches)
        assert byes_of(pair(method, PairingField(people(5), matches), rounds + 1, rules)) == [5]

    def test_king_of_the_hill_without_the_rule_lets_them_meet_the_second(self):
        assert frozenset((1, 2)) in met_by(self.paired("king_of_the_hill", 3, gibson=False))


class TestContenders:
    def test_all_in_contention_are_a_swiss(self):
        for field, paired in play_swiss(
            8, 3, random.Random(5), Settings(seed="a", rounds=20), method="contenders"
        ):
            swiss = pair("swiss", field, paired.number, Settings(seed="a", rounds=20))
            assert paired.pairings == swiss.pairings

    @pytest.mark.parametrize(
        ("left", "places", "expected", "wanted"),
        [
            # Four can catch the first in two rounds; no more than four contend then.
            (2, 1, [(1, 4), (2, 3)], {1: 1, 2: 1}),
            # In the last round two by two, as long as there are prizes.
            (1, 1, [(1, 2)], {1: 1}),
            (1, 3, [(1, 2), (3, 4)], {1: 1, 3: 3}),
        ],
    )
    def test_the_first_meets_the_last_who_can_catch_up(self, left, places, expected, wanted):
        records = [
            (6, 4, 40),
            (6, 4, 30),
            (5, 5, 20),
            (5, 5, 10),
            (1, 9, 0),
            (1, 9, 0),
            (0, 10, -10),
            (0, 10, -10),
        ]
        rounds, matches = standing(*records)
        settings = Settings(rounds=rounds + left, prize_places=places)
        paired = pair("contenders", PairingField(people(8), matches), rounds + 1, settings)
        assert {frozenset(one) for one in expected} <= met_by(paired)
        firsts = {min(one.first, one.second): one.reasons[0].values.get("wanted") for one in paired.pairings}
        assert {one: firsts[one] for one, _other in expected} == wanted

    def test_a_rematch_only_where_it_cannot_be_avoided(self):
        records = [(6, 4, 40), (6, 4, 30), (5, 5, 20), (5, 5, 10), (1, 9, 0), (0, 10, -10)]
        rounds, matches = standing(*records)
        field = PairingField(people(6), (*matches, MatchFacts(1, 1, 4)))
        paired = pair("contenders", field, rounds + 1, Settings(rounds=rounds + 2))
        assert {frozenset((1, 3)), frozenset((2, 4))} <= met_by(paired)


class TestAustralianDraw:
    def test_the_first_round_is_the_upper_half_against_the_lower(self):
        paired = pair("australian_draw", PairingField(people(7)), 1)
        assert met_by(paired) == {frozenset(one) for one in ((1, 4), (2, 5), (3, 6))}
        assert byes_of(paired) == [7]

    @pytest.mark.parametrize(
        ("met", "expected"),
        [
            # 2 leaves 4 to another: 5 and 6 could only meet again.
            ([(1, 2), (3, 4), (5, 6)], [(1, 3), (2, 5), (4, 6)]),
            ([(1, 2), (1, 3)], [(1, 4), (2, 3), (5, 6)]),
            # 5 and 6 have met, and 6 also met 1 to 3: 4 is kept for 6.
            ([(5, 6), (1, 6), (2, 6), (3, 6)], [(1, 2), (3, 5), (4, 6)]),
        ],
    )
    def test_everybody_meets_the_highest_left_whom_they_have_not_met(self, met, expected):
        matches = tuple(MatchFacts(1, one, other) for one, other in met)
        paired = pair("australian_draw", PairingField(people(6), matches), 2)
        assert met_by(paired) == {frozenset(one) for one in expected}

    def test_the_earliest_rematches_are_forgiven_first(self):
        matches = [
            MatchFacts(number, *pair)
            for number, pairs in enumerate(ROUND_ROBIN_OF_4, start=1)
            for pair in pairs
        ]
        paired = pair("australian_draw", PairingField(people(4), tuple(matches)), 4)
        assert met_by(paired) == {frozenset(one) for one in ROUND_ROBIN_OF_4[0]}

    @given(histories(7))
    @settings(deadline=None, max_examples=100)
    def test_it_avoids_rematches_wherever_a_round_without_exists(self, past):
        field, number = past
        met = met_in(field)
        paired = pair("australian_draw", field, number)
        playing = [
            key for one in paired.pairings if one.second is not None for key in (one.first, one.second)
        ]

        def price(one, other):
            return (int(frozenset((one, other)) in met),)

        if met and fewest(playing, price) == (0,):
            assert not met & met_by(paired)


ROUND_ROBIN_OF_4 = (((1, 4), (2, 3)), ((1, 3), (2, 4)), ((1, 2), (3, 4)))


@given(histories(), st.sampled_from(BY_STANDINGS), st.integers(1, 3), st.integers(0, 2))
@settings(deadline=None, max_examples=100)
def test_who_is_certain_meets_nobody_in_contention_if_it_can_be(past, method, places, later):
    field, number = past
    settings = Settings(rounds=number + later, prize_places=places, gibson=True)
    pairing_input = pairing_input_for(field, number, settings)
    keys = pairing_input.keys
    certain = {keys[place] for place in find_gibsonized(pairing_input)}
    contenders = {keys[place] for place in find_contenders(pairing_input)}
    assert not certain & contenders
    paired = pair(method, field, number, settings)
    assert sorted(key for one in pairs_of(paired) for key in one if key is not None) == sorted(keys)
    if set(keys) - certain - contenders:
        assert not [one for one in met_by(paired) if one & certain and one & contenders]


@given(histories(), st.sampled_from(sorted(METHODS.keys() - {"manual", "team_against_team", "round_robin"})))
@settings(deadline=None, max_examples=50)
def test_the_same_seed_gives_the_same_round(past, method):
    field, number = past
    chosen = Settings(seed="lot", rounds=number + 1, prize_places=2, gibson=True)
    assert pair(method, field, number, chosen) == pair(method, field, number, chosen)


@pytest.mark.parametrize("method", [*BY_STANDINGS])
def test_a_round_ahead_goes_by_the_standings_before_the_open_one(method):
    """The results of the round before are not in: whatever they become changes nothing."""
    first = [
        MatchFacts(1, one, other, "played", 400 + one, 300) for one, other in ((1, 5), (6, 2), (3, 7), (8, 4))
    ]
    pairings = set()
    for scores in ((500, 300), (300, 500)):
        second = [
            MatchFacts(2, one, other, "played", *scores) for one, other in ((1, 3), (6, 8), (5, 7), (2, 4))
        ]
        for rounds in (3, 9):
            ahead = Settings(rounds_ahead=1, rounds=rounds, gibson=True, prize_places=2)
            paired = pair(method, PairingField(people(8), (*first, *second)), 3, ahead)
            pairings.add((rounds, frozenset(met_by(paired))))
    assert len(pairings) == 2
