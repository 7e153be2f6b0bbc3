"""Background work: one call hands it over, and the back end that `settings.BACKGROUND` names does it.

A call passes the dotted name of a plain function and its JSON-able arguments. Nothing relies on the work
being done: code that needs the result and does not find it does the work on the spot.
"""

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from threading import Lock
from typing import Protocol

from django.conf import settings
from django.db import close_old_connections, transaction
from django.utils.module_loading import import_string

from tournaments.installation import degradation
from tournaments.time import clock

logger = logging.getLogger(__name__)

# Redis as a broker has four priorities; 0, the default, comes first.
LAST_IN_REDIS = 9
# Name of the header of a task with the time when it was handed over.
SENT_AT = "isotop_sent_at"


class Background(Protocol):
    def submit(self, function: str, *arguments: int | str) -> None: ...

    def submit_patient(self, function: str, *arguments: int | str) -> None:
        """Submit long work in small pieces; each piece waits until nothing else does."""


class ThreadBackground:
    """Embedded setting: one thread of this process, in the order of submission."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="background")
        self._patient: deque[Callable[[], None]] = deque()
        self._lock = Lock()

    def submit(self, function: str, *arguments: int | str) -> None:
        self._executor.submit(_run_logged, import_string(function), *arguments)

    def submit_patient(self, function: str, *arguments: int | str) -> None:
        with self._lock:
            self._patient.append(partial(_run_logged, import_string(function), *arguments))
            if len(self._patient) == 1:
                self._executor.submit(self._do_patient_piece)

    def _do_patient_piece(self) -> None:
        """Do one piece; the next one queues behind the work submitted meanwhile."""
        self._patient[0]()
        with self._lock, suppress(RuntimeError):  # at shutdown the rest is not done
            self._patient.popleft()
            if self._patient:
                self._executor.submit(self._do_patient_piece)


class CeleryBackground:
    """Production setting: a Celery worker's task, which bears the name of the function (`duplicate.tasks`)."""

    def __init__(self) -> None:
        from celery import Celery  # noqa: PLC0415 - the embedded setting has no Celery
        from kombu import pools  # noqa: F401, PLC0415 - as above; the first task would wait until it is loaded

        self._celery = Celery("isotop", set_as_current=False)
        self._celery.config_from_object("django.conf:settings", namespace="CELERY")

    def submit(self, function: str, *arguments: int | str) -> None:
        self._send(function, arguments)

    def submit_patient(self, function: str, *arguments: int | str) -> None:
        self._send(function, arguments, priority=LAST_IN_REDIS)

    def _send(self, function: str, arguments: tuple[int | str, ...], **options: int) -> None:
        from kombu.exceptions import OperationalError  # noqa: PLC0415 - only the production setting has a broker

        try:
            # The header tells how long the oldest task waits (`deploy.monitoring.task_queue`).
            sent = {SENT_AT: clock.now().timestamp()}
            self._celery.send_task(function, args=arguments, headers=sent, **options)
        except OperationalError:
            degradation.note("background")
            logger.warning("No broker: %s%r is left to whoever needs it", function, arguments)


@cache
def _backend() -> Background:
    return import_string(settings.BACKGROUND)()  # type: ignore[no-any-return] # the setting names a class


def load() -> None:
    """Load the back end when a process starts: the first act would pay a second for it, with its game locked."""
    _backend()


def run_after_commit(function: str, *arguments: int | str) -> None:
    """Submit a call of `function` (dotted name) with `arguments` once the current transaction is committed."""
    transaction.on_commit(partial(_backend().submit, function, *arguments))


def run_when_idle(function: str, *arguments: int | str) -> None:
    """Submit a piece of long work after the commit; it must not delay the work that a game needs."""
    transaction.on_commit(partial(_backend().submit_patient, function, *arguments))


def _run_logged(function: Callable[..., object], *arguments: int | str) -> None:
    try:
        function(*arguments)
    except Exception:
        logger.exception("Background work failed: %s%r", function.__qualname__, arguments)
    finally:
        close_old_connections()
