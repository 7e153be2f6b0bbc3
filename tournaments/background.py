"""Work that nobody should wait for: one call, and the back end that `settings.BACKGROUND` names does it.

What is handed over is the dotted name of a plain function and its JSON-able arguments. Nothing relies on it
being done: whoever needs the result and does not find it does the work on the spot.
"""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Protocol

from django.conf import settings
from django.db import close_old_connections, transaction
from django.utils.module_loading import import_string

from tournaments import troubles

logger = logging.getLogger(__name__)


class Background(Protocol):
    def submit(self, function: str, *arguments: int | str) -> None: ...


class ThreadBackground:
    """Embedded setting: one thread of this process, in the order of asking."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="background")

    def submit(self, function: str, *arguments: int | str) -> None:
        self._executor.submit(_run_logged, import_string(function), *arguments)


class CeleryBackground:
    """Production setting: a Celery worker's task, which bears the name of the function (`duplicate.tasks`)."""

    def __init__(self) -> None:
        from celery import Celery  # noqa: PLC0415 - the embedded setting has no Celery

        self._celery = Celery("isotop", set_as_current=False)
        self._celery.config_from_object("django.conf:settings", namespace="CELERY")

    def submit(self, function: str, *arguments: int | str) -> None:
        from kombu.exceptions import OperationalError  # noqa: PLC0415

        try:
            self._celery.send_task(function, args=arguments)
        except OperationalError:
            troubles.note("background")
            logger.warning("No broker: %s%r is left to whoever needs it", function, arguments)


@cache
def _backend() -> Background:
    return import_string(settings.BACKGROUND)()  # type: ignore[no-any-return]


def run_after_commit(function: str, *arguments: int | str) -> None:
    """Have `function` (dotted name) called with `arguments` once the current transaction is committed."""
    transaction.on_commit(partial(_backend().submit, function, *arguments))


def _run_logged(function: Callable[..., object], *arguments: int | str) -> None:
    try:
        function(*arguments)
    except Exception:
        logger.exception("Background work failed: %s%r", function.__qualname__, arguments)
    finally:
        close_old_connections()
