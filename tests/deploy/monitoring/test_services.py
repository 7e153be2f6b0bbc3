"""Clock, workers and their tasks: gone or late, it is told with names."""

import json
import threading
from datetime import timedelta

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client

from deploy.monitoring import services, watch
from deploy.monitoring.services import degraded, service_states
from deploy.monitoring.task_queue import LANES, LATE_SECONDS, read_queue
from duplicate import (
    housekeeping,
)
from duplicate.models import ServiceBeat
from duplicate.rounds import service_beats
from tests.services import QUICK_REDIS, empty_redis
from tournaments.installation import degradation
from tournaments.processes.background import SENT_AT, CeleryBackground
from tournaments.time import clock

CLOCK, WORKER = ServiceBeat.Service.CLOCK, ServiceBeat.Service.WORKER


@pytest.fixture
def beats(db, hands):
    """Return a function that writes a beat and says how many seconds ago."""

    def write(service, name, ago=0):
        service_beats.write_beat(service, name)
        ServiceBeat.objects.filter(name=name).update(beat_at=clock.now() - timedelta(seconds=ago))

    return write


@pytest.mark.parametrize(
    ("ages", "state"),
    [
        ([], "gone"),
        ([3], "ok"),
        ([29], "ok"),
        ([31], "gone"),
        ([3, 31], "some gone"),
        ([3, 4], "ok"),
        ([40, 31], "gone"),
    ],
)
def test_a_service_is_gone_when_its_processes_are_silent(beats, ages, state):
    for number, age in enumerate(ages):
        beats(WORKER, f"worker{number}@host", age)
    assert service_beats.service_states(service_beats.last_beats()) == {"clock": "gone", "worker": state}


def test_a_process_that_never_comes_back_is_forgotten_and_the_service_stays_gone(beats):
    beats(CLOCK, "clock@old", 599)
    service_beats.write_beat(WORKER, "worker1@host")
    assert [name for _service, name, _at in service_beats.last_beats()] == ["clock@old", "worker1@host"]
    ServiceBeat.objects.filter(name="clock@old").update(beat_at=clock.now() - timedelta(seconds=601))
    service_beats.write_beat(WORKER, "worker1@host")
    assert [name for _service, name, _at in service_beats.last_beats()] == ["worker1@host"]
    assert service_beats.service_states(service_beats.last_beats()) == {"clock": "gone", "worker": "ok"}


def test_a_process_that_stops_cleanly_is_not_missed(beats):
    beats(WORKER, "worker1@host")
    beats(WORKER, "worker2@host")
    service_beats.remove_beat("worker2@host")
    assert service_beats.service_states(service_beats.last_beats())["worker"] == "ok"


@pytest.mark.parametrize("fails", [True, False])
def test_the_clock_beats_only_while_its_work_is_done(db, monkeypatch, fails):
    stop, beaten = threading.Event(), []

    def work():
        stop.set()
        if fails:
            raise ValueError

    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0)
    monkeypatch.setattr(housekeeping, "close_overdue_rounds", work)
    monkeypatch.setattr(housekeeping, "close_old_connections", lambda: None)
    housekeeping.run(stop, lambda: beaten.append(1))
    assert bool(beaten) is not fails


def test_the_embedded_setting_has_nothing_to_miss(db, client):
    assert service_states() == {"redis": "not used"}
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"state": "ok", "degraded": [], "database": "ok", "redis": "not used"}


def test_what_is_gone_is_told_with_names_while_games_can_be_played(beats, client, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # nobody is there
    beats(CLOCK, "clock@host", 31)
    beats(WORKER, "worker1@host", 31)
    beats(WORKER, "worker2@host")
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {
        "state": "degraded",
        "degraded": ["redis", "clock", "worker"],
        "database": "ok",
        "redis": "degraded",
        "clock": "gone",
        "worker": "some gone",
    }


@pytest.mark.django_db(transaction=True)
def test_without_a_database_no_game_can_be_played(monkeypatch):
    connection.close()
    with monkeypatch.context() as gone:
        gone.setitem(connection.settings_dict, "NAME", "/nowhere/isotop.sqlite3")
        answer = Client().get("/readyz")
        connection.close()
    assert (answer.status_code, answer.json()) == (503, {"state": "unavailable", "database": "missing"})


def test_desks_are_told_and_the_log_once(beats, settings, monkeypatch, caplog):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(degradation, "_noted", {})
    monkeypatch.setattr(watch, "close_old_connections", lambda: None)
    beats(CLOCK, "clock@host")
    found = watch.look(watch.look([]))
    assert found == ["redis", "worker"]
    assert degradation.recent() == [str(degradation.SENTENCES["worker"])]
    assert [record.getMessage() for record in caplog.records] == ["Degraded: redis, worker"]
    beats(WORKER, "worker1@host")
    assert watch.look(found) == ["redis"]
    assert degradation.recent() == []


# --- Tasks ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def queue(settings):
    """Hand tasks over to a real broker that no worker reads."""
    pytest.importorskip("redis")
    with empty_redis(QUICK_REDIS) as address:
        settings.REDIS_URL = settings.CELERY_BROKER_URL = address
        yield CeleryBackground()


def test_tasks_wait_by_lane_and_the_oldest_has_an_age(queue, hands):
    assert {lane: waiting.tasks for lane, waiting in read_queue().items()} == {"live": 0, "patient": 0}
    queue.submit("duplicate.rounds.top_search.find_top", 1)
    hands.move(20)
    queue.submit("duplicate.rounds.top_search.find_top", 2)
    for chunk in range(3):
        queue.submit_patient("duplicate.prepared_games.drawing.search.try_chunk", 1, chunk)
    hands.move(5)
    found = read_queue()
    assert {lane: (waiting.tasks, round(waiting.oldest)) for lane, waiting in found.items()} == {
        "live": (2, 25),
        "patient": (3, 5),
    }


def test_live_tasks_are_late_and_patient_ones_never(queue, beats, hands):
    beats(CLOCK, "clock@host")
    queue.submit_patient("duplicate.prepared_games.drawing.search.try_chunk", 1, 1)
    hands.move(LATE_SECONDS + 1)
    assert service_states()["tasks"] == "ok"
    queue.submit("duplicate.rounds.top_search.find_top", 1)
    hands.move(LATE_SECONDS + 1)
    states = service_states()
    assert states["tasks"] == "late"
    assert "tasks" in degraded(states)


def test_a_task_of_another_version_has_no_age(queue):
    import redis

    with redis.Redis.from_url(django_settings.REDIS_URL) as broker:
        broker.lpush(LANES["live"], json.dumps({"headers": {SENT_AT: "soon"}}))
        assert read_queue()["live"].oldest == 0


# The database takes no writes from here on, until the transaction ends or it is taken back.
READ_ONLY = {
    "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
    "postgresql": ("SAVEPOINT before_it; SET LOCAL transaction_read_only = on", "ROLLBACK TO before_it"),
}


@pytest.mark.database
def test_a_database_that_takes_no_writes_is_not_ready(db, client, monkeypatch):
    """Slips are not stored there, so nobody may be sent to it, and it is ready again by itself."""
    off, on = READ_ONLY[connection.vendor]
    monkeypatch.setattr(services, "_stored_at", float("-inf"))
    with connection.cursor() as cursor:
        cursor.execute(off)
    try:
        answer = client.get("/readyz")
    finally:
        with connection.cursor() as cursor:
            cursor.execute(on)
    assert (answer.status_code, answer.json()["database"]) == (503, "takes no writes")
    assert client.get("/readyz").status_code == 200
