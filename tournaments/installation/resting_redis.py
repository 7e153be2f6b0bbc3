"""What every process of a server knows for a while, in Redis: Django's cache, which forgets instead of failing."""

import json
import logging
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.utils.functional import cached_property

logger = logging.getLogger(__name__)
T = TypeVar("T")

# Seconds for which Redis is left alone after it did not answer: nobody holds a thread by waiting for it again.
REST: Final = 10.0
_rests_until = 0.0
_clients: dict[str, RedisCacheClient] = {}


class RestingRedisCache(RedisCache):
    """A cache in which nothing is found, or kept, while Redis is away."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        # Django's own serializer unpickles: it would run what somebody else writes into Redis.
        super().__init__(server, params | {"OPTIONS": {"serializer": json, **params.get("OPTIONS", {})}})

    @cached_property
    def _cache(self) -> RedisCacheClient:
        # Django makes a cache for each request on an event loop, and a cache's own connections would stay open until
        # garbage is collected.
        return _clients.setdefault(self._servers[0], super()._cache)  # type: ignore[attr-defined] # not in the stubs

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _ask(lambda: super(RestingRedisCache, self).get(key, default, version), default)

    def set(self, *arguments: Any, **options: Any) -> None:
        _ask(lambda: super(RestingRedisCache, self).set(*arguments, **options), None)


def _ask(ask: Callable[[], T], otherwise: T) -> T:
    global _rests_until  # noqa: PLW0603 - one Redis for the process
    import redis  # noqa: PLC0415 - only the production setting has Redis

    if time.monotonic() < _rests_until:
        return otherwise
    try:
        return ask()
    except ValueError:  # no JSON: another program's
        return otherwise
    except redis.RedisError:
        _rests_until = time.monotonic() + REST
        logger.warning("No Redis: for %s seconds nothing is heard of what other processes know", REST)
        return otherwise
