"""Whether the database stores rows, and the states of the services beside it: Redis, the clock, the workers, and their
tasks.
"""

import logging
import time
from collections.abc import Mapping

from django.conf import settings
from django.db import DatabaseError

from deploy.monitoring.task_queue import LATE_SECONDS, BrokerGone, read_queue
from tournaments.installation import outages

logger = logging.getLogger(__name__)

# Seconds for which a successful write is believed: probes come every second.
WRITTEN_SECONDS = 5.0
_stored_at = float("-inf")
WELL = frozenset({"ok", "not used"})


def try_write() -> str:
    """Return ok, or why no slip could be stored: ready means that one can."""
    global _stored_at  # noqa: PLW0603 - one fact about this process
    from duplicate.rounds import service_beats  # noqa: PLC0415 - the middleware is loaded before the apps

    now = time.monotonic()
    if now - _stored_at < WRITTEN_SECONDS:
        return "ok"
    try:
        service_beats.check_storing()
    except DatabaseError as error:
        logger.exception("The database takes no writes")
        _stored_at = float("-inf")
        outage = outages.recognize(error)
        return outage.state if outage else "takes no writes"
    _stored_at = now
    return "ok"


def service_states() -> dict[str, str]:
    """Return the state of each service; the embedded setting has none of them.

    Raises:
        DatabaseError: the database does not answer.
    """
    if not settings.REDIS_URL:
        return {"redis": "not used"}
    from duplicate.rounds import service_beats  # noqa: PLC0415 - the middleware is loaded before the apps

    states: dict[str, str] = {"redis": "ok", **service_beats.service_states(service_beats.last_beats())}
    try:
        late = read_queue()["live"].oldest > LATE_SECONDS
    except BrokerGone:
        return {**states, "redis": "degraded"}
    return {**states, "tasks": "late" if late else "ok"}


def degraded(states: Mapping[str, str]) -> list[str]:
    """Return the names of the services that are gone or late."""
    return [name for name, state in states.items() if state not in WELL]
