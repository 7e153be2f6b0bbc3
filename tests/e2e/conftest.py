"""The running program, without and with a browser."""

import pytest

from tests.browser.conftest import arbitrator, browser, chromium, hall, server
from tests.server import Embedded

__all__ = ["arbitrator", "browser", "chromium", "hall", "server"]


@pytest.fixture
def program(tmp_path):
    program = Embedded(tmp_path)
    program.start()
    yield program
    program.stop()
