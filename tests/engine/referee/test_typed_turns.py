"""Turns as an annotator types them, with dots for the letters on the board."""

import pytest

from engine.errors import EngineError, MoveError
from engine.lexicon import load_lexicon
from engine.referee import ClassicSettings, Player, State, apply
from engine.referee.notation import acts_of_line
from engine.tiles import load_tile_set


@pytest.fixture(scope="module")
def lexicon():
    return load_lexicon("english")


@pytest.fixture
def state(lexicon):
    """Return a board with HORN across at 8F."""
    state = State.start((Player("Ann"), Player("Bo")), load_tile_set("english"), ClassicSettings())
    for act in acts_of_line("8F HOrN", "HO?NAAB", state, lexicon):
        state = apply(state, act, lexicon)
    return state


@pytest.mark.parametrize(
    ("dotted", "whole"),
    [
        ("H6 FA.M", "H6 FArM"),
        ("FA.M H6", "FArM H6"),
        ("8F ....S", "8F HOrNS"),
        ("8d TH....s", "8d THHOrNs"),
    ],
)
def test_a_dot_is_the_letter_that_lies_there(state, lexicon, dotted, whole):
    assert acts_of_line(dotted, "", state, lexicon) == acts_of_line(whole, "", state, lexicon)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("H6 F.RM", "nothing_lies_there"),
        ("8K AXONE.", "off_board"),
        ("O14 ZA.", "off_board"),
        ("99 ZA.", "bad_reference"),
        ("FA.M", "bad_turn"),
    ],
)
def test_a_dot_without_a_letter_is_refused(state, lexicon, line, code):
    with pytest.raises(EngineError) as caught:
        acts_of_line(line, "", state, lexicon)
    assert caught.value.code == code


def test_letters_of_several_signs_lie_on_one_square():
    lexicon, tiles = load_lexicon("spanish"), load_tile_set("spanish")
    state = State.start((Player("Ana"), Player("Bo")), tiles, ClassicSettings())
    for act in acts_of_line("8G [CH]AL", "", state, lexicon):
        state = apply(state, act, lexicon)
    assert acts_of_line("G7 O.A", "", state, lexicon) == acts_of_line("G7 O[CH]A", "", state, lexicon)
    with pytest.raises(MoveError, match="7H"):
        acts_of_line("7G O.A", "", state, lexicon)
