"""Rule sets, their presets and their text forms."""

import contextlib
import copy
import dataclasses
import json
import pickle
import tomllib
from importlib import resources
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.errors import RuleSetError
from engine.rules import (
    RuleSet,
    all_settings,
    group_labels,
    group_names,
    load_rule_set,
    rule_set_names,
)
from engine.rules import (
    rule_settings as rule_groups,
)
from engine.rules.rack_validity import Validity
from engine.rules.rule_settings import EndRules, MoveRules, RackRules, Sanctions, TimeRules
from engine.rules.setting_kinds import Countdown, Flag, OneOf, Points, Several, Whole

# As the first version stored it with its games.
OLD_TEXT = """name = "classic"
rack_size = 7
bonuses = { 7 = 50 }
minimum_early = 1
minimum_late = 0
late_from_round = 10
round_seconds = 45
call_seconds = 20
grace_seconds = 0
"""

# Settings of each federation that differ from the classic rule.
PRESETS = {
    "fisf": {
        "time.round_seconds": 180,
        "time.calls": (30,),
        "slips.wrong_score": "warning",
        "slips.missing_score": "warning",
        "slips.unmarked_blank": "warning",
        "slips.illegible": "warning",
        "slips.wrong_reference": "penalty",
        "slips.altered_letter": "penalty",
        "slips.first_reference": False,
        "slips.extension_reference": False,
        "slips.several_on_paper": True,
        "sanctions.free_warnings": 3,
        "sanctions.warning_points": 5,
        "sanctions.penalty_points": 5,
        "sanctions.zero_up_to": 4,
        "sanctions.second_zero_averaged": True,
        "solo.points": 10,
        "solo.points_below_top": 10,
        "solo.from_players": 16,
        "solo.most_in_game": None,
        "solo.before_penalties": True,
        "top.arbitrator_chooses": True,
        "standings.tie_breaks": ("last_game", "last_rounds"),
        "standings.arbitrators_averaged": True,
    },
    "fise": {
        "rack.minimum_early": 0,
        "rack.maximum_early": 5,
        "rack.minimum_late": 1,
        "rack.maximum_late": None,
        "rack.blanks_count": False,
        "time.round_seconds": 180,
        "time.calls": (60, 30, 5),
        "slips.wrong_score": "none",
        "slips.missing_score": "zero",
        "solo.points": 10,
        "solo.points_below_top": 5,
        "solo.from_players": 10,
        "solo.most_in_game": 25,
        "top.order": ("keep_blank", "balance", "fewest_tiles", "alphabetical", "nearest_a1"),
        "standings.tie_breaks": ("most_tops", "best_move"),
    },
    "nasc": {"slips.wrong_score": "stated"},
    "ntsv": {
        "rack.left_overs_kept": False,
        "rack.blanks": "recycled",
        "top.arbitrator_chooses": True,
    },
    "romanian": {"rack.minimum_early": 1, "rack.minimum_late": 1, "rack.last_rack_free": True},
}
TEMPOS = {
    "fisf_semi_normal": (150, (30,), 3),
    "fisf_semi_rapid": (120, (30,), 3),
    "fisf_semi_blitz": (90, (20,), 3),
    "fisf_blitz": (60, (20,), 5),
}


def value(rules, path):
    group, name = path.split(".")
    return getattr(getattr(rules, group), name)


def differences(one, other):
    return {path for path, _setting in all_settings() if value(one, path) != value(other, path)}


def values_of(kind):
    """Return a strategy for the values of a setting of that kind."""
    if isinstance(kind, Whole):
        numbers = st.integers(kind.least, kind.most)
        return st.none() | numbers if kind.optional else numbers
    if isinstance(kind, Flag):
        return st.booleans()
    if isinstance(kind, OneOf):
        return st.sampled_from(list(kind.options))
    if isinstance(kind, Several):
        return st.permutations(list(kind.options)).flatmap(
            lambda order: st.integers(0, len(order)).map(lambda count: tuple(order[:count]))
        )
    if isinstance(kind, Countdown):
        return st.sets(st.integers(1, 600), max_size=4).map(lambda calls: tuple(sorted(calls, reverse=True)))
    assert isinstance(kind, Points)
    return st.dictionaries(st.integers(1, 7), st.integers(0, kind.most_points), max_size=3)


@st.composite
def rule_sets(draw):
    """Draw rule sets of settings that do not conflict."""
    name = draw(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30))
    settings = dict(all_settings())
    chosen = draw(st.lists(st.sampled_from(sorted(settings)), unique=True, max_size=12))
    groups = {}
    for path in chosen:
        group, key = path.split(".")
        groups.setdefault(group, {})[key] = draw(values_of(settings[path].kind))
    base = RuleSet()
    try:
        return RuleSet(
            name, **{key: dataclasses.replace(getattr(base, key), **given) for key, given in groups.items()}
        )
    except RuleSetError:
        assume(False)


