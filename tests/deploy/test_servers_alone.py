"""Servers whose clock and worker are gone finish a round, and say so when the disk of their database is full."""

import contextlib
import uuid

import pytest

from tests.deploy.conftest import installation, needs_nginx
from tests.http_client import wait_until

psycopg = pytest.importorskip("psycopg")

pytestmark = [pytest.mark.server, pytest.mark.slow, needs_nginx]

# Generous: a busy machine is slow.
PROMPT = 60.0
FULL = """
    CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END$$;
    CREATE TRIGGER no_space BEFORE INSERT ON duplicate_slip EXECUTE FUNCTION no_space();
    CREATE TRIGGER no_space BEFORE UPDATE ON duplicate_game EXECUTE FUNCTION no_space();
    CREATE TRIGGER no_space BEFORE INSERT OR UPDATE ON duplicate_writecheck EXECUTE FUNCTION no_space();
"""


@pytest.fixture(scope="module")
def isotop(tmp_path_factory):
    with installation(tmp_path_factory.mktemp("alone")) as running:
        yield running


@contextlib.contextmanager
def full_disk(isotop):
    """Let slips, acts at the desk and the trial of `/readyz` meet what PostgreSQL says of a full disk."""
    with psycopg.connect(isotop.production.plan.settings["DATABASE_URL"], autocommit=True) as admin:
        admin.execute(FULL)
        try:
            yield
        finally:
            admin.execute("DROP FUNCTION no_space CASCADE")


def test_a_full_disk_is_called_so_and_nothing_is_lost(isotop):
    code = isotop.desk.new_game("Full")
    (mona,) = isotop.phones(code, "Mona")
    isotop.desk.do(code, "type-rack", rack="TRAINER")
    isotop.desk.do(code, "open-and-start")
    slip = str(uuid.uuid4())
    with full_disk(isotop):
        refused = mona.send(1, "TRAINER", "H2", 66, slip_id=slip)
        assert (refused.status, refused.json()["code"]) == (503, "disk_full")
        assert "disk is full" in refused.json()["detail"]
        act = isotop.desk.act(code, "pause")
        assert (act.status, "Make room on it" in act.text) == (503, True)
        wait_until(lambda: isotop.desk.get("/readyz").status == 503, PROMPT, "a server that is not ready")
        ready = isotop.desk.get("/readyz")
        assert (ready.status, ready.json()["database"]) == (503, "disk full")
    assert mona.send(1, "TRAINER", "H2", 66, slip_id=slip).status == 201
    wait_until(lambda: isotop.desk.get("/readyz").status == 200, PROMPT, "a server that is ready")


def test_a_round_ends_and_is_judged_without_clock_and_worker(isotop):
    code = isotop.desk.new_game("Alone")
    (mona,) = isotop.phones(code, "Mona")
    for name in isotop.production.names:
        if name.startswith(("clock", "worker")):
            isotop.production.kill(name)
    isotop.desk.do(code, "type-rack", rack="TRAINER")
    isotop.desk.do(code, "open-and-start")
    assert mona.send(1, "TRAINER", "H2", 66).status == 201
    with isotop.stream(code) as phone:
        isotop.desk.do(code, "end-round")
        phone.wait_for_phase(1, "closed", PROMPT)
        isotop.desk.wait_for_step(code, "announce", PROMPT)
    assert [top.preferred for top in isotop.desk.tops(code)].count(True) == 1
