"""`manage.py serve_production`: run the processes of the production setting on this machine, without
containers.
"""

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from deploy.processes import proxy
from deploy.processes.plan import Plan
from deploy.processes.supervisor import NotReadyError, Production

LOOK_SECONDS = 1
LAST_PORT = 65535


class Command(BaseCommand):
    help = "Run web and live servers, clock and workers here, against DATABASE_URL and REDIS_URL."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the entrance; the others follow it")
        parser.add_argument("--web", type=int, default=2, help="web servers")
        parser.add_argument("--live", type=int, default=1, help="servers of live screens")
        parser.add_argument("--desk", type=int, default=1, help="servers of arbitrators and projectors")
        parser.add_argument("--workers", type=int, default=1, help="Celery workers")
        parser.add_argument("--small", action="store_true", help="the clock is a thread of the first worker")
        parser.add_argument("--tls", action="store_true", help="with a certificate that nobody has signed")

    def handle(self, **options: Any) -> None:
        if connection.vendor != "postgresql" or not settings.REDIS_URL:
            raise CommandError("DATABASE_URL has to name a PostgreSQL database, and REDIS_URL a Redis.")
        for name in ("web", "live", "desk", "workers"):
            if options[name] < 1:
                raise CommandError(f"--{name} has to be 1 or more.")
        last_port = LAST_PORT - options["web"] - options["live"] - options["desk"]
        if not 1 <= options["port"] <= last_port:
            raise CommandError(f"--port has to be from 1 to {last_port}: servers take the ports after it.")
        folder = settings.DATA_FOLDER / "production"
        stop = threading.Event()
        _set_handler(_end_start)
        try:
            with Production(_plan(folder, **options), folder, self._say) as production:
                _set_handler(lambda *_: stop.set())
                self._say(f"Isotop is running at {production.plan.site}, logs in {folder / 'logs'}.")
                while not stop.wait(LOOK_SECONDS):
                    for name in production.revive():
                        self.stderr.write(f"{name} has ended, and is started again.")
        except NotReadyError as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            raise CommandError("Stopped before Isotop was running.") from None

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _set_handler(act: Callable[..., object]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, act)


def _end_start(*_signal: object) -> None:
    """Break off the start; a second signal does not keep what runs already from being stopped."""
    _set_handler(lambda *_: None)
    raise KeyboardInterrupt


def _plan(
    folder: Path,
    *,
    port: int,
    web: int,
    live: int,
    desk: int,
    workers: int,
    small: bool,
    tls: bool,
    **_others: Any,
) -> Plan:
    with_proxy = proxy.is_installed()
    if tls and not with_proxy:
        raise CommandError("TLS is nginx's work, and nginx is not installed.")
    ports = range(port + 1, port + 1 + web + live + desk)
    folder.mkdir(parents=True, exist_ok=True)
    return Plan(
        settings={"ISOTOP_DATA": str(settings.DATA_FOLDER), **({"HTTPS": "on"} if tls else {})},
        host=settings.LISTEN,
        environment=os.environ.copy(),
        web_ports=ports[:web],
        live_ports=ports[web : web + live],
        # Without nginx nobody sends requests there: the live server answers everything.
        desk_ports=ports[web + live :] if with_proxy else (),
        workers=workers,
        small=small,
        entrance=port if with_proxy else None,
        certificate=proxy.make_certificate(folder / "isotop.crt", "localhost") if tls else None,
    )
