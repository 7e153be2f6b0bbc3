"""What the short ways in share: what thousands of phones send in the same seconds goes beside Django's middleware.

What is wrong with a request is for the view to say: whatever is not plainly what a phone sends goes on there. An answer
is the same whichever of the two gave it.
"""

import io
from collections.abc import Mapping
from types import SimpleNamespace
from typing import cast

from django.core.handlers.asgi import ASGIRequest
from django.utils import translation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from duplicate.api.errors import answer_error
from tournaments import clock
from tournaments.api.access import PerEntryThrottle
from tournaments.asgi import Scope, Send
from tournaments.models import Entry

HEADERS = {"Content-Type": "application/json", "Cache-Control": "no-store"}


def is_plain(scope: Scope) -> bool:
    """From somebody with a token, who takes JSON and asks for nothing else."""
    headers = dict(scope["headers"])
    accept = headers.get(b"accept", b"*/*")
    return (
        (b"*/*" in accept or b"application/json" in accept)
        and not scope["query_string"]
        and headers.get(b"authorization", b"")[:7].lower() == b"bearer "
    )


def token_of(scope: Scope) -> str:
    """What stands after `Bearer`."""
    token: bytes = dict(scope["headers"])[b"authorization"][7:]
    return token.decode("latin-1")


def language_of(scope: Scope) -> str:
    return translation.get_language_from_request(ASGIRequest(scope, io.BytesIO()))


def may_ask(entry: Entry) -> bool:
    """By the same count as in the view, which will say so if not."""
    return PerEntryThrottle().allow_request(cast(Request, SimpleNamespace(auth=entry)), cast(APIView, None))


async def send_values(send: Send, values: object, status: int = 200) -> None:
    await _send(send, status, JSONRenderer().render(values), {})


async def send_error(scope: Scope, send: Send, error: Exception) -> None:
    with translation.override(language_of(scope)):
        response = answer_error(error, {})
        assert response is not None
        body = JSONRenderer().render(response.data)
    await _send(send, response.status_code, body, dict(response.items()))


async def _send(send: Send, status: int, body: bytes, more: Mapping[str, str]) -> None:
    told = {"Content-Length": str(len(body)), "Server-Time": str(clock.milliseconds(clock.now()))}
    everything = {**more, **HEADERS, **told}
    headers = [(name.lower().encode(), text.encode()) for name, text in everything.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
