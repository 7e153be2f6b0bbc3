"""`make try-image`: run the commands of compose.yaml in the image that `make image` has built, on real services.

Needs buildah, and PostgreSQL and Redis as the tests do; it is no part of them. buildah runs the commands without a
daemon: in the files of the image, as its user, on the network of this machine.
"""

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time

import yaml

from tests.http_client import Session, wait_until
from tests.server import ROOT, free_port
from tests.services import empty_redis, new_database

IMAGE = "localhost/isotop"
SERVICES = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
READY = 180.0
# Names and folders that have no place in an image.
UNWANTED = (
    "-name *.key",
    "-name *.sqlite3*",
    "-name secret_key",
    "-name env",
    "-name .git",
    "-name tests",
    "-name .env",
)


def buildah(*arguments):
    return subprocess.run(
        ["buildah", *arguments], check=True, capture_output=True, text=True, cwd=ROOT
    ).stdout.strip()


class Container:
    """A container of the image, and what runs in it."""

    def __init__(self, environment):
        self.name = buildah("from", IMAGE)
        self.environment = environment
        self._running = []

    def _command(self, command, port):
        given = [option for item in self.environment.items() for option in ("--env", "=".join(item))]
        run = ["buildah", "run", "--isolation", "chroot", *given, self.name, "--"]
        return [*run, *(word.replace("8000", str(port)) for word in command)]

    def run(self, command, port=0):
        """Return what a command says; it must succeed."""
        done = subprocess.run(self._command(command, port), capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}{done.stderr}"
        return done.stdout

    def start(self, command, port=0):
        process = subprocess.Popen(self._command(command, port), start_new_session=True)
        self._running.append(process)

    def close(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            for process in self._running:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, number)
            time.sleep(3)
        buildah("rm", self.name)


def check_of(name):
    """Return the health check of a service, as a command."""
    kind, *command = SERVICES[name]["healthcheck"]["test"]
    return ["sh", "-c", *command] if kind == "CMD-SHELL" else command


def main():
    with empty_redis() as redis, new_database(migrated=False) as database:
        environment = {
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "ISOTOP_STATIC": "/var/www/isotop",
            "HTTPS": "on",
        }
        container = Container(environment)
        try:
            try_container(container)
        finally:
            container.close()


def try_container(container):
    say(f"user: {container.run(['id', '-un']).strip()}")
    for wanted in UNWANTED:
        found = container.run(
            ["find", "/srv/isotop", "-path", "*/.venv", "-prune", "-o", *wanted.split(), "-print"]
        )
        assert not found, f"in the image: {found}"
    container.run(SERVICES["passwords"]["command"])
    made = container.run(["sh", "-c", "stat -c '%a %U %n' /run/isotop/*"])
    assert made.count("600 isotop") == 2, made
    say("passwords: made, for isotop alone")
    say(container.run(SERVICES["release"]["command"]).strip())
    ports = {name: free_port() for name in ("web", "live", "desk")}
    for name in (*ports, "clock", "worker", "nightly"):
        container.start(SERVICES[name]["command"], ports.get(name, 0))
    for name, port in ports.items():
        site = Session(f"http://127.0.0.1:{port}")
        wait_until(lambda site=site: state_at(site) == "ok", READY, f"{name} is ready, and all services beat")
        say(f"{name}: {site.get('/readyz').text}")
    wait_until(
        lambda: "isotop-" in container.run(["ls", "/var/lib/isotop/backups"]), READY, "the first backup"
    )
    for name in (*ports, "clock", "worker", "nightly"):
        container.run(check_of(name), ports.get(name, 0))
        say(f"{name}: its health check says yes")


def state_at(site):
    try:
        return site.get("/readyz").json()["state"]
    except OSError:
        return ""


def say(text):
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
