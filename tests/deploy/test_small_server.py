"""A small server: the clock is a thread of the worker."""

import re
import subprocess

import psycopg
import pytest

from deploy.processes.plan import worker_command
from tests.deploy.conftest import installation, needs_nginx
from tests.http_client import Session, wait_until
from tests.server import ROOT, environment_for, free_port

pytestmark = [pytest.mark.server, needs_nginx]
# Generous: a busy machine is slow.
PROMPT = 60.0


def read(isotop, column, table):
    with psycopg.connect(isotop.production.plan.settings["DATABASE_URL"]) as connection:
        return [value for (value,) in connection.execute(f"SELECT {column} FROM duplicate_{table}")]


@pytest.mark.slow
def test_the_worker_is_the_clock_too(tmp_path):
    """It closes a round that nobody asks for, finds its top, and is missed as neither once it has stopped."""
    with installation(
        tmp_path,
        web_ports=[free_port()],
        live_ports=[free_port()],
        settings={"LOG_LEVEL": "INFO"},
        small=True,
    ) as isotop:
        assert "clock" not in isotop.production.names
        wait_until(
            lambda: Session(isotop.site).get("/readyz").json()["degraded"] == [], PROMPT, "all is well"
        )
        code = isotop.desk.new_game("Small", round_time="own", own_time="10")
        isotop.desk.do(code, "draw", "open-and-start")
        wait_until(lambda: read(isotop, "state", "round") == ["closed"], PROMPT, "the clock closes the round")
        worker = isotop.production["worker1"]
        wait_until(
            lambda: re.search(r"find_top\[\S+ succeeded", worker.output()), PROMPT, "the worker finds the top"
        )
        worker.stop()
        assert read(isotop, "name", "servicebeat") == []


def test_with_processes_that_are_forked_it_is_refused(tmp_path):
    command = [part for part in worker_command("worker1", 1, clock=True) if part not in {"--pool", "threads"}]
    done = subprocess.run(
        command, cwd=ROOT, env=environment_for(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode
    assert "--clock needs --pool threads" in done.stderr


def test_the_documents_give_the_unit_the_command():
    [script] = re.findall(
        r"^    sed -n (-e .+?\n.+?) >", (ROOT / "docs/operating.md").read_text(), re.MULTILINE | re.DOTALL
    )
    line = f"sed -n {script.replace('/etc/systemd/system', str(ROOT / 'deploy/systemd'))}"
    said = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert said[:2] == ["[Service]", "ExecStart="]
    command = " ".join(worker_command("worker1", 1, clock=True)[1:]).replace("%h", "%%h")
    assert said[2] == f"ExecStart=/srv/isotop/.venv/bin/python {command}"