def test_classic_is_the_default_and_says_every_setting():
    assert load_rule_set("classic") == RuleSet()
    text = (resources.files("engine") / "data/rules/classic.toml").read_text(encoding="utf-8")
    written = {
        f"{group}.{name}"
        for group, settings in tomllib.loads(text).items()
        if group != "name"
        for name in settings
    }
    assert written == {path for path, _setting in all_settings() if value(RuleSet(), path) is not None}


def test_the_presets_bear_their_names():
    assert set(rule_set_names()) == {"classic", *PRESETS, *TEMPOS}
    assert [load_rule_set(name).name for name in rule_set_names()] == list(rule_set_names())


@pytest.mark.parametrize(
    ("preset", "path", "expected"),
    [(preset, path, expected) for preset, settings in PRESETS.items() for path, expected in settings.items()],
)
def test_preset(preset, path, expected):
    assert value(load_rule_set(preset), path) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_what_the_field_does_not_say_of_a_preset_is_classic(preset):
    assert differences(load_rule_set(preset), RuleSet()) <= set(PRESETS[preset])


@pytest.mark.parametrize("tempo", TEMPOS)
def test_fisf_tempo(tempo):
    rules, (seconds, calls, free_warnings) = load_rule_set(tempo), TEMPOS[tempo]
    assert (rules.time.round_seconds, rules.time.calls) == (seconds, calls)
    assert rules.sanctions.free_warnings == free_warnings
    assert differences(rules, load_rule_set("fisf")) <= {
        "time.round_seconds",
        "time.calls",
        "sanctions.free_warnings",
    }


def test_d3_validity_by_round():
    rack = RuleSet().rack
    assert [rack.validity(number) for number in (1, 15, 16, 30)] == [Validity(2)] * 2 + [Validity(1)] * 2
    fise = load_rule_set("fise").rack
    assert [fise.validity(number) for number in (15, 16)] == [Validity(0, 5, False), Validity(1, None, False)]


def test_a_setting_left_out_is_classic():
    rules = RuleSet.from_toml('name = "rapid"\n[time]\nround_seconds = 60\ncalls = [20]')
    assert rules == RuleSet(name="rapid", time=TimeRules(round_seconds=60, calls=(20,)))
    rules = RuleSet.from_toml("[moves]\nbonuses = { 7 = 50, 8 = 75 }\n[rack]\nsize = 8")
    assert (rules.rack, rules.moves.bonuses) == (RackRules(size=8), {7: 50, 8: 75})


def test_a_setting_left_out_is_that_of_the_preset_it_is_based_on():
    rules = RuleSet.from_toml('name = "ours"\nbased_on = "fisf"\n[sanctions]\nfree_warnings = 1')
    assert rules.sanctions == Sanctions(1, 5, 5, 4, True)
    assert differences(rules, load_rule_set("fisf")) == {"sanctions.free_warnings"}
    assert "based_on" not in rules.to_toml()


def test_rule_sets_of_the_first_version_are_still_read():
    rules = RuleSet.from_toml(OLD_TEXT)
    assert rules == RuleSet(
        rack=RackRules(minimum_early=1, minimum_late=0, late_from_round=10),
        time=TimeRules(round_seconds=45, calls=(20,), grace_seconds=0),
    )
    assert RuleSet.from_toml(OLD_TEXT.replace("call_seconds = 20", "call_seconds = 0")).time.calls == ()


def test_rule_sets_never_change():
    given_bonuses = {7: 50}
    rules = RuleSet(moves=MoveRules(bonuses=given_bonuses))
    given_bonuses[7] = 0
    assert rules.moves.bonuses == {7: 50}
    with pytest.raises(TypeError):
        rules.moves.bonuses[7] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.rack.size = 9


