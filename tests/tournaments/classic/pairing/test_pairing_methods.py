"""King of the hill, quartiles, teams and pairings by hand; and what holds for every method."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories.pairing_fields import (
    balances_in,
    byes_in,
    histories,
    met_in,
    people,
    play_swiss,
    with_results,
)
from tests.tournaments.classic.pairing.reading import byes_of, met_by, pairs_of, wins_in
from tournaments.classic.pairing import METHODS, PairingField, Settings, pair, sentence
from tournaments.classic.pairing.manual import check_pairings
from tournaments.classic.pairing.reasons import REASONS
from tournaments.classic.pairing.values import Reason
from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.errors import RuleViolation

# The others leave somebody out who fits no table or team, or pair only what they are given.
FOR_EVERYBODY = sorted(METHODS.keys() - {"round_robin", "team_against_team", "manual"})


def test_king_of_the_hill_goes_down_the_standings():
    matches = (*wins_in(1, (1, 4), (3, 2)), MatchFacts(1, 5))
    field = PairingField(people(5), matches)
    # 1, 3 and 5 have won by 50 each; 2 and 4 have lost. 4 is the lowest without a bye.
    paired = pair("king_of_the_hill", field, 2)
    assert met_by(paired) == {frozenset((1, 3)), frozenset((5, 2))}
    assert byes_of(paired) == [4]


@pytest.mark.parametrize(
    ("rematches", "expected"),
    [(True, [{1, 2}, {3, 4}]), (False, [{1, 4}, {2, 3}])],
)
def test_king_of_the_hill_minds_rematches_only_if_told_to(rematches, expected):
    matches = (*wins_in(1, (1, 2), (3, 4)), *wins_in(2, (1, 3), (2, 4)))
    paired = pair("king_of_the_hill", PairingField(people(4), matches), 3, Settings(rematches=rematches))
    # 1 has won two, 2 and 3 one each, 4 none.
    assert sorted(map(sorted, met_by(paired))) == sorted(map(sorted, expected))


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, {(1, 5), (2, 6), (3, 7), (4, 8)}),
        (2, {(1, 3), (2, 4), (5, 7), (6, 8)}),
        (3, {(1, 7), (2, 8), (3, 5), (4, 6)}),
        (4, {(1, 5), (2, 6), (3, 7), (4, 8)}),
    ],
)
def test_quartiles_meet_as_the_settings_say(number, expected):
    paired = pair("quartiles", PairingField(people(8)), number)
    assert {tuple(sorted(one)) for one in met_by(paired)} == expected


@pytest.mark.parametrize("count", [2, 3, 5, 6, 7, 10, 13, 61, 63])
def test_quartiles_of_any_size_pair_all_and_avoid_rematches(count):
    met = set()
    for field, paired in play_swiss(count, min(3, count - 1), random.Random(1), method="quartiles"):
        assert not met & met_by(paired)
        met |= met_by(paired)
        assert 2 * len(met_by(paired)) + len(byes_of(paired)) == count == len(field.present)
        assert len(byes_of(paired)) == count % 2


def team_people(*sizes):
    names = [f"T{team}" for size in range(max(sizes)) for team, most in enumerate(sizes) if size < most]
    return tuple(Contestant(key, key, f"P{key}", team=name) for key, name in enumerate(names, start=1))


def test_two_teams_meet_completely():
    contestants, matches, met = team_people(4, 4), [], set()
    for number in range(1, 5):
        paired = pair("team_against_team", PairingField(contestants, tuple(matches)), number)
        assert not met & met_by(paired)
        assert byes_of(paired) == []
        met |= met_by(paired)
        matches += with_results(paired, random.Random(number))
    one, other = ([who.key for who in contestants if who.team == team] for team in ("T0", "T1"))
    assert met == {frozenset((a, b)) for a in one for b in other}
    assert all(abs(balance) <= 1 for balance in balances_in(matches).values())


@pytest.mark.parametrize("sizes", [(3, 3, 3, 3), (3, 3, 3), (5, 2, 4), (1, 6), (4, 3, 2, 1), (20, 20, 20)])
@pytest.mark.parametrize("legs", [1, 2])
def test_nobody_meets_the_own_team_and_as_many_play_as_can(sizes, legs):
    contestants, matches = team_people(*sizes), []
    teams = {who.key: who.team for who in contestants}
    idle = max(max(sizes) - (sum(sizes) - max(sizes)), sum(sizes) % 2)
    for number in range(1, 5):
        paired = pair(
            "team_against_team", PairingField(contestants, tuple(matches)), number, Settings(legs=legs)
        )
        assert all(teams[one.first] != teams[one.second] for one in paired.pairings if one.second)
        assert len(byes_of(paired)) == idle
        matches += with_results(paired, random.Random(number))


def test_teams_meet_team_by_team():
    contestants = team_people(3, 3, 3, 3)
    teams = {who.key: who.team for who in contestants}
    seen = set()
    for number in range(1, 4):
        paired = pair("team_against_team", PairingField(contestants), number)
        versus = Counter(frozenset((teams[one.first], teams[one.second])) for one in paired.pairings)
        assert set(versus.values()) == {3}
        seen |= set(versus)
    assert len(seen) == 6


def test_everybody_needs_a_team():
    with pytest.raises(RuleViolation, match="needs a team for every player"):
        pair("team_against_team", PairingField((*team_people(2, 2), Contestant(9, 9))), 1)


@pytest.mark.parametrize(
    ("given", "errors", "warnings"),
    [
        (((1, 4), (2, 3)), [], []),
        (((1, 2), (3, 4)), [], ["rematch_by_hand", "same_club_by_hand"]),
        (((1, 4), (2, None), (3, None)), [], []),
        (((1, 4), (2, 4), (3, None)), ["paired_twice"], []),
        (((1, 4), (2, 5), (3, None)), ["paired_not_there"], []),
        (((1, 4),), ["not_paired", "not_paired"], []),
        (((1, 1), (2, 3), (4, None)), ["paired_with_self"], []),
        (((1, 4), (2, 77), (3, None)), ["paired_not_there"], []),
    ],
)
def test_pairings_by_hand_are_looked_through(given, errors, warnings):
    clubs = {1: "A", 2: "A"}
    contestants = tuple(
        Contestant(key, key, f"P{key}", club=clubs.get(key, ""), present=key != 5) for key in range(1, 6)
    )
    field = PairingField(contestants, tuple(wins_in(1, (1, 2))))
    problems = check_pairings(field, 2, given, apart=frozenset({"team", "club"}))
    free = [problem.reason.code for problem in check_pairings(field, 2, given)]
    assert "same_club_by_hand" not in free, "nobody keeps clubs apart"
    assert [problem.reason.code for problem in problems if problem.error] == errors
    assert [problem.reason.code for problem in problems if not problem.error] == warnings
    if errors:
        with pytest.raises(RuleViolation) as refused:
            pair("manual", field, 2, Settings(given=given))
        assert refused.value.code == errors[0]
        assert "{" not in str(refused.value)
    else:
        assert met_by(pair("manual", field, 2, Settings(given=given))) == {
            frozenset(one) for one in given if one[1] is not None
        }


def test_by_hand_first_moves_are_kept_if_they_were_meant():
    field = PairingField(people(2), tuple(wins_in(1, (1, 2))))
    assert pairs_of(pair("manual", field, 2, Settings(given=((1, 2),)))) == [(2, 1)]
    meant = Settings(given=((1, 2),), firsts_given=True)
    assert pairs_of(pair("manual", field, 2, meant)) == [(1, 2)]
    (_rematch, balance) = check_pairings(field, 2, ((1, 2),), firsts_given=True)
    assert balance.reason.code == "balance_by_hand"


@given(histories(), st.sampled_from(FOR_EVERYBODY))
@settings(deadline=None, max_examples=20 * len(FOR_EVERYBODY))
def test_whatever_the_method_everybody_is_in_once(past, method):
    field, number = past
    paired = pair(method, field, number)
    named = sorted(key for one in pairs_of(paired) for key in one if key is not None)
    assert named == [one.key for one in field.present]
    assert len(byes_of(paired)) == len(field.present) % 2
    names = {one.key: one.name for one in field.contestants}
    for one in paired.pairings:
        assert one.reasons
        assert all("{" not in sentence(reason, names) for reason in one.reasons)


@given(histories())
@settings(deadline=None, max_examples=100)
def test_the_bye_of_every_method_goes_to_one_of_those_who_had_the_fewest(past):
    field, number = past
    for method in ("king_of_the_hill", "quartiles"):
        for bye in byes_of(pair(method, field, number)):
            had = byes_in(field)
            assert had[bye] == min(had[one.key] for one in field.present)


@pytest.mark.parametrize("method", ["quartiles", "king_of_the_hill"])
def test_methods_that_avoid_rematches_find_the_way_round(method):
    matches = (*wins_in(1, (1, 2), (3, 4)), *wins_in(2, (1, 3), (2, 4)))
    field = PairingField(people(4), matches)
    paired = pair(method, field, 3, Settings(rematches=False))
    assert not met_by(paired) & met_in(field)


def test_every_method_has_a_title_and_every_reason_a_sentence():
    assert set(METHODS) == {
        "swiss",
        "round_robin",
        "king_of_the_hill",
        "quartiles",
        "team_against_team",
        "australian_draw",
        "contenders",
        "cop",
        "manual",
    }
    assert all(str(method.title) for method in METHODS.values())
    assert all(str(text).endswith(".") for text in REASONS.values())


@pytest.mark.parametrize(
    ("method", "settings", "reasons"),
    [
        ("king_of_the_hill", Settings(), ["rematch_allowed"]),
        ("king_of_the_hill", Settings(rematches=False), ["rematch_fewest"]),
        ("quartiles", Settings(), ["rematch_fewest"]),
        ("australian_draw", Settings(), ["rematch_earliest"]),
        ("contenders", Settings(rounds=4), ["rematch_met_least", "rematch_fewest"]),
        ("round_robin", Settings(first_round=4), ["rematch_by_table"]),
        ("round_robin", Settings(cycles=2), ["rematch_by_table"]),
        ("team_against_team", Settings(), ["rematch_of_teams"]),
    ],
)
def test_a_rematch_says_what_is_true_of_its_method(method, settings, reasons):
    matches = (*wins_in(1, (1, 4), (2, 3)), *wins_in(2, (1, 3), (2, 4)), *wins_in(3, (1, 2), (3, 4)))
    teams = [replace(one, team="AB"[one.number % 2]) for one in people(4)]
    paired = pair(method, PairingField(tuple(teams), matches), 4, settings)
    codes = {one.code for pairing in paired.pairings for one in pairing.reasons}
    assert {code for code in codes if code.startswith("rematch")} == set(reasons)


def test_a_reason_without_a_sentence_says_where_to_add_it():
    with pytest.raises(LookupError, match="'because' has no text: add one to REASONS in "):
        sentence(Reason("because"), {})
