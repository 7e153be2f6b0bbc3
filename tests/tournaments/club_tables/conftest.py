"""The real program for tests of club tables over HTTP, one for each file, with an arbitrator at its desk."""

import pytest

from tests.http_client import Desk
from tests.server import Embedded


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
