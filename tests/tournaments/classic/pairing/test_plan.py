"""The plan of rounds, groups of a round robin, and the numbers of tables: pure."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories.pairing_fields import people, with_results
from tests.tournaments.classic.pairing.reading import byes_of, met_by
from tournaments.classic.pairing import METHODS, PairingField, Settings, pair
from tournaments.classic.pairing.groups import group_sizes
from tournaments.classic.pairing.methods.round_robin import rounds_needed
from tournaments.classic.pairing.plan import Stage, example_plans, planned_rounds, stage_at, too_long
from tournaments.classic.pairing.tables import number_tables
from tournaments.classic.rules.values import Contestant
from tournaments.errors import RuleViolation

PLAN = [
    Stage(2, "round_robin", group_size=4),
    Stage(5, "swiss", rounds_ahead=1),
    Stage(9, "king_of_the_hill"),
]


@pytest.mark.parametrize(
    ("number", "method"),
    [(1, None), (2, "round_robin"), (4, "round_robin"), (5, "swiss"), (8, "swiss"), (60, "king_of_the_hill")],
)
def test_the_stage_of_a_round(number, method):
    stage = stage_at(PLAN, number)
    assert (stage and stage.method) == method


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [(12, [(2, 4), (5, 8), (9, 12)]), (9, [(2, 4), (5, 8), (9, 9)]), (6, [(2, 4), (5, 6)]), (1, [])],
)
def test_stages_end_before_the_next_and_with_the_division(rounds, expected):
    listed = planned_rounds(PLAN, rounds)
    assert [(one.stage.first_round, one.last_round) for one in listed] == expected


@pytest.mark.parametrize(
    ("group_size", "players", "cycles", "length", "said"),
    [
        (4, 16, 1, 3, 0),
        (4, 16, 1, 4, 3),
        (4, 14, 1, 5, 0),
        (4, 16, 2, 6, 0),
        (None, 6, 1, 6, 5),
        (4, 0, 1, 9, 0),
    ],
)
def test_a_round_robin_with_more_rounds_than_it_takes(group_size, players, cycles, length, said):
    (planned,) = planned_rounds([Stage(1, "round_robin", group_size=group_size)], length)
    assert too_long(planned, players, cycles) == said


@pytest.mark.parametrize("rounds", range(1, 31))
def test_examples_can_be_plans(rounds):
    for stages in example_plans(rounds).values():
        begin = [stage.first_round for stage in stages]
        assert begin[0] == 1
        assert begin == sorted(set(begin))
        assert begin[-1] <= rounds
        assert {stage.method for stage in stages} <= METHODS.keys()


@pytest.mark.parametrize(
    ("count", "size", "sizes"),
    [
        (16, 4, [4, 4, 4, 4]),
        (15, 4, [4, 4, 4, 3]),
        (14, 4, [4, 4, 6]),
        (13, 4, [4, 4, 5]),
        (5, 4, [5]),
        (3, 4, [3]),
        (10, 5, [5, 5]),
        (12, 5, [6, 6]),
        (22, 6, [4, 6, 6, 6]),
    ],
)
def test_sizes_of_groups(count, size, sizes):
    assert group_sizes(count, size) == sizes


@given(st.integers(2, 300), st.integers(3, 12))
def test_groups_are_about_the_size_wanted_and_nobody_has_a_needless_bye(count, size):
    sizes = group_sizes(count, size)
    assert sum(sizes) == count
    assert all(2 <= each <= 2 * size for each in sizes)
    if size % 2 == 0:
        assert sum(each % 2 for each in sizes) == count % 2


def play_groups(count, rounds, **settings):
    """Play a stage that begins with round 3, and return the field before each round with its pairings."""
    matches, played, chance = [], [], random.Random(count)
    for number in (1, 2):
        matches += with_results(pair("swiss", PairingField(people(count), tuple(matches)), number), chance)
    for number in range(3, 3 + rounds):
        field = PairingField(people(count), tuple(matches))
        paired = pair("round_robin", field, number, Settings(first_round=3, group_size=4, **settings))
        played.append(paired)
        matches += with_results(paired, chance)
    return played


@pytest.mark.parametrize("groups_by", ["number", "rank", "mixed"])
@pytest.mark.parametrize("count", [8, 12, 14, 15, 16])
def test_all_of_a_group_meet_in_the_rounds_of_its_stage(groups_by, count):
    """Whatever they met before, and though results of the stage change the ranks on which groups were made."""
    met, members = Counter(), {}
    for paired in play_groups(count, rounds_needed(max(group_sizes(count, 4))), groups_by=groups_by):
        assert len(met_by(paired)) * 2 + len(byes_of(paired)) == count
        met.update(met_by(paired))
        for one in paired.pairings:
            members.setdefault(one.group, set()).update({one.first, one.second} - {None})
    assert sorted(len(group) for group in members.values()) == sorted(group_sizes(count, 4))
    for two in met:
        assert any(two <= group for group in members.values())
    for group in members.values():
        assert {two for two in met if two <= group} == {
            frozenset((one, other)) for one in group for other in group if one < other
        }


@pytest.mark.parametrize(
    ("groups_by", "groups"),
    [
        ("number", [{1, 2, 3, 4}, {5, 6, 7, 8}]),
        ("mixed", [{1, 3, 5, 7}, {2, 4, 6, 8}]),
    ],
)
def test_how_groups_are_made(groups_by, groups):
    paired = pair("round_robin", PairingField(people(8)), 1, Settings(group_size=4, groups_by=groups_by))
    members = {}
    for one in paired.pairings:
        members.setdefault(one.group, set()).update({one.first, one.second})
    assert [members[number] for number in sorted(members)] == groups


def test_groups_by_rank_are_those_of_the_standings():
    field = PairingField(people(8))
    matches = with_results(pair("king_of_the_hill", field, 1), random.Random(5))
    won = {one.first if one.first_score > one.second_score else one.second for one in matches}
    paired = pair(
        "round_robin",
        PairingField(people(8), tuple(matches)),
        2,
        Settings(first_round=2, group_size=4, groups_by="rank"),
    )
    top = {key for one in paired.pairings if one.group == 1 for key in (one.first, one.second)}
    assert top == won


@pytest.mark.parametrize(("count", "late_group"), [(8, 1), (7, 2)])
def test_a_latecomer_joins_the_group_with_an_empty_seat(count, late_group):
    settings = Settings(group_size=4)
    matches = with_results(pair("round_robin", PairingField(people(count)), 1, settings), random.Random(2))
    late = Contestant(99, 99)
    paired = pair("round_robin", PairingField((*people(count), late), tuple(matches)), 2, settings)
    assert {one.group for one in paired.pairings if 99 in {one.first, one.second}} == {late_group}


def test_who_leaves_a_group_leaves_its_others_together():
    settings = Settings(group_size=4)
    matches = with_results(pair("round_robin", PairingField(people(8)), 1, settings), random.Random(2))
    gone = tuple(Contestant(key, key, present=key != 2) for key in range(1, 9))
    paired = pair("round_robin", PairingField(gone, tuple(matches)), 2, settings)
    assert [one.group for one in paired.pairings] == [1, 2, 2, 1]
    assert len(byes_of(paired)) == 1


def test_groups_that_have_all_met_are_at_the_end():
    with pytest.raises(RuleViolation, match="all have met"):
        play_groups(8, 4)


def test_two_of_a_group_meet_again_while_the_larger_group_plays():
    settings = Settings(group_size=3)
    matches = with_results(pair("round_robin", PairingField(people(5)), 1, settings), random.Random(1))
    paired = pair("round_robin", PairingField(people(5), tuple(matches)), 2, settings)
    assert [{one.first, one.second} for one in paired.pairings if one.group == 1] == [{1, 2}]


def test_a_round_robin_after_other_rounds_begins_its_table_anew():
    matches, chance = [], random.Random(1)
    for number in (1, 2):
        matches += with_results(pair("swiss", PairingField(people(6), tuple(matches)), number), chance)
    met = Counter()
    for number in range(3, 8):
        field = PairingField(people(6), tuple(matches))
        paired = pair("round_robin", field, number, Settings(first_round=3))
        met.update(met_by(paired))
        matches += with_results(paired, chance)
    assert len(met) == 15


@pytest.mark.parametrize(
    ("pairs", "first", "fixed", "tables"),
    [
        ([(1, 2), (3, 4), (5, None)], 1, {}, [1, 2, None]),
        ([(1, 2), (3, 4)], 21, {}, [21, 22]),
        ([(1, 2), (3, 4), (5, 6)], 1, {3: 1}, [2, 1, 3]),
        ([(1, 2), (3, 4), (5, 6)], 1, {6: 9}, [1, 2, 9]),
        ([(1, 2), (3, 4), (5, 6)], 1, {1: 2, 4: 3}, [2, 3, 1]),
        ([(1, 2), (3, 4)], 1, {1: 5, 2: 4}, [4, 1]),
        ([(1, 2), (3, None)], 1, {3: 1}, [1, None]),
    ],
)
def test_tables_are_numbered_around_those_who_cannot_move(pairs, first, fixed, tables):
    assert number_tables(pairs, first, fixed) == tables


@given(
    st.integers(1, 40),
    st.integers(1, 50),
    st.dictionaries(st.integers(0, 79), st.integers(1, 90), max_size=20),
)
def test_every_match_has_a_table_of_its_own(matches, first, fixed):
    fixed = {key: table for table, key in {table: key for key, table in fixed.items()}.items()}
    pairs = [(2 * at, 2 * at + 1) for at in range(matches)]
    tables = number_tables(pairs, first, fixed)
    assert len(set(tables)) == matches
    stay = {place for place, pair_ in enumerate(pairs) if fixed.keys() & set(pair_)}
    for place in stay:
        assert tables[place] in {fixed[key] for key in pairs[place] if key in fixed}
    others = [table for place, table in enumerate(tables) if place not in stay]
    assert others == sorted(others)
    assert all(table >= first for table in others)
