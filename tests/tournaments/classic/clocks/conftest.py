"""The server's clock, which a test moves."""

import pytest

from tests.tournaments.classic.clocks.devices import Hands
from tournaments.time import clock


@pytest.fixture
def hands(monkeypatch):
    hands = Hands()
    monkeypatch.setattr(clock, "now", lambda: hands.now)
    return hands
