"""Health checks of a process for its supervisor: `/healthz` and `/readyz`; and `/metrics`.

They are answered before any other middleware, so that neither the allowed host names nor the redirect to TLS
block a probe on the same machine. The answers have only words that anybody may know.
"""

import logging
from collections.abc import Callable
from http import HTTPStatus

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from deploy import compatibility, stopping
from deploy.monitoring import scrape, services
from tournaments.http.asgi_types import Send

logger = logging.getLogger(__name__)

ALIVE = "/healthz"
_OK = b"ok"


class HealthMiddleware(MiddlewareMixin):
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        scrape.switch_on()

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.path == ALIVE:
            # The process answers; its database or Redis may still be missing.
            return HttpResponse(_OK, content_type="text/plain")
        if request.path == "/readyz":
            return readyz()
        if request.path == scrape.PATH:
            return scrape.answer(request)
        return None


async def say_alive(send: Send) -> None:
    """Answer `ALIVE` on the event loop."""
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"2")]
    await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": headers})
    await send({"type": "http.response.body", "body": _OK})


def readyz() -> JsonResponse:
    """Return 200 if games can be played here, 503 if not. `degraded` names what is missing though they can."""
    if stopping.is_stopping():
        return JsonResponse(
            {"state": "unavailable", "process": "stopping"}, status=HTTPStatus.SERVICE_UNAVAILABLE
        )
    database = _database()
    if database != "ok":
        unavailable = {"state": "unavailable", "database": database}
        return JsonResponse(unavailable, status=HTTPStatus.SERVICE_UNAVAILABLE)
    try:
        states = services.service_states()
    except DatabaseError:
        return JsonResponse(
            {"state": "unavailable", "database": "missing"}, status=HTTPStatus.SERVICE_UNAVAILABLE
        )
    degraded = services.degraded(states)
    state = "degraded" if degraded else "ok"
    return JsonResponse({"state": state, "degraded": degraded, "database": database, **states})


_migrated = False


def _database() -> str:
    """Return ok, missing, not migrated, "disk full", "takes no writes", or which release the database needs.

    Applied migrations are not checked again as long as this process runs; which release the database needs is, as
    newer code can migrate it meanwhile.
    """
    global _migrated  # noqa: PLW0603 - one fact about this process
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _migrated:
            executor = MigrationExecutor(connection)
            _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        needed = compatibility.find_needed_release() if _migrated else None
    except DatabaseError:
        logger.warning("The database does not answer", exc_info=True)
        return "missing"
    if needed:
        logger.error(
            "This code is too old for the database, which needs %s", compatibility.format_release(needed)
        )
        return f"needs {compatibility.format_release(needed)}"
    if not _migrated:
        return "not migrated"
    return services.try_write()
