"""The world of a file of tests: its rows are made once, and each test sees them as they were made."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from duplicate.models import Game
from tests.factories.games import create_arbitrator, own_clock
from tests.permissions.world import play_world
from tests.worlds.images import enter, image_of
from tournaments.lexicons.services import register_built_in


@pytest.fixture(scope="module")
def world_of_file(rows_of_file, english):
    return enter(image_of(begin_world))


def begin_world():
    """Make a game with an announced round and an open one, and one of each addressable thing; return it and
    its time.
    """
    register_built_in()
    with own_clock() as hands:
        world = play_world(create_arbitrator(), hands)
    return world, hands.now


@pytest.fixture
def world(world_of_file, hands):
    """Return the world with rows of the test's own and unused clients."""
    world, hands.now = world_of_file
    users = User.objects.in_bulk([user.pk for user in world.staff.values()])
    return replace(
        world,
        game=Game.objects.select_related("event").get(pk=world.game.pk),
        chief=users[world.chief.pk],
        staff={role: users[user.pk] for role, user in world.staff.items()},
        clients={},
    )
