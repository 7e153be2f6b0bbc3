"""A division of six, and its first round."""

import pytest

from tests.factories.divisions import (
    make_director,
    make_division,
    players,
)
from tournaments.classic.rounds import pairing


@pytest.fixture
def by(db):
    return make_director()


@pytest.fixture
def division(by):
    return make_division(by, players(6))


@pytest.fixture
def begun(division, by):
    """Return a division whose first round has begun."""
    pairing.pair_next_round(division=division, number=1, by=by)
    pairing.begin_round(division=division, number=1, by=by)
    return division
