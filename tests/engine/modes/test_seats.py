"""The start of every mode: players, way and version of the rules that it does not have are refused."""

import pytest

from engine.errors import EngineError
from engine.modes import MODES
from engine.referee import Player
from tests.engine.modes.sitting import setup

every_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.code)


def refusal_at_start(mode, people=None, **values):
    """Return the code of the error at the start of a table."""
    with pytest.raises(EngineError) as caught:
        mode.start(seat_people(mode, people or mode.fewest, **values))
    return caught.value.code


def seat_people(mode, people, **values):
    players = tuple(Player(f"P{number}") for number in range(people))
    return setup(mode, people=players, **values)


@every_mode
def test_versions_that_the_program_does_not_know_are_refused(mode):
    for version in (-1, 0, mode.version + 1):
        assert refusal_at_start(mode, version=version) == "mode_version_unknown"


@every_mode
def test_each_version_so_far_is_played(mode):
    for version in (None, *range(1, mode.version + 1)):
        started = mode.start(seat_people(mode, mode.fewest, version=version))
        assert len(mode.scores(started)) >= mode.fewest


@every_mode
def test_too_few_and_too_many_players_are_refused(mode):
    for people in (mode.fewest - 1, mode.most + 1):
        if people:
            assert refusal_at_start(mode, people) == "players_number"


@every_mode
def test_ways_that_the_mode_does_not_have_are_refused(mode):
    assert refusal_at_start(mode, way="letters") == "way_unknown"
