"""The engine's plays in the middle of a match: nothing is shown of tiles that may still be on a rack."""

import pytest

from engine.lexicon import ensure_builtin, load_lexicon
from engine.referee import ClassicSettings, Player, State, apply
from engine.referee.notation import acts_of_line
from engine.tiles import load_tile_set
from tournaments.classic.match_records.advice import may_be_told, takes_off, turn_of
from tournaments.classic.models import RecordEntry


@pytest.fixture(scope="module")
def lexicon():
    ensure_builtin()
    return load_lexicon("english")


@pytest.fixture
def told(lexicon):
    """Return a function from lines with racks to the turns that may be shown."""

    def tell(*lines):
        state = State.start((Player("Ann"), Player("Ben")), load_tile_set("english"), ClassicSettings())
        turns = []
        for written in lines:
            line, _colon, rack = written.partition(":")
            for act in acts_of_line(line, rack, state, lexicon):
                before, state = state, apply(state, act, lexicon)
                if takes_off(act):
                    turns[-1].withdrawn = True
                turns += [turn for turn in [turn_of(act, before, state, RecordEntry(best=["best"]))] if turn]
        return [number for number in range(len(turns)) if may_be_told(turns, number)]

    return tell


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        (["8D TRAINER:AEINRRT"], []),
        (["8D TRAINER:AEINRRT", "-"], [0]),
        (["8D TRAIN:AINRTXZ", "-"], []),
        (["8D TRAIN:AINRTXZ", "-", "-", "-"], []),
        (["8D TRAIN", "-"], [0]),
        (["-:AEINRST", "-", "-5", "-"], []),
        (["-AB:ABEINRT", "8D TRAIN", "-7", "-"], [1]),
        (["8D TRAINZX:AINRTXZ", "?", "-", "-"], []),
    ],
)
def test_what_is_told(told, lines, numbers):
    assert told(*lines) == numbers


def test_a_play_is_told_when_all_that_it_left_is_gone(told):
    begin = ["8D TRAIN:AINRTES", "-"]
    assert told(*begin, "-ES:ESAAAAI", "-") == [0], "both were given back, and none is left"
    assert told(*begin, "-ES:ESAAAAI") == []
    assert told(*begin, "-E:ESAAAAI", "-") == []
    assert told(*begin, "-ES:ESSAAAI", "-") == [], "which S it was nobody knows"
    assert told(*begin, "-ES", "-") == [], "nobody knows what else is there"
    assert told(*begin, "-7:ESAAAAI", "-") == [], "a number alone tells of no tiles"
