"""The Swiss: what must hold in any round, by Hypothesis and by trying every pairing; a long event played through."""

import random
from collections import Counter
from itertools import combinations, product

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.factories.pairing_fields import (
    balances_in,
    byes_in,
    fewest,
    histories,
    met_in,
    people,
    play_swiss,
    with_results,
)
from tournaments.classic.pairing import Field, Settings, pair, sentence
from tournaments.classic.pairing.methods import swiss
from tournaments.classic.rules.standings import rank_division
from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.core.errors import RuleViolation


def assert_everybody_once(field, paired):
    named = Counter(key for one in paired.pairings for key in (one.first, one.second) if key is not None)
    assert named == dict.fromkeys((one.key for one in field.present), 1)
    byes = [one for one in paired.pairings if one.second is None]
    assert len(byes) == len(field.present) % 2
    assert paired.pairings[-1:] == tuple(byes) or not byes


def cost_of(field, number):
    """Return the excess rematches and byes of a pair or a bye: the first priority."""
    met, byes = met_in(field), byes_in(field)
    least = min(byes[one.key] for one in field.present)

    def price(one, other):
        if one is None:
            return 0, 0
        if other is None:
            return 0, byes[one] - least
        return int(frozenset((one, other)) in met), 0

    return price


@given(histories(), st.sampled_from(["halves", "fold", "neighbours"]), st.booleans())
@hypothesis_settings(deadline=None, max_examples=100)
def test_nobody_twice_no_avoidable_rematch_and_fair_byes(past, opponents, balance_first):
    field, number = past
    paired = pair("swiss", field, number, Settings("s", opponents=opponents, balance_first=balance_first))
    assert_everybody_once(field, paired)
    price = cost_of(field, number)
    had = [price(one.first, one.second) for one in paired.pairings]
    assert tuple(map(sum, zip(*had, strict=True))) == fewest([one.key for one in field.present], price)


@given(histories())
@hypothesis_settings(deadline=None, max_examples=100)
def test_first_moves_stay_within_one_wherever_they_can(past):
    """No round with as few rematches and as fair a bye loses less of the balance."""
    field, number = past
    paired = pair("swiss", field, number, Settings(balance_first=True))
    balance = balances_in(field.matches)
    first_price = cost_of(field, number)
    bye = next((one.first for one in paired.pairings if one.second is None), None)

    def lost(first, second):
        return max(0, abs(balance[first] + 1) - 1) + max(0, abs(balance[second] - 1) - 1)

    def price(one, other):
        """Return the cost with the bye fixed, since giving it to the lowest has an earlier priority."""
        if one is None:
            return 0, 0, 0
        if other is None:
            return 0, int(one != bye), 0
        return first_price(one, other)[0], 0, min(lost(one, other), lost(other, one))

    ours = sum(lost(one.first, one.second) for one in paired.pairings if one.second is not None)
    rematches, _byes, least = fewest([one.key for one in field.present], price)
    if rematches == 0:
        assert ours == least
    for one in paired.pairings:
        if one.second is not None:
            assert lost(one.first, one.second) <= lost(one.second, one.first)


@given(histories())
@hypothesis_settings(deadline=None, max_examples=100)
def test_the_bye_goes_to_the_lowest_that_can_have_it(past):
    field, number = past
    paired = pair("swiss", field, number)
    if len(field.present) % 2 == 0:
        return
    bye = paired.pairings[-1].first
    lines = rank_division(field.contestants, field.matches, field.rules, number - 1)
    order = [line.contestant.key for line in lines if line.contestant.present]
    price, byes = cost_of(field, number), byes_in(field)
    best = fewest(order, price)
    if best[0]:
        return  # of several unavoidable rematches those that were longest ago are taken first
    for lower in order[order.index(bye) + 1 :]:
        without = fewest([key for key in order if key != lower], price)
        assert byes[lower] > byes[bye] or without[0] > best[0], (bye, lower)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
def test_a_long_event_of_few_has_as_few_rematches_as_can_be(count):
    for field, paired in play_swiss(count, count + 3, random.Random(count)):
        assert_everybody_once(field, paired)
        price = cost_of(field, paired.number)
        had = [price(one.first, one.second) for one in paired.pairings]
        assert tuple(map(sum, zip(*had, strict=True))) == fewest([one.key for one in field.present], price)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.slow
