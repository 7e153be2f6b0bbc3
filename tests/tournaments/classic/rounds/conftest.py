"""A division of six, and its first round."""

import pytest

from tests.factories.divisions import players
from tests.worlds.division import division_of


@pytest.fixture
def world(request, db, english):
    return division_of(*players(6), then="begun" if "begun" in request.fixturenames else "")


@pytest.fixture
def division(world):
    return world[1]


@pytest.fixture
def begun(world):
    """Return a division whose first round has begun."""
    return world[1]
