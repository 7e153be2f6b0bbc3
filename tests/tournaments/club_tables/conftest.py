"""For tests of club tables: one at which players sit down; and the real program, one for each file, with an arbitrator
at its desk.
"""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.urls import reverse

from tests.http_client import Desk
from tests.server import Embedded
from tests.tournaments.club_tables.play import ask_undo, begin_with, hands_of, pass_turn
from tournaments.club_tables import tables
from tournaments.models import Lexicon


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Embedded(tmp_path_factory.mktemp("tables"))
    server.start()
    yield server
    assert server.stop()


@pytest.fixture(scope="module")
def desk(server):
    desk = Desk(server.site)
    desk.enter(server.welcome, "ann")
    return desk


@pytest.fixture
def clear_guesses():
    """Forget the wrong codes that were counted."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def opener(lexicon):
    return User.objects.create_user("opener")


@pytest.fixture
def lexicon(db):
    return Lexicon.objects.get_or_create(
        name="english", defaults={"tile_set": "english", "word_count": 170_000}
    )[0]


@pytest.fixture
def open_table(opener, lexicon):
    """Return a function that opens a table."""

    def open_it(mode="classic", way="phones", **settings):
        return tables.open_table(mode=mode, way=way, lexicon=lexicon, settings=settings, by=opener)

    return open_it


@pytest.fixture
def table(open_table):
    return open_table().table


@pytest.fixture
def undo(table):
    """Seat three at a table, one of whom asks for undo; return that one and the others."""
    begin_with(table, "Ann", "Bob", "Cy")
    hand = pass_turn(table)
    ask_undo(table, hand)
    return hand, [other for other in hands_of(table) if other != hand]


@pytest.fixture
def ask_api(client, table):
    """Return a function that asks the API of the table."""

    def ask(route, token="", body=None, method="post", code=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = reverse(f"api-{route}", args=[code or table.code])
        if method == "get":
            return client.get(address, body, headers=headers)
        return client.post(address, body or {}, content_type="application/json", headers=headers)

    return ask