def test_twelve_rounds_of_101_with_people_gone_and_come(seed):
    """Seven come late, nine drop out, three miss a round: nobody meets twice, nobody has two byes."""
    chance = random.Random(seed)
    late = {key: chance.randint(2, 5) for key in chance.sample(range(1, 102), 7)}
    gone = {
        key: chance.randint(6, 12) for key in chance.sample([k for k in range(1, 102) if k not in late], 9)
    }
    away = {chance.randint(1, 101): number for number in (3, 6, 8)}

    def absent(number, key):
        return number < late.get(key, 1) or number >= gone.get(key, 99) or away.get(key) == number

    balances = Counter()
    settings = Settings(seed="lot", balance_first=True)
    for field, paired in play_swiss(101, 12, chance, settings, absent=absent):
        assert_everybody_once(field, paired)
        met, byes = met_in(field), byes_in(field)
        for one in paired.pairings:
            if one.second is None:
                assert byes[one.first] == 0
                continue
            assert frozenset((one.first, one.second)) not in met
            balances[one.first] += 1
            balances[one.second] -= 1
        assert all(abs(balances[one.key]) <= 1 for one in field.present)
    assert paired.number == 12


@pytest.mark.parametrize("seed", range(3))
def test_leaders_meet_and_first_moves_stay_near_one(seed):
    """Twelve rounds of 24, one of whom comes late and one of whom drops out: as many leaders meet as can. Nobody is
    more than two first moves off, and at most one in eight is off at the end.
    """

    def absent(number, key):
        return (key == 5 and number < 3) or (key == 20 and number > 7)

    balances = Counter()
    for field, paired in play_swiss(24, 12, random.Random(seed), absent=absent):
        lines = rank_division(field.contestants, field.matches, field.rules, paired.number - 1)
        present = [line for line in lines if line.contestant.present]
        leaders = [line.contestant.key for line in present if line.half_wins == present[0].half_wins]
        met = met_in(field)
        graph = nx.Graph(set(map(frozenset, combinations(leaders, 2))) - met)
        pairs = [one for one in paired.pairings if one.second is not None]
        together = sum(one.first in leaders and one.second in leaders for one in pairs)
        assert together == len(nx.max_weight_matching(graph, maxcardinality=True)), paired.number
        for one in pairs:
            assert frozenset((one.first, one.second)) not in met
            balances[one.first] += 1
            balances[one.second] -= 1
        assert all(abs(balance) <= 2 for balance in balances.values())
    assert sum(abs(balance) > 1 for balance in balances.values()) <= 3


def test_the_same_values_give_the_same_round_and_another_seed_other_lots():
    field = Field(people(30))
    once, again, other = (pair("swiss", field, 1, Settings(seed=seed)) for seed in ("a", "a", "b"))
    assert once == again
    assert [{one.first, one.second} for one in once.pairings] == [
        {one.first, one.second} for one in other.pairings
    ]
    assert [one.first for one in once.pairings] != [one.first for one in other.pairings]


@pytest.mark.parametrize(
    ("opponents", "expected"),
    [
        ("halves", {(1, 5), (2, 6), (3, 7), (4, 8)}),
        ("fold", {(1, 8), (2, 7), (3, 6), (4, 5)}),
        ("neighbours", {(1, 2), (3, 4), (5, 6), (7, 8)}),
    ],
)
def test_who_meets_whom_in_a_group(opponents, expected):
    paired = pair("swiss", Field(people(8)), 1, Settings(opponents=opponents))
    assert {tuple(sorted((one.first, one.second))) for one in paired.pairings} == expected


def meetings(*pairs, number=1):
    """Return the matches of one round; the first of each pair wins, by the number that may follow."""
    return [
        MatchFacts(number, one, other, "played", 400 + (more[0] if more else 50), 400)
        for one, other, *more in pairs
    ]


def test_a_round_is_paired_again_as_if_it_had_not_been():
    field = Field(people(6), tuple(meetings((1, 4), (2, 5), (3, 6))))
    second = pair("swiss", field, 2)
    with_it = Field(field.contestants, (*field.matches, *with_results(second, random.Random(1))))
    assert pair("swiss", with_it, 2) == second


def test_paired_ahead_the_results_of_the_round_before_do_not_matter_but_its_meetings_do():
    first = meetings((1, 3), (2, 4))
    open_second = [MatchFacts(2, 1, 2), MatchFacts(2, 3, 4)]
    told = [
        [MatchFacts(2, 1, 2, "played", *scores), MatchFacts(2, 3, 4, "played", *scores)]
        for scores in ((500, 300), (300, 500))
    ]
    rounds = [
        pair("swiss", Field(people(4), (*first, *second)), 3, Settings(rounds_ahead=1))
        for second in (open_second, *told)
    ]
    assert rounds[0] == rounds[1] == rounds[2]
    assert {frozenset((one.first, one.second)) for one in rounds[0].pairings} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }


def test_a_forfeited_match_is_no_meeting():
    """T: the two may still be paired, and who won so is not given a bye while another has had none."""
    field = Field(people(2), (MatchFacts(1, 1, 2, "second_forfeits"),))
    (only,) = pair("swiss", field, 2).pairings
    assert "rematch_met_everybody" not in {reason.code for reason in only.reasons}
    three = Field(people(3), (MatchFacts(1, 1), MatchFacts(1, 2, 3, "second_forfeits")))
    assert pair("swiss", three, 2).pairings[-1].first == 3


