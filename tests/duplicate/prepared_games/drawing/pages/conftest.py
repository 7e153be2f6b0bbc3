"""Fixtures: a prepared game with its record, and a search for one."""

import pytest

from duplicate.prepared_games.drawing import search as prepared_search
from duplicate.prepared_games.drawing.services import prepare_typed
from engine.duplicate_games.game_statistics import Criteria
from engine.tiles import load_tile_set
from tests.factories.prepared_games import RULES
from tests.factories.top_games import play_game


@pytest.fixture(scope="module")
def record(english):
    return play_game("prepared-3", english, load_tile_set("english"), RULES)


@pytest.fixture
def text(record):
    return "\n".join(f"{line.rack} {line.word} {line.ref}".strip() for line in record.rounds)


@pytest.fixture
def prepared(built_in, arbitrator, text):
    return prepare_typed(
        name="Sunday", lexicon="english", rules=RULES, notation="duplicate", text=text, by=arbitrator
    )


@pytest.fixture
def desk(client, built_in, arbitrator):
    client.force_login(arbitrator)
    return client


@pytest.fixture
def secrets(record):
    """Return the texts that would reveal the game: its racks, and its words of more than four letters."""
    return {line.rack for line in record.rounds} | {line.word for line in record.rounds if len(line.word) > 4}


@pytest.fixture
def search(built_in, arbitrator):
    search = prepared_search.start_search(
        lexicon="english", rules=RULES, criteria=Criteria(ranking="total"), games=30, by=arbitrator
    )
    for chunk in search.left:
        prepared_search.try_chunk(search.pk, chunk)
    search.refresh_from_db()
    return search
