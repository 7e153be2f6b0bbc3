"""Acts and cases that the tests of the referee's rules share."""

import pytest

from tests.engine.referee.playing import settings
from tests.engine.referee.table import Words, played, start

TRAIN, TRAINER = "A 8D TRAIN", "A 8B TRAINER"
WORKED = ("A 8F HORN", "B H6 FARM", "A 10F PASTE", "B 9H MOB", "A 11E BIT")
GOOD = Words("HORN", "HORNS", "AT", "SAT", "TRAIN")
VOID = settings("void")


def case(rule, *values):
    """Named by its rule, and told apart by the first of its values."""
    return pytest.param(rule, *values, id=f"{rule}-{values[0]}")


def scores(*script, **settings_of_start):
    return played(start(**settings_of_start), *script).scores