@given(rule_sets())
def test_rule_sets_read_back_as_printed(rules):
    again = RuleSet.from_toml(rules.to_toml())
    assert again == rules
    assert hash(again) == hash(rules)
    assert RuleSet.from_data(json.loads(json.dumps(rules.to_data()))) == rules
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("[rack]\nsize = 0", "rack.size"),
        ("[rack]\nsize = 16", "rack.size"),
        ('[rack]\nsize = "seven"', "rack.size"),
        ("[rack]\nsize = true", "rack.size"),
        ("[rack]\nsize = 7.0", "rack.size"),
        ("[rack]\nminimum_early = 4", "rack.minimum_early"),
        ("[rack]\nminimum_late = -1", "rack.minimum_late"),
        ("[rack]\nmaximum_early = 1", "rack.maximum_early"),
        ("[rack]\nmaximum_late = 3", "rack.maximum_late"),
        ("[rack]\nlate_from_round = 0", "rack.late_from_round"),
        ("[rack]\nlast_rack_free = 1", "rack.last_rack_free"),
        ('[rack]\nblanks = "wild"', "rack.blanks"),
        ("[rack]\nblanks = 2", "rack.blanks"),
        ("[rack]\ncolour = 1", "rack.colour"),
        ("rack = 7", "rack"),
        ("[moves]\nmost_played = 8", "moves.most_played"),
        ("[moves]\nmost_played = 0", "moves.most_played"),
        ("[moves]\nbonuses = 50", "moves.bonuses"),
        ("[moves]\nbonuses = { 8 = 50 }", "moves.bonuses"),
        ("[moves]\nbonuses = { 16 = 50 }", "moves.bonuses"),
        ("[moves]\nbonuses = { seven = 50 }", "moves.bonuses"),
        ("[moves]\nbonuses = { 07 = 50 }", "moves.bonuses"),
        ("[moves]\nbonuses = { 7 = 50, 07 = 60 }", "moves.bonuses"),
        ("[moves]\nbonuses = { 7 = -50 }", "moves.bonuses"),
        ("[time]\nround_seconds = 0", "time.round_seconds"),
        ("[time]\ncalls = [180]", "time.calls"),
        ("[time]\ncalls = [30, 60]", "time.calls"),
        ("[time]\ncalls = [30, 30]", "time.calls"),
        ("[time]\ncalls = [0]", "time.calls"),
        ("[time]\ncalls = 30", "time.calls"),
        ('[time]\ncalls = ["30"]', "time.calls"),
        ("[time]\ngrace_seconds = 61", "time.grace_seconds"),
        ('[slips]\nwrong_score = "penalty"', "slips.wrong_score"),
        ("[solo]\nmost_in_game = 0", "solo.most_in_game"),
        ('[top]\norder = ["luck"]', "top.order"),
        ('[top]\norder = ["balance", "balance"]', "top.order"),
        ('[top]\norder = "balance"', "top.order"),
        ("[top]\norder = [[]]", "top.order"),
        ("[end]\nrounds = 0", "end.rounds"),
        ('name = " "', "name"),
        ("name = 7", "name"),
        ('based_on = "nothing"', "name"),
        ("based_on = 1", "name"),
        ("based_on = []", "name"),
        ("rack_size = 7\n[rack]\nsize = 8", "rack_size"),
        ('call_seconds = "30"', "time.calls"),
        ("colour = 1", "colour"),
        ("rack_size = 16", "rack.size"),
        ("call_seconds = 180", "time.calls"),
        ("rack_size = ", "text"),
    ],
)
def test_a_bad_setting_is_named(text, setting):
    with pytest.raises(RuleSetError) as caught:
        RuleSet.from_toml(text)
    assert (caught.value.code, caught.value.params["setting"]) == ("bad_rules", setting)


KEYS = st.sampled_from(
    [*group_names(), "name", "based_on", "rack_size", "bonuses", "call_seconds", "7", "seven"]
    + [path.split(".")[1] for path, _setting in all_settings()]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("ab7. é\x00", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(KEYS, ANYTHING, max_size=4))
def test_whatever_is_written_is_a_rule_set_or_refused(data):
    before = copy.deepcopy(data)
    with contextlib.suppress(RuleSetError):
        rules = RuleSet.from_data(data)
        assert RuleSet.from_toml(rules.to_toml()) == rules
    assert repr(data) == repr(before)


def test_settings_made_by_a_program_are_checked_as_well():
    for group in (
        {"end": EndRules(rounds=0)},
        {"moves": MoveRules(bonuses=50)},
        {"time": TimeRules(calls=[30])},
    ):
        with pytest.raises(RuleSetError):
            RuleSet(**group)


@pytest.mark.parametrize("name", ["", "nothing", "../rules/classic"])
def test_an_unknown_rule_set_is_named(name):
    with pytest.raises(RuleSetError, match=f"no rule set “{name}”"):
        load_rule_set(name)


@pytest.mark.parametrize(("path", "setting"), all_settings(), ids=[path for path, _ in all_settings()])
def test_every_setting_is_explained_and_has_a_right_default(path, setting):
    assert setting.label[:1].isupper()
    assert not setting.help or setting.help.endswith(".")
    assert setting.kind.problem(value(RuleSet(), path)) is None
    assert all(getattr(setting.kind, "options", {"": "no options"}).values())


def test_groups_have_labels():
    assert tuple(group_labels()) == group_names()
    assert all(group_labels().values())


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("Blanks", "BLANKS"),
        ("Consequence", "CONSEQUENCES"),
        ("WrongScore", "WRONG_SCORES"),
        ("SecondSlip", "SECOND_SLIPS"),
        ("Criterion", "CRITERIA"),
        ("TieBreak", "TIE_BREAKS"),
    ],
)
def test_every_option_is_explained(kind, options):
    assert get_args(getattr(rule_groups, kind)) == tuple(getattr(rule_groups, options))
