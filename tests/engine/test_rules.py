"""Rule sets and their text form."""

import copy
import dataclasses
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleSetError
from engine.rules import RuleSet, load_rule_set

names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30)
rule_sets = st.builds(
    RuleSet,
    name=names,
    rack_size=st.integers(7, 9),
    bonuses=st.dictionaries(st.integers(1, 7), st.integers(0, 100), max_size=3),
    minimum_early=st.integers(0, 3),
    minimum_late=st.integers(0, 3),
    late_from_round=st.integers(1, 30),
    round_seconds=st.integers(61, 600),
    call_seconds=st.integers(0, 60),
    grace_seconds=st.integers(0, 10),
)


def test_classic_is_the_default():
    assert load_rule_set("classic") == RuleSet()


def test_d3_minimum_by_round():
    rules = RuleSet()
    assert [rules.minimum(number) for number in (1, 15, 16, 30)] == [2, 2, 1, 1]


def test_a_setting_left_out_is_classic():
    assert RuleSet.from_toml('name = "blitz"\nround_seconds = 60\ncall_seconds = 20') == RuleSet(
        name="blitz", round_seconds=60, call_seconds=20
    )
    assert RuleSet.from_toml("bonuses = { 7 = 50, 8 = 75 }\nrack_size = 8").bonuses == {7: 50, 8: 75}


def test_rule_sets_never_change():
    given_bonuses = {7: 50}
    rules = RuleSet(bonuses=given_bonuses)
    given_bonuses[7] = 0
    assert rules.bonuses == {7: 50}
    with pytest.raises(TypeError):
        rules.bonuses[7] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.rack_size = 9


@given(rule_sets)
def test_rule_sets_read_back_as_printed(rules):
    again = RuleSet.from_toml(rules.to_toml())
    assert again == rules
    assert hash(again) == hash(rules)
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("rack_size = 0", "rack_size"),
        ("rack_size = 16", "rack_size"),
        ('rack_size = "seven"', "rack_size"),
        ("rack_size = true", "rack_size"),
        ("rack_size = 7.0", "rack_size"),
        ("minimum_early = 4", "minimum_early"),
        ("minimum_late = -1", "minimum_late"),
        ("late_from_round = 0", "late_from_round"),
        ("round_seconds = 0", "round_seconds"),
        ("call_seconds = 180", "call_seconds"),
        ("grace_seconds = 61", "grace_seconds"),
        ("bonuses = 50", "bonuses"),
        ("bonuses = { 8 = 50 }", "bonuses"),
        ("bonuses = { seven = 50 }", "bonuses"),
        ("bonuses = { 7 = -50 }", "bonuses"),
        ('name = " "', "name"),
        ("name = 7", "name"),
        ("colour = 1", "colour"),
        ("rack_size = ", "text"),
    ],
)
def test_a_bad_setting_is_named(text, setting):
    with pytest.raises(RuleSetError) as caught:
        RuleSet.from_toml(text)
    assert (caught.value.code, caught.value.params["setting"]) == ("bad_rules", setting)


@pytest.mark.parametrize("name", ["", "nothing", "../rules/classic"])
def test_an_unknown_rule_set_is_named(name):
    with pytest.raises(RuleSetError, match=f"no rule set “{name}”"):
        load_rule_set(name)
