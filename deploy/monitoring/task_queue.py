"""The tasks that wait in Redis for a worker: how many, and for how long."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from tournaments.processes.background import LAST_IN_REDIS, SENT_AT
from tournaments.time import clock

REDIS_SECONDS = 1
# Live work waits for moments; pieces of long work, such as a search for games, wait by design.
LANES: Mapping[str, str] = {"live": "celery", "patient": f"celery\x06\x16{LAST_IN_REDIS}"}
# Live work that waits longer is late.
LATE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Waiting:
    """Tasks of one lane that no worker has taken; the age of the oldest in seconds, 0 if there is none."""

    tasks: int
    oldest: float


class BrokerGone(Exception):
    """Redis does not answer."""


def read_queue() -> dict[str, Waiting]:
    """Return what waits in each lane.

    Raises:
        BrokerGone: Redis does not answer.
    """
    import redis  # noqa: PLC0415 - the embedded setting has no Redis

    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS
        ) as client:
            pipe = client.pipeline(transaction=False)
            for key in LANES.values():
                pipe.llen(key).lindex(key, -1)
            found = pipe.execute()
    except redis.RedisError as error:
        raise BrokerGone from error
    return {
        lane: Waiting(tasks, _age(oldest))
        for lane, tasks, oldest in zip(LANES, found[::2], found[1::2], strict=True)
    }


def _age(message: bytes | None) -> float:
    """Return how many seconds ago a task was sent; 0 if nothing waits, or for a task of another version."""
    if message is None:
        return 0.0
    headers: Mapping[str, Any] = json.loads(message).get("headers", {})
    sent = headers.get(SENT_AT)
    return max(0.0, clock.now().timestamp() - sent) if isinstance(sent, float) else 0.0
