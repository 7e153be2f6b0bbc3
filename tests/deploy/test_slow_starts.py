"""A service may take as long to start as it works; one that is stuck or has ended is named, with the end of its log."""

import socket
import sys

import pytest

from deploy.processes import activity
from deploy.processes.supervisor import NotReadyError, Running, Service
from tests.bench.starts import PORTS, find_ports
from tests.server import Process, environment_for, prepare_data
from tests.services import QUICK_REDIS, empty_redis, new_database

pytestmark = pytest.mark.server

WORKS = """
import time
begun = time.monotonic()
while time.monotonic() < begun + 3:
    pass
print("At your service.", flush=True)
time.sleep(60)
"""
LOGS = """
import time
for number in range(6):
    print("migration", number, flush=True)
    time.sleep(0.5)
print("At your service.", flush=True)
time.sleep(60)
"""
IS_STUCK = """
import time
print("waiting for the database", flush=True)
time.sleep(60)
"""
ENDS = "raise SystemExit('no such table')"
SAYS_NOTHING = "import time; time.sleep(60)"


@pytest.fixture
def start(tmp_path):
    started = []

    def _start(code):
        service = Service("web1", (sys.executable, "-c", code), {}, says="At your service.", code=tmp_path)
        running = Running(service, tmp_path / "web1.log")
        started.append(running)
        running.start()
        return running

    yield _start
    for running in started:
        running.kill()


@pytest.mark.parametrize("code", [WORKS, LOGS], ids=["works", "logs"])
def test_a_slow_start_is_waited_for_beyond_the_idle_time(start, code, monkeypatch):
    """A tenth of a core is enough: other tests have the rest of it."""
    monkeypatch.setattr(activity, "BUSY_SECONDS", 0.2)
    start(code).wait_until_ready(idle_seconds=2)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (IS_STUCK, ["web1 has done nothing for 1 seconds", "“At your service.”", "waiting for the database"]),
        (ENDS, ["web1 has ended", "no such table"]),
        (SAYS_NOTHING, ["web1 has done nothing", "Its log is empty."]),
    ],
    ids=["stuck", "ended", "silent"],
)
def test_a_start_that_fails_says_which_service_and_how_its_log_ends(start, code, told):
    with pytest.raises(NotReadyError) as failed:
        start(code).wait_until_ready(idle_seconds=1)
    for part in told:
        assert part in str(failed.value)


@pytest.mark.parametrize("step", ["Setting up: ", "Waiting for "])
def test_a_start_of_the_production_setting_can_be_stopped(step, tmp_path):
    """Ctrl+C while it sets up, or waits for a service, leaves nothing running."""
    first = find_ports()
    with new_database() as database, empty_redis(QUICK_REDIS) as redis:
        environment = environment_for(prepare_data(tmp_path / "data"), DATABASE_URL=database, REDIS_URL=redis)
        program = Process(
            *("manage.py", "serve_production", "--port", first),
            environment=environment,
            log=tmp_path / "log",
        )
        program.start()
        try:
            program.wait_until(lambda: step in program.output())
            assert program.stop()
            assert program.output().endswith("CommandError: Stopped before Isotop was running.\n")
            for port in range(first, first + PORTS):
                socket.create_server(("127.0.0.1", port)).close()
        finally:
            program.kill()
