"""The program goes on if broker and workers are down, and the desk can say so."""

import pytest

from tournaments.installation import degradation
from tournaments.live.broadcast import RedisBroadcast, _redis_client
from tournaments.processes.background import CeleryBackground

NOBODY = "redis://127.0.0.1:9/0"


@pytest.fixture(autouse=True)
def dead_redis(settings, monkeypatch):
    settings.REDIS_URL = settings.CELERY_BROKER_URL = NOBODY
    monkeypatch.setattr(degradation, "_noted", {})
    _redis_client.cache_clear()
    yield
    _redis_client.cache_clear()


def test_all_is_well_to_begin_with():
    assert degradation.recent() == []


def test_a_wake_up_without_redis_is_a_trouble_and_no_error():
    RedisBroadcast().wake("CODE")
    assert degradation.recent() == ["No connection to Redis: screens update a few seconds late."]


def test_work_without_a_broker_is_a_trouble_and_no_error():
    CeleryBackground().submit("duplicate.rounds.top_search.find_top", 1)
    assert len(degradation.recent()) == 1


def test_troubles_are_forgotten(monkeypatch):
    degradation.note("broadcast")
    now = degradation.time.monotonic()
    monkeypatch.setattr(degradation.time, "monotonic", lambda: now + 61)
    assert degradation.recent() == []
