"""The states of the services beside the database: Redis, the clock, the workers, and their tasks."""

from collections.abc import Mapping

from django.conf import settings

from deploy.monitoring.task_queue import LATE_SECONDS, BrokerGone, read_queue

WELL = frozenset({"ok", "not used"})


def service_states() -> dict[str, str]:
    """Return the state of each service; the embedded setting has none of them.

    Raises:
        DatabaseError: the database does not answer.
    """
    if not settings.REDIS_URL:
        return {"redis": "not used"}
    from duplicate.core import service_beats  # noqa: PLC0415 - the middleware is loaded before the apps

    states: dict[str, str] = {"redis": "ok", **service_beats.service_states(service_beats.last_beats())}
    try:
        late = read_queue()["live"].oldest > LATE_SECONDS
    except BrokerGone:
        return {**states, "redis": "degraded"}
    return {**states, "tasks": "late" if late else "ok"}


def degraded(states: Mapping[str, str]) -> list[str]:
    """Return the names of the services that are gone or late."""
    return [name for name, state in states.items() if state not in WELL]
