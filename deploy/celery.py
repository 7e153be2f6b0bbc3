"""The worker of the production setting: `celery -A deploy.celery worker`."""

import logging
import os
import threading
import time
from collections.abc import Callable
from typing import Any

import click
from celery import Celery, bootsteps
from celery.concurrency import prefork
from celery.exceptions import ImproperlyConfigured
from celery.signals import heartbeat_sent, setup_logging, worker_process_init, worker_shutdown

from deploy.memory import keep_what_is_loaded

logger = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
application = Celery("isotop")
application.config_from_object("django.conf:settings", namespace="CELERY")
application.autodiscover_tasks()


class Clock(bootsteps.StartStopStep):  # type: ignore[misc] # Celery has no types
    """The clock in a thread of the worker, on a small server: `--clock`."""

    def __init__(self, worker: Any, *, clock: bool = False, **options: Any) -> None:
        super().__init__(worker, **options)
        if clock and issubclass(worker.pool_cls, prefork.TaskPool):
            raise ImproperlyConfigured(
                "--clock needs --pool threads: a process with threads must not be forked."
            )
        self.enabled = clock
        self._stop = threading.Event()

    def include_if(self, _worker: Any) -> bool:
        return self.enabled

    def start(self, _worker: Any) -> None:
        from duplicate import housekeeping  # noqa: PLC0415 - needs the apps

        keep_what_is_loaded()
        self._thread = threading.Thread(target=housekeeping.run_clock, args=[self._stop], name="clock")
        self._thread.start()

    def stop(self, _worker: Any) -> None:
        self._stop.set()
        self._thread.join()

    terminate = stop


application.steps["worker"].add(Clock)
application.user_options["worker"].add(
    click.Option(["--clock"], is_flag=True, help="Run the clock in a thread; needs --pool threads.")
)


@setup_logging.connect  # type: ignore[untyped-decorator] # Celery has no types
def leave_logging(**_values: Any) -> None:
    """Leave logging to the settings: if this signal has a receiver, Celery sets up nothing of its own."""


@worker_process_init.connect  # type: ignore[untyped-decorator] # Celery has no types
def keep_memory(**_values: Any) -> None:
    """Freeze the loaded objects: each process of the worker is forked from one that has loaded everything."""
    keep_what_is_loaded()


_beaten = float("-inf")


@heartbeat_sent.connect  # type: ignore[untyped-decorator] # Celery has no types
def beat(sender: Any, **_values: Any) -> None:
    """Store a sign of life every few seconds. Celery calls this only while the worker has its broker and takes
    tasks.
    """
    global _beaten  # noqa: PLW0603 - one fact about this process
    from duplicate.rounds import service_beats  # noqa: PLC0415 - needs the apps

    if time.monotonic() - _beaten < service_beats.BEAT_SECONDS:
        return
    _beaten = time.monotonic()
    from duplicate.models.heartbeat import ServiceBeat  # noqa: PLC0415 - needs the apps

    _write(lambda: service_beats.write_beat(ServiceBeat.Service.WORKER, sender.eventer.hostname))


@worker_shutdown.connect  # type: ignore[untyped-decorator] # Celery has no types
def stop_beating(sender: Any, **_values: Any) -> None:
    from duplicate.rounds import service_beats  # noqa: PLC0415 - needs the apps

    _write(lambda: service_beats.remove_beat(sender.hostname))


def _write(write: Callable[[], None]) -> None:
    """Write with a connection of its own: the processes of the worker are forked from this one."""
    from django.db import DatabaseError, connection  # noqa: PLC0415 - needs the settings

    try:
        write()
    except DatabaseError:
        logger.exception("No sign of life could be written")
    finally:
        connection.close()
