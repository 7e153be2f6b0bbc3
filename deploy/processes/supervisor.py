"""Supervisor of the production setting on one machine: for tests, load, chaos, and `make serve-production`.

Each service is a process group of its own, so that its child processes end with it; its log is kept in a
folder. Services do not start each other: each can be killed and started again while the others go on.
"""

import contextlib
import os
import signal
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

from deploy.processes import proxy
from deploy.processes.activity import Activity
from deploy.processes.plan import Plan, Service, manage_command, services
from tournaments.processes.descriptors import raise_limit

# A start may take as long as it works: it is given up once nothing has moved for this long.
IDLE_SECONDS = 60
STOP_SECONDS = 15
LAST_LINES = 20


class NotReadyError(Exception):
    """A service ended, or is stuck; the message says which, and has the last lines of its log."""


class Running:
    """One service: not started, running, or ended."""

    def __init__(self, service: Service, log: Path) -> None:
        self.service = service
        self.log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._said_before = 0  # length of the log when it was last started

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    def start(self) -> None:
        assert self.pid is None, f"{self.service.name} runs already"
        self._said_before = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603 - commands of our own
                self.service.command,
                cwd=self.service.code,
                env=dict(self.service.environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def kill(self) -> None:
        """Kill the service and its children at once, as a power cut would."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(STOP_SECONDS)
            self._process = None

    def stop(self) -> None:
        """Stop the service as a service manager would, and kill it if that takes too long."""
        if self._process is not None:
            self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_SECONDS)
        self.kill()

    def output(self) -> str:
        """Return the whole log."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def is_ready(self) -> bool:
        if self.service.health:
            return _answers(self.service.health)
        with self.log.open("rb") as log:
            log.seek(self._said_before)
            return self.service.says.encode() in log.read()

    def wait_until_ready(self, idle_seconds: float = IDLE_SECONDS) -> None:
        """Wait as long as the service works; raise NotReadyError if it ends, or is idle for so long."""
        pid = self.pid
        activity = Activity(pid, lambda: self.log.stat().st_size) if pid else None
        while not self.is_ready():
            if activity is None or self.pid is None:
                raise NotReadyError(self._describe("has ended"))
            if activity.measure_idle_seconds() > idle_seconds:
                raise NotReadyError(self._describe(f"has done nothing for {idle_seconds:.0f} seconds"))
            time.sleep(0.05)

    def _describe(self, state: str) -> str:
        if self.service.health:
            awaited = f"an answer at {self.service.health}"
        else:
            awaited = f"“{self.service.says.strip()}” in its log"
        lines = self.output()[-10_000:].splitlines()[-LAST_LINES:]
        log = "\n".join(["Its log ends:", *lines]) if lines else "Its log is empty."
        return f"{self.service.name} {state} while waiting for {awaited}.\n{log}"


class Production:
    """All processes of a plan, started by `with` and stopped after it.

    Each is known by its name: web1 …, live1 …, desk1 …, clock, worker1 …, nginx. `say` gets a line at each step of
    the start.
    """

    def __init__(self, plan: Plan, folder: Path, say: Callable[[str], object] = lambda _line: None) -> None:
        self.plan = plan
        self._say = say
        self.folder = folder
        logs = folder / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        wanted = services(plan)
        if plan.entrance is not None:
            wanted.append(proxy.make_nginx_service(plan, folder / "nginx"))
        self._all = {service.name: Running(service, logs / f"{service.name}.log") for service in wanted}

    def __enter__(self) -> Self:
        try:
            self.release()
            self.start()
            self.wait_until_ready()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def __getitem__(self, name: str) -> Running:
        return self._all[name]

    @property
    def names(self) -> list[str]:
        return list(self._all)

    @property
    def pids(self) -> dict[str, int]:
        """The first process of each service that runs, by the service's name."""
        return {name: running.pid for name, running in self._all.items() if running.pid is not None}

    def release(self) -> None:
        """Do the work before the start of a version: migrations, static files, compiled engine."""
        self.manage("setup")

    def manage(self, *arguments: str) -> str:
        """Call `manage.py` in this installation, and return its output."""
        environment = services(self.plan)[0].environment
        lines = []
        with subprocess.Popen(  # noqa: S603 - commands of our own
            manage_command(*arguments),
            cwd=self.plan.code,
            env=dict(environment),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as process:
            assert process.stdout is not None
            try:
                for line in process.stdout:
                    lines.append(line)
                    self._say(line.rstrip())
            except BaseException:
                process.send_signal(signal.SIGINT)  # it ends what it has started
                raise
        if process.returncode:
            raise NotReadyError(f"manage.py {' '.join(arguments)}:\n{''.join(lines)}")
        return "".join(lines)

    def start(self) -> None:
        raise_limit()  # for nginx, whose `worker_rlimit_nofile` raises no hard limit without the right to
        for running in self._all.values():
            running.start()

    def wait_until_ready(self, idle_seconds: float = IDLE_SECONDS) -> None:
        for name, running in self._all.items():
            self._say(f"Waiting for {name} …")
            running.wait_until_ready(idle_seconds)

    def kill(self, name: str) -> None:
        self._all[name].kill()

    def restart(self, name: str, *, wait: bool = True) -> None:
        """Kill a service, if it runs, and start it again."""
        self._all[name].kill()
        self._all[name].start()
        if wait:
            self._all[name].wait_until_ready()

    def revive(self) -> list[str]:
        """Restart services that have ended by themselves; return their names."""
        ended = [name for name, running in self._all.items() if running.pid is None]
        for name in ended:
            self.restart(name, wait=False)
        return ended

    def stop(self) -> None:
        with ThreadPoolExecutor(len(self._all)) as pool:
            list(pool.map(Running.stop, self._all.values()))


def _answers(address: str) -> bool:
    # Only the answer matters, not the certificate.
    context = ssl._create_unverified_context()  # noqa: S323, SLF001 - said above
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
    )
    try:
        with opener.open(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
