"""Settings of a classic game: text form, allowed values, and that the page of the rules lists them all."""

import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleSetError
from engine.referee import ClassicSettings
from engine.referee.settings import (
    BLANK_BAGS,
    CHALLENGE_RULES,
    FINAL_ADJUSTMENTS,
    FINISH_LINES,
    POINTS_FOR,
    POINTS_GO,
    all_settings,
)

RULES_PAGE = Path(__file__).parents[3] / "docs" / "rules.md"

any_settings = st.builds(
    ClassicSettings,
    rack_size=st.integers(1, 15),
    bonuses=st.dictionaries(st.integers(1, 15), st.integers(0, 1000), max_size=3),
    exchange_minimum=st.integers(0, 100),
    challenge=st.sampled_from(sorted(CHALLENGE_RULES)),
    challenge_points=st.integers(1, 1000),
    challenge_points_for=st.sampled_from(sorted(POINTS_FOR)),
    challenge_points_go=st.sampled_from(sorted(POINTS_GO)),
    passes_each=st.integers(1, 10),
    scoreless_turns=st.none() | st.integers(2, 100),
    final_adjustment=st.sampled_from(sorted(FINAL_ADJUSTMENTS)),
    overtime_points=st.integers(0, 1000),
    turn_seconds=st.none() | st.integers(1, 86400),
    finish_line=st.sampled_from(sorted(FINISH_LINES)),
    rearranging=st.booleans(),
    recycling_letters=st.booleans(),
    recycling_blanks=st.booleans(),
    open_dictionary=st.booleans(),
    theme=st.sampled_from(["the sea", "le “thé”"]),
    theme_points=st.integers(1, 1000),
    theme_words=st.lists(st.sampled_from(["SEA", "TIDE", "été"]), unique=True).map(tuple),
    double_bag=st.booleans(),
    blank_bag=st.sampled_from(sorted(BLANK_BAGS)),
)


@given(any_settings)
def test_settings_read_back_as_printed(settings):
    assert ClassicSettings.from_toml(settings.to_toml()) == settings
    assert ClassicSettings.from_data(settings.differences()) == settings
    assert pickle.loads(pickle.dumps(settings)) == settings
    assert hash(ClassicSettings.from_toml(settings.to_toml())) == hash(settings)


def test_a_text_says_what_differs():
    settings = ClassicSettings.from_toml('challenge = "points"\nexchange_minimum = 0\n')
    assert settings == ClassicSettings(challenge="points", exchange_minimum=0)
    assert settings.differences() == {"challenge": "points", "exchange_minimum": 0}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *((name, {} if name == "double" else {"challenge": name}) for name in ("void", "single", "double")),
        ("5", {"challenge": "points"}),
        ("10", {"challenge": "points", "challenge_points": 10}),
    ],
)
def test_challenge_rules_as_tournaments_name_them(name, expected):
    assert ClassicSettings.of_championship(name).differences() == expected
    assert ClassicSettings.of_championship(name, exchange_minimum=0).exchange_minimum == 0


@pytest.mark.parametrize(
    ("text", "setting", "problem"),
    [
        ("exchange_minimum = -1", "exchange_minimum", "must be a whole number from 0 to 100"),
        ('challenge = "triple"', "challenge", "must be one of void, single, double, points"),
        ("challenge_points = 0", "challenge_points", "must be a whole number from 1 to 1000"),
        ("bonuses = 50", "bonuses", "must map 1 to 15 tiles to 0 to 1000 points"),
        ("passes = 2", "passes", "there is no such setting"),
        ("turn_seconds = true", "turn_seconds", "must be a whole number from 1 to 86400"),
        ("rack_size", "text", "it is not valid TOML: "),
        ("rack_size = " + "9" * 5000, "text", "it cannot be read"),
    ],
)
def test_what_settings_cannot_be(text, setting, problem):
    with pytest.raises(RuleSetError) as caught:
        ClassicSettings.from_toml(text)
    assert caught.value.params["setting"] == setting
    assert str(caught.value.params["problem"]).startswith(problem)


def test_all_that_is_wrong_is_told_at_once():
    with pytest.raises(RuleSetError) as caught:
        ClassicSettings(rack_size=0, passes_each=0, overtime_points=-1)
    assert [error.params["setting"] for error in (caught.value, *caught.value.others)] == [
        "rack_size",
        "passes_each",
        "overtime_points",
    ]


def test_settings_never_change():
    bonuses = {7: 50}
    settings = ClassicSettings(bonuses=bonuses)
    bonuses[7] = 0
    assert settings.bonuses == {7: 50}
    with pytest.raises(TypeError):
        settings.bonuses[7] = 0


def in_words(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"`{value}`" if isinstance(value, str) else str(value)


def test_the_page_explains_every_setting_with_what_rule_c_has():
    page = RULES_PAGE.read_text(encoding="utf-8")
    for name in all_settings():
        value = getattr(ClassicSettings(), name)
        written = "7 = 50" if name == "bonuses" else "–" if value in {None, "", ()} else in_words(value)
        assert re.search(rf"^\| `{name}` \| {re.escape(written)} \| ", page, re.MULTILINE), name
