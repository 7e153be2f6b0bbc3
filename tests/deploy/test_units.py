"""The units of systemd as they stand: their commands run, and systemd finds little that they leave open."""

import getpass
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict

import pytest

from tests.deploy.units import read_directives
from tests.http_client import Session, wait_until
from tests.server import ROOT, Process, free_port, prepare_data
from tests.services import empty_redis, new_database

UNITS = {
    path.stem.removeprefix("isotop-").rstrip("@"): path
    for path in sorted((ROOT / "deploy/systemd").glob("*.service"))
}
RUNNING = ("web", "live", "desk", "clock", "worker")
# Generous: a busy machine starts four programs at once.
READY = 90.0
# Tenths of systemd's figure, which is 0 for a unit that may do nothing; from 40 on it calls a unit exposed.
EXPOSURE = 39


def directives_of(name):
    return read_directives(UNITS[name])


@pytest.mark.parametrize("name", UNITS)
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_finds_each_unit_closed(name):
    asked = (
        "systemd-analyze",
        "security",
        "--offline=yes",
        "--no-pager",
        f"--threshold={EXPOSURE}",
        UNITS[name],
    )
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert UNITS[name].name not in done.stderr, "a line that systemd does not understand"


def test_each_unit_tells_that_it_has_failed():
    others = {name for name in UNITS if directives_of(name).get("OnFailure") == ["isotop-failed@%n.service"]}
    assert others == UNITS.keys() - {"failed"}


def test_the_units_are_closed_alike():
    """Only the folders to which they write differ."""
    others = {
        name: [
            line
            for line in path.read_text().partition("NoNewPrivileges=")[2].partition("\n[")[0].splitlines()
            if not line.startswith("ReadWritePaths=")
        ]
        for name, path in UNITS.items()
    }
    assert all(lines and lines == others["web"] for lines in others.values())


class Machine:
    """This checkout instead of the paths that the units name, with free ports and a data folder of its own."""

    def __init__(self, folder, database, redis):
        self.folder = folder
        self.data = prepare_data(folder / "data")
        self.ports = defaultdict(free_port)
        example = (ROOT / "deploy/env.example").read_text()
        self.file = dict(re.findall(r"^([A-Z_]+)=\"?([^\"\n]*)\"?$", example, re.MULTILINE)) | {
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "SECRET_KEY": "k" * 60,
            "ISOTOP_DATA": str(self.data),
            "ISOTOP_STATIC": str(self.data),
        }

    def environment_of(self, name):
        """Return what systemd gives to a service: its files and lines, and hardly anything of the machine's."""
        assert directives_of(name)["EnvironmentFile"] == ["/etc/isotop/env"]
        words = shlex.split(" ".join(directives_of(name)["Environment"]))
        lines = dict(word.split("=", 1) for word in words)
        return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | lines | self.file

    def commands_of(self, name, *kinds):
        return [self._command(line) for kind in kinds for line in directives_of(name)[kind]]

    def _command(self, line):
        """Return a command line with what is here for what is on a server."""
        for there, here in (
            ("%i", "1"),
            ("${ISOTOP_LISTEN}", "127.0.0.1"),
            ("%%", "%"),
            ("/srv/isotop/.venv/bin/python", sys.executable),
            ("/srv/isotop", str(ROOT)),
            ("/var/lib/isotop", str(self.data)),
            ("chown -R isotop ", f"chown -R {getpass.getuser()} "),
        ):
            line = line.replace(there, here)
        line = re.sub(r"(127\.0\.0\.1:|--port )(\d+)", lambda at: f"{at[1]}{self.ports[at[2]]}", line)
        return shlex.split(line.lstrip("+-@:!"))

    def run(self, name, *kinds):
        for command in self.commands_of(name, *kinds):
            done = subprocess.run(
                command, cwd=ROOT, env=self.environment_of(name), capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"

    def start(self, name):
        [[python, *arguments]] = self.commands_of(name, "ExecStart")
        assert python == sys.executable
        process = Process(*arguments, environment=self.environment_of(name), log=self.folder / f"{name}.log")
        process.start()
        return process


@pytest.fixture
def machine(tmp_path):
    with empty_redis() as redis, new_database() as database:
        yield Machine(tmp_path, database, redis)


@pytest.mark.server
@pytest.mark.slow
def test_the_commands_of_the_units_run(machine):
    machine.run("release", "ExecStartPre", "ExecStart", "ExecStartPost")
    processes = {name: machine.start(name) for name in RUNNING}
    try:
        assert len(machine.ports) == 3, "web, live and desk have a port each"
        for port in machine.ports.values():
            site = Session(f"http://127.0.0.1:{port}")
            wait_until(lambda site=site: state_at(site) == "ok", READY, "all services beat")
        for name in RUNNING:
            machine.run(name, "ExecStartPost")
        machine.run("backup", "ExecStartPre", "ExecStart", "ExecStartPost")
        assert [path.stat().st_mode & 0o077 for path in machine.data.glob("backups/isotop-*.tar.gz")] == [0]
        assert all(process.runs() for process in processes.values())
    finally:
        stopped = {name: process.stop() for name, process in processes.items()}
    assert all(stopped.values()), stopped


def state_at(site):
    try:
        return site.get("/readyz").json()["state"]
    except OSError:
        return ""
