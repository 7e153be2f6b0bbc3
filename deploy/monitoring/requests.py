"""One record for each request: its id, its sender, the time until its answer begins, its status.

Django's middleware makes it. The slips, own sheets and streams that `deploy.asgi` answers without Django are wrapped
there, and Django finds that record if the request goes on to it. A finished record becomes a line of the log; further
`observers` get it as well.
"""

import logging
import re
import time
import uuid
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from deploy import outages
from deploy.logs import hide_secrets, request_id
from tournaments.http.asgi_types import Application, Receive, Scope, Send
from tournaments.installation.outages import recognize
from tournaments.tokens import hash_token

logger = logging.getLogger("isotop.requests")

HEADER = "X-Request-ID"
# Where the record of a request is, in the scope of ASGI and in the environment of WSGI.
KEY = "isotop.request"
# Supervisors and Prometheus ask every few seconds: that is no news.
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
# The ids of our proxy and of other programs; anything else is replaced.
_SANE = re.compile(r"[A-Za-z0-9-]{8,64}")


@dataclass(slots=True)
class RequestRecord:
    id: str
    method: str
    path: str
    token: str = ""  # the first digits of the stored hash: they find the phone and open nothing
    view: str = ""
    user: int | None = None
    started: float = field(default_factory=time.perf_counter)
    body_read: float | None = None  # when the last byte of the body came, if that is known
    seconds: float = 0.0
    status: int = 0

    def finish(self, status: int) -> None:
        """Log the request, and tell the observers; not of probes, and at the first call alone."""
        if self.status:
            return
        self.status, self.seconds = status, time.perf_counter() - self.started
        if self.path in PROBES:
            return
        for observe in observers:
            observe(self)
        if logger.isEnabledFor(logging.INFO):
            logger.info("%s %s %s", self.method, self.path, status, extra={"request_values": self.values()})

    def values(self) -> dict[str, object]:
        """Return what the log has of the request, without what is unknown."""
        told = {
            "request_id": self.id,
            "view": self.view,
            "user": self.user,
            "token": self.token,
            "method": self.method,
            "path": hide_secrets(self.path),
            "status": self.status,
            "ms": round(self.seconds * 1000, 1),
        }
        return {name: value for name, value in told.items() if value not in {None, ""}}


observers: list[Callable[[RequestRecord], object]] = []


def begin(method: str, path: str, asked_id: str, authorization: str) -> RequestRecord:
    """Return a new record, with the id that the proxy gave the request, or a new one."""
    scheme, _space, token = authorization.partition(" ")
    is_token = scheme.lower() == "bearer"
    return RequestRecord(
        asked_id if _SANE.fullmatch(asked_id) else uuid.uuid4().hex,
        method,
        path,
        hash_token(token)[:12] if is_token else "",
    )


class RequestMiddleware(MiddlewareMixin):
    """Records requests that Django answers; `X-Request-ID` in the answer names the record."""

    def process_request(self, request: HttpRequest) -> None:
        place = _place_of(request)
        if KEY not in place:
            headers = request.headers
            place[KEY] = begin(
                request.method or "", request.path, headers.get(HEADER, ""), headers.get("Authorization", "")
            )
        request_id.set(place[KEY].id)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        record: RequestRecord = _place_of(request)[KEY]
        record.view = record.view or _view_of(request)
        # Only a user whom the request has read already: asking would read the session.
        user = getattr(request, "_cached_user", None)
        record.user = user.pk if user is not None else None
        response[HEADER] = record.id
        record.finish(response.status_code)
        request_id.set("")
        return response


def _place_of(request: HttpRequest) -> MutableMapping[str, Any]:
    scope: MutableMapping[str, Any] = getattr(request, "scope", request.META)
    return scope


def _view_of(request: HttpRequest) -> str:
    match = request.resolver_match
    return (match.view_name or match._func_path) if match else ""  # noqa: SLF001 - the name of a view without one


def record_requests(application: Application, view_of: Callable[[Scope], str]) -> Application:
    """Wrap an ASGI application: record requests, and answer 503 during an outage of the database."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"] if name in _READ}
        record = begin(
            scope["method"], scope["path"], headers.get(_READ[0], ""), headers.get(b"authorization", "")
        )
        record.view = view_of(scope)
        request_id.set(record.id)
        # In the same scope: the server and our applications may have copies, which share the record.
        scope[KEY] = record
        try:
            await application(scope, _stamp_body(receive, record), _record_answer(send, record))
        except (Error, OSError) as error:
            outage = recognize(error)
            if record.status or outage is None:
                raise
            logger.exception("Not answered: %s", outage.state)
            await outages.send_refusal(scope["path"], outage, _record_answer(send, record))

    return serve


_READ = (b"x-request-id", b"authorization")


def _stamp_body(receive: Receive, record: RequestRecord) -> Receive:
    async def receive_and_stamp() -> Mapping[str, Any]:
        message = await receive()
        if record.body_read is None and message["type"] == "http.request" and not message.get("more_body"):
            record.body_read = time.perf_counter()
        return message

    return receive_and_stamp


def _record_answer(send: Send, record: RequestRecord) -> Send:
    async def send_and_record(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            others = [header for header in message["headers"] if header[0].lower() != _READ[0]]
            message = {**message, "headers": [*others, (_READ[0], record.id.encode())]}
            record.finish(message["status"])
        await send(message)

    return send_and_record
