"""Standings of a division are provisional until all rounds are played, and the chief has released them as final."""

import pytest

from tests.worlds.division import division_of
from tournaments.classic.standings.rows import standings_of_division, state_of
from tournaments.models import Event


@pytest.mark.repeats
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rounds", "released", "state"),
    [
        (1, Event.Released.FINAL, "provisional"),
        (2, Event.Released.PROVISIONAL, "provisional"),
        (2, Event.Released.FINAL, "final"),
    ],
)
def test_state_of_standings(english, rounds, released, state):
    _director, division = division_of("Ann", "Bob", "Cleo", "Dan", rounds=rounds, rounds_planned=2)
    division.event.released = released
    assert state_of(division, standings_of_division(division), None) == state
