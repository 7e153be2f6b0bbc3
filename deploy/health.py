"""Health checks of a process for its supervisor: `/healthz` and `/readyz`.

They are answered before any other middleware, so that neither the allowed host names nor the redirect to TLS
block a probe on the same machine. The answers have only words that anybody may know.
"""

import logging
from http import HTTPStatus

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.deprecation import MiddlewareMixin

logger = logging.getLogger(__name__)

REDIS_SECONDS = 1


class HealthMiddleware(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.path == "/healthz":
            # The process answers; its database or Redis may still be missing.
            return HttpResponse("ok", content_type="text/plain")
        if request.path == "/readyz":
            return readyz()
        return None


def readyz() -> JsonResponse:
    """Return 200 if games can be played here, 503 if not; if only Redis is missing they can, with a little
    delay.
    """
    state = {"database": _database(), "redis": _redis()}
    ready = state["database"] == "ok"
    return JsonResponse(state, status=HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE)


_migrated = False


def _database() -> str:
    """Return ok, missing, or not migrated. Applied migrations are not checked again as long as this process
    runs.
    """
    global _migrated  # noqa: PLW0603 - one fact about this process
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _migrated:
            executor = MigrationExecutor(connection)
            _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        logger.warning("The database does not answer", exc_info=True)
        return "missing"
    return "ok" if _migrated else "not migrated"


def _redis() -> str:
    """Return ok, degraded, or not used (in the embedded setting)."""
    if not settings.REDIS_URL:
        return "not used"
    import redis  # noqa: PLC0415 - the embedded setting has no Redis

    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS
        ) as client:
            client.ping()
    except redis.RedisError:
        return "degraded"
    return "ok"
