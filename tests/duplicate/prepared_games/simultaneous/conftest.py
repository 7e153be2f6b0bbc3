"""A simultaneous game that was sent, its organiser, and facts of a record that a file names."""

import pytest

from engine.duplicate_games.game_statistics import collect_game_facts
from engine.duplicate_games.typed_games import play_written
from engine.rules import (
    load_rule_set,
)
from engine.tiles import load_tile_set
from tests.worlds.images import enter, image_of
from tests.worlds.sent_games import create_organiser, send_to_clubs
from tournaments.lexicons.services import register_built_in

FISF = load_rule_set("fisf")


@pytest.fixture
def sent_as():
    """Return the settings of the game that is sent; files with another game override it."""
    return {"rules": "fisf"}


@pytest.fixture(autouse=True)
def world(request, own_rows):
    """Enter the world of a game that was sent, before anything else is made, for tests that ask for it."""
    definitions = request._fixturemanager.getfixturedefs("sent", request.node)
    if "sent" not in request.fixturenames or definitions[-1].func.__module__ != __name__:
        return None
    request.getfixturevalue("db")
    request.getfixturevalue("english")
    return enter(image_of(send_to_clubs, **request.getfixturevalue("sent_as")))


@pytest.fixture
def built_in(world, db, english):
    return world.built_in if world else register_built_in()


@pytest.fixture
def organiser(world, built_in):
    return world.organiser if world else create_organiser()


@pytest.fixture
def organisers(client, organiser):
    """Return the organiser's browser."""
    client.force_login(organiser)
    return client


@pytest.fixture
def sent(world):
    return world.sent


@pytest.fixture(scope="module")
def facts(record, english):
    tiles = load_tile_set("english")
    rounds = play_written(record.rounds, lexicon=english, tiles=tiles, rules=FISF, notation="duplicate")
    return collect_game_facts([one.played for one in rounds], tiles, FISF)
