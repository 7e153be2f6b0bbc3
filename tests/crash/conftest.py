"""The program that is killed."""

import pytest

from tests.server import Embedded


@pytest.fixture
def server(tmp_path):
    server = Embedded(tmp_path)
    server.start()
    yield server
    assert server.stop()