def test_clubs_are_kept_apart_where_that_costs_nothing_that_must_hold():
    contestants = tuple(Contestant(key, key, club="ABAB"[key - 1]) for key in range(1, 5))
    apart = pair("swiss", Field(contestants), 1, Settings(apart=frozenset({"club"})))
    together = pair("swiss", Field(contestants), 1, Settings())
    clubs = {one.key: one.club for one in contestants}
    assert all(clubs[one.first] != clubs[one.second] for one in apart.pairings)
    assert all(clubs[one.first] == clubs[one.second] for one in together.pairings)


NAMES = {key: f"P{key}" for key in range(1, 20)}


def told(paired):
    return {
        tuple(sorted(filter(None, (one.first, one.second)))): [
            sentence(reason, NAMES) for reason in one.reasons
        ]
        for one in paired.pairings
    }


def test_why_they_meet_is_told_in_words():
    """5 had the bye, 1 and 2 have won: of these three one floats, and 4, the lowest without a bye, has this one."""
    field = Field(people(5), (*meetings((1, 3), (2, 4)), MatchFacts(1, 5)))
    assert told(pair("swiss", field, 2)) == {
        (1, 5): [
            "Both have won 1; of the 3 who have, they are number 1 and number 3.",
            "P5 goes first: first in 0 of 0 matches so far, P1 in 1 of 1.",
        ],
        (2, 3): [
            "P2, who has won 1, meets P3, who has won 0: an odd number was left at 1.",
            "P3 goes first: first in 0 of 1 matches so far, P2 in 1 of 1.",
        ],
        (4,): ["P4 has the bye: the lowest of those who have had the fewest (0)."],
    }


def test_one_floats_as_the_odd_one_who_has_met_only_some_of_the_group():
    """2, 3 and 5 have 1½ each; 3 has drawn against 5, and not met 2."""
    first = [
        MatchFacts(1, 5, 4, "played", 450, 400),
        MatchFacts(1, 1, 2, "played", 400, 400),
        MatchFacts(1, 3),
    ]
    second = [
        MatchFacts(2, 3, 5, "played", 400, 400),
        MatchFacts(2, 2, 1, "played", 450, 400),
        MatchFacts(2, 4),
    ]
    floating = told(pair("swiss", Field(people(5), (*first, *second)), 3))[3, 4][0]
    assert floating == "P3, who has won 1½, meets P4, who has won 1: an odd number was left at 1½."


def test_a_rematch_says_why_it_could_not_be_avoided():
    everybody = [
        MatchFacts(r, a, b, "played", 400, 390)
        for r, a, b in ((1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 3))
    ]
    words = told(pair("swiss", Field(people(4), tuple(everybody)), 4))
    assert any("has met everybody who is here" in text for texts in words.values() for text in texts)
    for text in (text for texts in words.values() for text in texts):
        assert "{" not in text


@pytest.mark.parametrize(("method", "code"), [("swiss", "too_few_to_pair"), ("chance", "no_such_method")])
def test_what_cannot_be_paired_is_refused(method, code):
    with pytest.raises(RuleViolation) as refused:
        pair(method, Field(people(1)), 1)
    assert refused.value.code == code


@pytest.mark.parametrize("balance_first", [True, False])
def test_a_large_field_looks_at_neighbours_and_is_as_good_as_the_whole(balance_first, monkeypatch):
    """61 players, once by the nearest, once by the complete graph: rematches, byes and balances are the same."""
    chance, matches = random.Random(5), []
    for number in range(1, 6):
        field = Field(people(61), tuple(matches))
        totals = []
        for complete in (48, 100):
            monkeypatch.setattr(swiss, "COMPLETE", complete)
            pairing_input = swiss.SwissField(
                swiss_ground(field, number, Settings("x", balance_first=balance_first))
            )
            _chosen, total = swiss._match(pairing_input)
            totals.append(total)
        assert totals[0][:7] == totals[1][:7]
        assert totals[0][7] <= totals[1][7] + 4
        matches += with_results(pair("swiss", field, number, Settings("x")), chance)


def swiss_ground(field, number, settings):
    from tournaments.classic.pairing.history import pairing_input_for

    return pairing_input_for(field, number, settings)


def test_when_everybody_near_was_met_the_whole_division_is_looked_at(monkeypatch):
    """Two halves who have all met each other within, round after round: only the other half is left."""
    monkeypatch.setattr(swiss, "COMPLETE", 4)
    monkeypatch.setattr(swiss, "NEAREST", 1)
    halves = [range(1, 9), range(9, 17)]
    matches = [
        MatchFacts(number, min(one, other), max(one, other), "played", 400, 400)
        for number, half in enumerate(halves, start=1)
        for one, other in product(half, half)
        if one < other
    ]
    paired = pair("swiss", Field(people(16), tuple(matches)), 9)
    assert all((one.first <= 8) != (one.second <= 8) for one in paired.pairings)
