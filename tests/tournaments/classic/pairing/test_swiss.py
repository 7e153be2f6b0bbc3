"""The Swiss: what must hold in any round, by Hypothesis and by trying every pairing; a long event played through."""

import json
import os
import random
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.bench.real_division import as_played
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
from tests.lanes import quick
from tests.oracles.swiss import check_swiss_round, half_wins_in
from tournaments.classic.pairing import PairingField, Settings, pair, sentence
from tournaments.classic.pairing.history import pairing_input_for
from tournaments.classic.pairing.methods import swiss
from tournaments.classic.rules.standings import rank_division
from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.errors import RuleViolation


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


@given(histories(), st.sampled_from(["halves", "fold", "neighbours"]))
@hypothesis_settings(deadline=None, max_examples=100)
def test_nobody_twice_no_avoidable_rematch_and_fair_byes(past, opponents):
    field, number = past
    paired = pair("swiss", field, number, Settings("s", opponents=opponents))
    assert_everybody_once(field, paired)
    price = cost_of(field, number)
    had = [price(one.first, one.second) for one in paired.pairings]
    assert tuple(map(sum, zip(*had, strict=True))) == fewest([one.key for one in field.present], price)


@given(histories())
@hypothesis_settings(deadline=None, max_examples=100)
def test_groups_come_first_and_then_first_moves(past):
    """No round with as few rematches and the same bye has more pairs within a group, or as many with nearer floats,
    or else loses less of the balance of first moves.
    """
    field, number = past
    paired = pair("swiss", field, number)
    balance, first_price = balances_in(field.matches), cost_of(field, number)
    lines = rank_division(field.contestants, field.matches, field.rules, number - 1)
    half_wins = {line.contestant.key: line.half_wins for line in lines}
    most = max(half_wins[one.key] for one in field.present)
    bye = next((one.first for one in paired.pairings if one.second is None), None)

    def lost(first, second):
        return max(0, abs(balance[first] + 1) - 1) + max(0, abs(balance[second] - 1) - 1)

    def price(one, other):
        """Return the cost with the bye fixed, since giving it to the lowest has an earlier priority."""
        if other is None:
            return int(one not in {None, bye}), 0, 0, 0, 0, 0
        gap = abs(half_wins[one] - half_wins[other])
        leaders = gap * gap if most in {half_wins[one], half_wins[other]} else 0
        rematch = first_price(one, other)[0]
        return 0, rematch, int(gap > 0), leaders, gap * gap, min(lost(one, other), lost(other, one))

    pairs = [(one.first, one.second) for one in paired.pairings]
    ours = tuple(map(sum, zip(*(price(*two) for two in pairs), strict=True)))
    best = fewest([one.key for one in field.present], price)
    if best[1] == 0:  # of several unavoidable rematches those that were longest ago are taken first
        assert ours == best
    for one in paired.pairings:
        if one.second is not None:
            assert lost(one.first, one.second) <= lost(one.second, one.first)


@pytest.mark.parametrize("seeds", quick([range(at, at + 4) for at in range(0, 200, 4)], range(4)), ids=str)
def test_a_random_event_has_its_pairs_within_groups(seeds):
    """12 to 60 players, twelve rounds."""
    for seed in seeds:
        chance = random.Random(seed)
        for field, paired in play_swiss(chance.randint(12, 60), 12, chance):
            check_swiss_round(field, paired)


@pytest.mark.slow
@pytest.mark.skipif(
    "ISOTOP_SHARED_DATA" not in os.environ,
    reason="set ISOTOP_SHARED_DATA to the folder with classic/classic_B.json",
)
def test_a_real_division_has_its_pairs_within_groups():
    """27 rounds of 28: each paired anew after the rounds before it as they were played, and all played anew."""
    path = Path(os.environ["ISOTOP_SHARED_DATA"]) / "classic" / "classic_B.json"
    players = json.loads(path.read_text())["players"]
    rounds = len(players[0]["opponents"])
    played = list(as_played(players, rounds))
    for number in range(1, rounds + 1):
        field = PairingField(people(len(players)), tuple(match for match in played if match.round < number))
        check_swiss_round(field, pair("swiss", field, number))
    for field, paired in play_swiss(len(players), rounds, random.Random(1)):
        check_swiss_round(field, paired)


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
    """Seven come late, nine drop out, three miss a round: nobody meets twice, nobody has two byes, and nobody is more
    than two first moves off.
    """
    chance = random.Random(seed)
    late = {key: chance.randint(2, 5) for key in chance.sample(range(1, 102), 7)}
    gone = {
        key: chance.randint(6, 12) for key in chance.sample([k for k in range(1, 102) if k not in late], 9)
    }
    away = {chance.randint(1, 101): number for number in (3, 6, 8)}

    def absent(number, key):
        return number < late.get(key, 1) or number >= gone.get(key, 99) or away.get(key) == number

    balances = Counter()
    for field, paired in play_swiss(101, 12, chance, absent=absent):
        assert_everybody_once(field, paired)
        check_swiss_round(field, paired)
        met, byes = met_in(field), byes_in(field)
        for one in paired.pairings:
            if one.second is None:
                assert byes[one.first] == 0
                continue
            assert frozenset((one.first, one.second)) not in met
            balances[one.first] += 1
            balances[one.second] -= 1
        assert all(abs(balances[one.key]) <= 2 for one in field.present)
    assert paired.number == 12


