"""A thread of each server that looks every few seconds whether clock, workers, tasks and writing are well.

It tells the desks of this process (`degradation`) and, when something changes, the log.
"""

import logging
import threading

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from deploy.monitoring.services import degraded, service_states, try_write
from tournaments.installation import degradation

logger = logging.getLogger(__name__)

LOOK_SECONDS = 10.0
# Each process notices by itself that it has no Redis.
WATCHED = ("clock", "worker", "tasks")
# All processes of an installation start at the same time.
START_SECONDS = 40.0


def start_watch() -> None:
    """Start the thread, where there are other processes to watch."""
    if settings.REDIS_URL:
        threading.Thread(target=_run, args=(threading.Event(),), name="watch", daemon=True).start()


def _run(stop: threading.Event) -> None:
    found: list[str] = []
    wait = START_SECONDS
    while not stop.wait(wait):
        wait = LOOK_SECONDS
        found = look(found)


def look(before: list[str]) -> list[str]:
    """Note what is not well; return the names, and log them if they are others than `before`."""
    try:
        try_write()  # which tells the desks if nothing is stored
        found = degraded(service_states())
    except DatabaseError:
        return before  # every request meets that itself
    finally:
        close_old_connections()
    for name in WATCHED:
        (degradation.note if name in found else degradation.clear)(name)
    if found != before:
        logger.warning("Degraded: %s", ", ".join(found) or "nothing any more")
    return found
