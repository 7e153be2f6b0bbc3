"""The processes of the production setting, as values: nothing is started here (see `supervisor`).

A *service* is one command with its environment. gunicorn serves pages and API (web), uvicorn serves live
streams (live), and all that arbitrators and projectors ask (desk, see `deploy.lanes`); each of them may run any
number of times, on any number of machines. The clock and at least one worker run beside them. The systemd units
and the compose file run the same commands, and tests compare them.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.data_folder import ROOT, is_checkout

HOST = "127.0.0.1"

# Variables of the starting user that would point the services elsewhere.
_NOT_INHERITED = frozenset(
    {"DATABASE_URL", "REDIS_URL", "ISOTOP_DATA", "DJANGO_SETTINGS_MODULE", "LOG_LEVEL"}
)


def _inherited_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _NOT_INHERITED}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The services of this machine. `settings` are environment variables, as docs/settings.md explains them."""

    settings: Mapping[str, str]
    host: str = HOST  # where the servers listen, for a proxy on another machine
    web_ports: Sequence[int] = (8001, 8002)
    live_ports: Sequence[int] = (8011,)
    desk_ports: Sequence[int] = (8021,)  # without one the live servers answer the desk
    workers: int = 1  # Celery workers …
    worker_processes: int = 1  # … and the processes of each
    clock: bool = True
    small: bool = False  # the clock is a thread of the first worker
    entrance: int | None = None  # the port of nginx; None runs no nginx
    certificate: Path | None = None  # its key lies beside it (.key): nginx speaks TLS
    environment: Mapping[str, str] = field(default_factory=_inherited_environment)
    code: Path = ROOT  # the checkout that runs; of another release in tests of an upgrade

    def __post_init__(self) -> None:
        ports = [*self.web_ports, *self.live_ports, *self.desk_ports]
        ports += [self.entrance] if self.entrance else []
        if len(set(ports)) < len(ports):
            raise ValueError(f"Each process needs a port of its own: {ports}")

    @property
    def sites(self) -> list[str]:
        """The addresses of the web servers, for clients that bypass the proxy."""
        return [f"http://{self.host}:{port}" for port in self.web_ports]

    @property
    def live_sites(self) -> list[str]:
        return [f"http://{self.host}:{port}" for port in self.live_ports]

    @property
    def desk_sites(self) -> list[str]:
        return [f"http://{self.host}:{port}" for port in self.desk_ports]

    @property
    def site(self) -> str:
        """The address of the whole program: of the proxy, or else of a live server, which can answer
        everything.
        """
        if self.entrance is None:
            return self.live_sites[0]
        return f"{'https' if self.certificate else 'http'}://{HOST}:{self.entrance}"


@dataclass(frozen=True)
class Service:
    """A command to run in a checkout. It is ready when it answers at `health`, or has logged `says`."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    health: str = ""
    says: str = ""
    code: Path = ROOT


def services(plan: Plan) -> list[Service]:
    """Return all processes of a plan except the proxy, in the order of starting."""
    environment = {**plan.environment, **plan.settings, "PYTHONUNBUFFERED": "1"}
    servers = (
        ("web", plan.sites, [web_command(port, plan.host) for port in plan.web_ports]),
        ("live", plan.live_sites, [live_command(port, plan.host) for port in plan.live_ports]),
        ("desk", plan.desk_sites, [desk_command(port, plan.host) for port in plan.desk_ports]),
    )
    found = [
        Service(f"{kind}{number}", command, environment, health=f"{site}/healthz")
        for kind, sites, commands in servers
        for number, (site, command) in enumerate(zip(sites, commands, strict=True), 1)
    ]
    if plan.clock and not plan.small:
        found.append(Service("clock", clock_command(), environment, says="The clock runs."))
    found += [
        Service(
            f"worker{number}",
            worker_command(
                f"worker{number}", plan.worker_processes, clock=plan.clock and plan.small and number == 1
            ),
            environment,
            says=" ready.",
        )
        for number in range(1, plan.workers + 1)
    ]
    return [replace(service, code=plan.code) for service in found]


def web_command(port: int, host: str = HOST) -> tuple[str, ...]:
    options = ("-c", "python:deploy.gunicorn", "--bind", f"{host}:{port}", "--workers", "1")
    return (sys.executable, "-m", "gunicorn", *options, "deploy.wsgi")


def live_command(port: int, host: str = HOST) -> tuple[str, ...]:
    return _uvicorn_command("application", port, host)


def desk_command(port: int, host: str = HOST) -> tuple[str, ...]:
    return _uvicorn_command("desk", port, host)


def _uvicorn_command(application: str, port: int, host: str) -> tuple[str, ...]:
    # Streams end when the process is told to stop (`deploy.stopping`); the time is for what else it answers.
    options = (
        "--lifespan",
        "on",
        "--timeout-graceful-shutdown",
        "10",
        "--no-access-log",
        "--backlog",
        "4096",
        # uvloop takes in one connection at each turn of its loop, too few where thousands come.
        "--loop",
        "asyncio",
        # asyncio may read a request in the context of the one before it on the same connection.
        "--reset-contextvars",
        # Longer than the proxy keeps its connections.
        "--timeout-keep-alive",
        "75",
    )
    where = ("--host", host, "--port", str(port))
    return (sys.executable, "-m", "uvicorn", f"deploy.asgi:{application}", *where, *options)


def clock_command() -> tuple[str, ...]:
    return manage_command("close_rounds")


def manage_command(*arguments: str) -> tuple[str, ...]:
    """Return the call of a command of the program; `manage.py` is not installed."""
    if is_checkout():
        return (sys.executable, "manage.py", *arguments)
    return (sys.executable, "-m", "django", *arguments, "--settings", "deploy.settings")


def worker_command(name: str, processes: int, *, clock: bool = False) -> tuple[str, ...]:
    # Workers need no knowledge of each other.
    options = ("--without-gossip", "--without-mingle", "--concurrency", str(processes), "-n", f"{name}@%h")
    as_clock = ("--pool", "threads", "--clock") if clock else ()
    return (sys.executable, "-m", "celery", "-A", "deploy.celery", "worker", *options, *as_clock)