@pytest.mark.parametrize(("count", "together"), [(8, 2), (16, 8), (40, 18)])
def test_those_with_equal_wins_meet_though_all_of_them_have_gone_first_more_often(count, together):
    """Whoever goes first wins, three times: whoever meets an equal is further off, who floats is not."""
    matches = [
        MatchFacts(number, key, key + step, "played", 450, 400)
        for number, step in enumerate((1, 2, 4), start=1)
        for key in range(1, count + 1)
        if (key - 1) & step == 0
    ]
    half_wins = half_wins_in(matches)
    pairs = pair("swiss", PairingField(people(count), tuple(matches)), 4).pairings
    assert sum(half_wins[one.first] == half_wins[one.second] for one in pairs) == together


def test_the_same_values_give_the_same_round_and_another_seed_other_lots():
    field = PairingField(people(30))
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
    paired = pair("swiss", PairingField(people(8)), 1, Settings(opponents=opponents))
    assert {tuple(sorted((one.first, one.second))) for one in paired.pairings} == expected


def meetings(*pairs, number=1):
    """Return the matches of one round; the first of each pair wins, by the number that may follow."""
    return [
        MatchFacts(number, one, other, "played", 400 + (more[0] if more else 50), 400)
        for one, other, *more in pairs
    ]


def test_a_round_is_paired_again_as_if_it_had_not_been():
    field = PairingField(people(6), tuple(meetings((1, 4), (2, 5), (3, 6))))
    second = pair("swiss", field, 2)
    with_it = PairingField(field.contestants, (*field.matches, *with_results(second, random.Random(1))))
    assert pair("swiss", with_it, 2) == second


def test_paired_ahead_the_results_of_the_round_before_do_not_matter_but_its_meetings_do():
    first = meetings((1, 3), (2, 4))
    open_second = [MatchFacts(2, 1, 2), MatchFacts(2, 3, 4)]
    told = [
        [MatchFacts(2, 1, 2, "played", *scores), MatchFacts(2, 3, 4, "played", *scores)]
        for scores in ((500, 300), (300, 500))
    ]
    rounds = [
        pair("swiss", PairingField(people(4), (*first, *second)), 3, Settings(rounds_ahead=1))
        for second in (open_second, *told)
    ]
    assert rounds[0] == rounds[1] == rounds[2]
    assert {frozenset((one.first, one.second)) for one in rounds[0].pairings} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }


def test_a_forfeited_match_is_no_meeting():
    """T: the two may still be paired, and who won so is not given a bye while another has had none."""
    field = PairingField(people(2), (MatchFacts(1, 1, 2, "second_forfeits"),))
    (only,) = pair("swiss", field, 2).pairings
    assert "rematch_met_everybody" not in {reason.code for reason in only.reasons}
    three = PairingField(people(3), (MatchFacts(1, 1), MatchFacts(1, 2, 3, "second_forfeits")))
    assert pair("swiss", three, 2).pairings[-1].first == 3


def test_clubs_are_kept_apart_where_that_costs_nothing_that_must_hold():
    contestants = tuple(Contestant(key, key, club="ABAB"[key - 1]) for key in range(1, 5))
    apart = pair("swiss", PairingField(contestants), 1, Settings(apart=frozenset({"club"})))
    together = pair("swiss", PairingField(contestants), 1, Settings())
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
    field = PairingField(people(5), (*meetings((1, 3), (2, 4)), MatchFacts(1, 5)))
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
    floating = told(pair("swiss", PairingField(people(5), (*first, *second)), 3))[3, 4][0]
    assert floating == "P3, who has won 1½, meets P4, who has won 1: an odd number was left at 1½."


def test_a_rematch_says_why_it_could_not_be_avoided():
    everybody = [
        MatchFacts(r, a, b, "played", 400, 390)
        for r, a, b in ((1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 3))
    ]
    words = told(pair("swiss", PairingField(people(4), tuple(everybody)), 4))
    assert any("has met everybody who is here" in text for texts in words.values() for text in texts)
    for text in (text for texts in words.values() for text in texts):
        assert "{" not in text


@pytest.mark.parametrize(("method", "code"), [("swiss", "too_few_to_pair"), ("chance", "no_such_method")])
def test_what_cannot_be_paired_is_refused(method, code):
    with pytest.raises(RuleViolation) as refused:
        pair(method, PairingField(people(1)), 1)
    assert refused.value.code == code


@pytest.mark.slow
def test_a_large_field_looks_at_neighbours_and_is_as_good_as_the_whole(monkeypatch):
    """61 players, once by the nearest, once by the complete graph: the round costs the same."""
    chance = random.Random(5)
    for field, paired in play_swiss(61, 8, chance):
        totals = []
        for complete in (48, 100):
            monkeypatch.setattr(swiss, "COMPLETE", complete)
            swiss_field = swiss.SwissField(pairing_input_for(field, paired.number, Settings("x")))
            totals.append(swiss._match(swiss_field)[1])
        assert totals[0] == totals[1], paired.number


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
    paired = pair("swiss", PairingField(people(16), tuple(matches)), 9)
    assert all((one.first <= 8) != (one.second <= 8) for one in paired.pairings)
