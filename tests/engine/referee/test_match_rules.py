"""The match rules of federations, as settings."""

import pytest

from engine.errors import RuleSetError
from engine.referee.match_rules import load_match_rules, match_rules_names

SIX_ZEROS = {"passes_each": 3, "scoreless_turns": 6}
EXPECTED = {
    "championship": {},
    "club": {"challenge": "single"},
    "naspa": {"final_adjustment": "double", **SIX_ZEROS},
    "wespa": {
        "challenge": "points",
        "challenge_points_go": "gained",
        "final_adjustment": "double",
        **SIX_ZEROS,
    },
    "absp": {
        "challenge": "points",
        "challenge_points_for": "play",
        "challenge_points_go": "gained",
        "final_adjustment": "double",
        **SIX_ZEROS,
    },
}


def test_each_file_is_expected():
    assert set(match_rules_names()) == EXPECTED.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_a_federation_differs_from_the_championship_rule(name):
    assert load_match_rules(name).differences() == EXPECTED[name]


def test_a_name_that_is_unknown_is_refused():
    with pytest.raises(RuleSetError, match="there are no match rules “chess”"):
        load_match_rules("chess")
