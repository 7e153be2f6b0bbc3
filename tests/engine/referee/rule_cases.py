"""Acts and cases that the tests of the referee's rules share."""

import pytest

from tests.engine.few_words import Words
from tests.engine.referee.playing import settings
from tests.engine.referee.table import play_script, start

TRAIN, TRAINER = "A 8D TRAIN", "A 8B TRAINER"
WORKED = ("A 8F HORN", "B H6 FARM", "A 10F PASTE", "B 9H MOB", "A 11E BIT")
GOOD = Words("HORN", "HORNS", "AT", "SAT", "TRAIN")
VOID = settings("void")


def case(rule, *values):
    """Return a case whose id is its rule and the first of its values."""
    return pytest.param(rule, *values, id=f"{rule}-{values[0]}")


def scores(*script, **settings_of_start):
    return play_script(start(**settings_of_start), *script).scores
