"""Wake-ups for the streams of live screens when something public has changed.

A *channel* is the code of a game. A wake-up carries no data: the version in the database decides, and a woken
stream reads it. Streams also read it by themselves every few seconds, so a lost wake-up only delays them by
that much.
"""

import asyncio
import contextlib
import logging
import threading
from collections import defaultdict
from collections.abc import AsyncIterator
from functools import cache, partial
from typing import Any, Protocol

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from tournaments.installation import degradation

logger = logging.getLogger(__name__)


class Broadcast(Protocol):
    def wake(self, channel: str) -> None: ...

    def listen(self, channel: str) -> contextlib.AbstractAsyncContextManager[asyncio.Event]: ...


class LocalBroadcast:
    """Embedded setting: the streams run in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = defaultdict(set)

    def wake(self, channel: str) -> None:
        with self._lock:
            listeners = list(self._listeners.get(channel, ()))
        for loop, event in listeners:
            # A loop that has just stopped has no stream to wake.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(event.set)

    @contextlib.asynccontextmanager
    async def listen(self, channel: str) -> AsyncIterator[asyncio.Event]:
        listener = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._listeners[channel].add(listener)
        try:
            yield listener[1]
        finally:
            with self._lock:
                self._listeners[channel].discard(listener)
                if not self._listeners[channel]:
                    del self._listeners[channel]


class RedisBroadcast:
    """Production setting: publish and subscribe on Redis, one subscription a process.

    If Redis is down nothing is woken, and streams see changes when they next read the version.
    """

    def __init__(self) -> None:
        self._local = LocalBroadcast()
        self._reader: asyncio.Task[None] | None = None

    def wake(self, channel: str) -> None:
        import redis  # noqa: PLC0415 - the embedded setting has no Redis

        try:
            _redis_client().publish(f"isotop:{channel}", b"")
        except redis.RedisError:
            degradation.note("broadcast")
            logger.warning("No Redis: screens of %s follow when they look next", channel)

    @contextlib.asynccontextmanager
    async def listen(self, channel: str) -> AsyncIterator[asyncio.Event]:
        if self._reader is None or self._reader.done():
            self._reader = asyncio.create_task(self._read())
        async with self._local.listen(channel) as event:
            yield event

    async def _read(self) -> None:
        import redis.asyncio  # noqa: PLC0415 - only the production setting has Redis

        while True:
            client = redis.asyncio.from_url(settings.REDIS_URL)
            try:
                async with client, client.pubsub() as subscription:
                    await subscription.psubscribe("isotop:*")
                    async for message in subscription.listen():
                        if message["type"] == "pmessage":
                            self._local.wake(message["channel"].decode().removeprefix("isotop:"))
            except (redis.RedisError, OSError):
                logger.warning("No Redis: screens follow when they look next")
                await asyncio.sleep(2)


@cache
def _redis_client() -> Any:
    import redis  # noqa: PLC0415 - only the production setting has Redis

    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=1)


@cache
def backend() -> Broadcast:
    return import_string(settings.BROADCAST)()  # type: ignore[no-any-return] # the setting names a class


def wake_after_commit(channel: str) -> None:
    transaction.on_commit(partial(backend().wake, channel))
