"""The organiser of a simultaneous game, and facts of a record that a file names."""

import pytest
from django.contrib.auth.models import User

from engine.duplicate_games.game_statistics import collect_game_facts
from engine.duplicate_games.typed_games import play_written
from engine.rules import load_rule_set
from engine.tiles import load_tile_set

FISF = load_rule_set("fisf")


@pytest.fixture
def organiser(built_in):
    return User.objects.create_user("org")


@pytest.fixture(scope="module")
def facts(record, english):
    tiles = load_tile_set("english")
    rounds = play_written(record.rounds, lexicon=english, tiles=tiles, rules=FISF, notation="duplicate")
    return collect_game_facts([one.played for one in rounds], tiles, FISF)
