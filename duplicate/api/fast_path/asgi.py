"""Shared code of the fast paths: requests that thousands of phones send in the same seconds skip Django's
middleware.

The view reports what is wrong with a request: one that is not plainly a phone's goes on to the view. Both give
the same answer.
"""

import gzip
from collections.abc import Mapping
from hashlib import blake2b
from types import SimpleNamespace
from typing import cast

from django.utils import translation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from duplicate.api.errors import answer_error
from tournaments.api.authentication import PerEntryThrottle
from tournaments.api.schemas import PROBLEM
from tournaments.http.asgi_types import Scope, Send
from tournaments.live.compression import takes_gzip
from tournaments.models import Entry
from tournaments.time import clock
from tournaments.views.streams import language_of

HEADERS = {"Content-Type": "application/json", "Cache-Control": "no-store"}
# Shorter answers gain nothing by compression.
WORTH_PACKING = 500
LEVEL = 6
NOTHING: Mapping[str, str] = {}


def is_plain(scope: Scope) -> bool:
    """Tell whether a request has a token, accepts JSON and asks for nothing else."""
    return accepts_json(scope) and dict(scope["headers"]).get(b"authorization", b"")[:7].lower() == b"bearer "


def accepts_json(scope: Scope) -> bool:
    """Tell whether a request accepts JSON and asks for nothing else."""
    accept = dict(scope["headers"]).get(b"accept", b"*/*")
    return (b"*/*" in accept or b"application/json" in accept) and not scope["query_string"]


def read_text(value: object, longest: int) -> str:
    """Return a text as a phone sends it.

    Raises:
        ValueError: it is none, or only the view can tidy it.
    """
    if (
        not isinstance(value, str)
        or len(value) > longest
        or value != value.strip()
        or not value.isprintable()
    ):
        raise ValueError
    return value


def leave_to_view(_error: Exception | None) -> None:
    """Return the outcome that leaves a request to the view."""


def token_of(scope: Scope) -> str:
    """Return the text after `Bearer`."""
    token: bytes = dict(scope["headers"])[b"authorization"][7:]
    return token.decode("latin-1")


def may_ask(entry: Entry) -> bool:
    """Count a request against the view's throttle, and tell whether it is allowed; if not, the view will
    answer so.
    """
    return PerEntryThrottle().allow_request(cast(Request, SimpleNamespace(auth=entry)), cast(APIView, None))


async def send_news(scope: Scope, send: Send, values: object) -> None:
    """Send values that are requested again and again, with an ETag; a client that has them already gets 304."""
    tag = f'"{blake2b(JSONRenderer().render(values), digest_size=8).hexdigest()}"'
    if dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1") == tag:
        await send_nothing_new(send, tag)
    else:
        await send_values(scope, send, values, more={"ETag": tag})


async def send_nothing_new(send: Send, tag: str) -> None:
    await _send(send, 304, b"", {"ETag": tag})


async def send_body(send: Send, body: bytes, more: Mapping[str, str]) -> None:
    """Send values that are encoded already."""
    await _send(send, 200, body, more)


async def send_values(
    scope: Scope, send: Send, values: object, status: int = 200, more: Mapping[str, str] = NOTHING
) -> None:
    body = JSONRenderer().render(values)
    accepted = dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1")
    if len(body) >= WORTH_PACKING and takes_gzip(accepted):
        body, more = gzip.compress(body, LEVEL, mtime=0), {**more, "Content-Encoding": "gzip"}
    await _send(send, status, body, more)


async def send_error(scope: Scope, send: Send, error: Exception) -> None:
    with translation.override(language_of(scope)):
        response = answer_error(error, {})
        assert response is not None
        body = JSONRenderer().render(response.data)
    await _send(send, response.status_code, body, {**dict(response.items()), "Content-Type": PROBLEM})


async def _send(send: Send, status: int, body: bytes, more: Mapping[str, str]) -> None:
    told = {"Content-Length": str(len(body)), "Server-Time": str(clock.milliseconds(clock.now()))}
    everything = {**HEADERS, **more, **told}
    headers = [(name.lower().encode(), text.encode()) for name, text in everything.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
