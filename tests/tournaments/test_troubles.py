"""Without broker and workers nothing stops, and the desk can say so."""

import pytest

from tournaments import troubles
from tournaments.background import CeleryBackground
from tournaments.broadcast import RedisBroadcast, _redis_client

NOBODY = "redis://127.0.0.1:9/0"


@pytest.fixture(autouse=True)
def dead_redis(settings, monkeypatch):
    settings.REDIS_URL = settings.CELERY_BROKER_URL = NOBODY
    monkeypatch.setattr(troubles, "_noted", {})
    _redis_client.cache_clear()
    yield
    _redis_client.cache_clear()


def test_all_is_well_to_begin_with():
    assert troubles.recent() == []


def test_a_wake_up_without_redis_is_a_trouble_and_no_error():
    RedisBroadcast().wake("CODE")
    assert troubles.recent() == ["No link to Redis: screens follow a few seconds late."]


def test_work_without_a_broker_is_a_trouble_and_no_error():
    CeleryBackground().submit("duplicate.search.find_top", 1)
    assert len(troubles.recent()) == 1


def test_troubles_are_forgotten(monkeypatch):
    troubles.note("broadcast")
    now = troubles.time.monotonic()
    monkeypatch.setattr(troubles.time, "monotonic", lambda: now + 61)
    assert troubles.recent() == []
