"""Measurement of the start of an installation with 300 events: seconds until it answers, where they go, and its memory
then, which other programs with the same libraries make smaller.

The goal is 10 s for `manage.py serve` and 30 s for `manage.py serve_production`, on two cores with nothing else to
do. The second needs the PostgreSQL and Redis of the tests, and is left out without them.
"""

import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tests.bench.years import Size, fill, let_planner_know
from tests.load.programs import Usage
from tests.server import ROOT, Web, environment_for, prepare_data, prepare_database

PORTS = 5
RUNNING = "Isotop is running"
MOST_SECONDS = {"serve": 10, "serve_production": 30}
# Two hundred thousand slips in 300 games: `lists` has ten times as many, which no start reads.
SIZE = Size(games=300)


class Command(BaseCommand):
    help = "Measure how long an installation with 300 events takes to start, in both settings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--scale", type=float, default=1.0, help="part of the rows, such as 0.1")
        parser.add_argument("--times", type=int, default=3, help="starts of each setting")
        parser.add_argument("--fill-here", action="store_true", help="only fill the database of the settings")

    def handle(self, *, scale: float, times: int, fill_here: bool, **_options: Any) -> None:
        if fill_here:
            fill(SIZE.scaled(scale))
            let_planner_know()
            return
        slow = []
        for command, most in MOST_SECONDS.items():
            with (
                tempfile.TemporaryDirectory(prefix="isotop-starts-") as folder,
                services_of(command) as services,
            ):
                if services is None:
                    self.stdout.write(f"{command}: PostgreSQL or Redis is missing")
                    continue
                environment = installation(Path(folder) / "data", services, scale)
                took = [self._start(command, Path(folder), environment) for _ in range(times)]
            if max(took) > most:
                slow.append(f"{command} took {max(took):.1f} s; {most} s is the goal")
        if slow:
            raise CommandError("; ".join(slow))

    def _start(self, command: str, folder: Path, environment: dict[str, str]) -> float:
        """Start the program, say how long each step took, and stop it again."""
        port = find_ports()
        program = Web(
            "manage.py", command, "--port", port, port=port, environment=environment, log=folder / "log"
        )
        program.log.unlink(missing_ok=True)
        began, seen, steps = time.monotonic(), 0, []

        def answers() -> bool:
            nonlocal seen
            lines = program.output().splitlines()
            steps.extend(f"{time.monotonic() - began:6.1f} s  {line}" for line in lines[seen:] if line)
            seen = len(lines)
            # The last process of several may still start when the first one answers.
            return any(RUNNING in line for line in lines) and program.answers()

        try:
            super(Web, program).start()
            program.wait_until(answers)
            took = time.monotonic() - began
            [(_cpu, memory)] = Usage({command: psutil.Process(program.pid)}).by_name().values()
        finally:
            program.stop()
        self.stdout.write(f"{command}: an answer after {took:.1f} s, with {memory / 1e6:.0f} MB")
        for step in steps:
            self.stdout.write(f"  {step}")
        return took


def find_ports() -> int:
    """Return a port that is free, as are those behind it, which the other processes of the production setting take."""
    chance = random.Random()
    while True:
        first = chance.randrange(20_000, 30_000)  # below those of connections that go out
        with suppress(OSError), ExitStack() as stack:
            for port in range(first, first + PORTS):
                stack.enter_context(closing(socket.create_server(("127.0.0.1", port))))
            return first


@contextmanager
def services_of(command: str) -> Iterator[dict[str, str] | None]:
    """Yield the settings that name the services of a setting; None if they are missing."""
    if command == "serve":
        yield {}
        return
    import pytest

    from tests.services import empty_redis, new_database

    try:
        with empty_redis() as redis, new_database() as database:
            yield {"DATABASE_URL": database, "REDIS_URL": redis}
    except pytest.skip.Exception:
        yield None


def installation(data: Path, services: dict[str, str], scale: float) -> dict[str, str]:
    """Make a data folder with years of events; return the environment of its programs."""
    prepare_data(data)
    if not services:
        prepare_database(data)
    environment = environment_for(data, **services)
    command = [sys.executable, "-m", "tests.bench", "starts", "--fill-here", "--scale", str(scale)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return environment
