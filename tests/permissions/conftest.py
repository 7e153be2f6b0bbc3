"""The world of a file of tests: its rows are made once, and each test sees them as they were made."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game
from duplicate.rounds import closing
from engine.rules import RuleSet
from tests.factories.games import Hands
from tests.permissions.world import announce_top, make_world, open_round
from tournaments.core import clock

NAMES = ("Mona", "Noah", "Olga")
ROUND_SECONDS = 10_000


@pytest.fixture(scope="module")
def world_of_file(chief_of_file):
    """Make a game with an announced round and an open one, and one of each addressable thing; return it and
    its time.
    """
    game = game_services.create_game(
        name="Tuesday", by=chief_of_file, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    joined = [player_services.join_game(game=game, name=name) for name in NAMES]
    with pytest.MonkeyPatch.context() as patch:
        hands = Hands()
        patch.setattr(clock, "now", lambda: hands.now)
        open_round(game, "TRAINER", chief_of_file)
        hands.move(ROUND_SECONDS)
        assert closing.close_overdue_rounds() == 1
        announce_top(game, 1, chief_of_file)
        open_round(game, "SATIRES", chief_of_file)
        world = make_world(game, [(each.entry, each.token) for each in joined], chief_of_file)
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
