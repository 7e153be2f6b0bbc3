"""Live streams over HTTP: plain ASGI, because a request of Django holds a thread as long as it lasts.

An opener (`StreamOpener`) decides which source a stream follows, and whether the client may; all else is the
same for every channel.
"""

import asyncio
import contextlib
import io
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.http.asgi_types import Receive, Scope, Send
from tournaments.live import connections, streams
from tournaments.live.compression import pack, takes_gzip
from tournaments.live.streams import Frame, FrameSource, Reader

# Seconds for sending the end of a stream to its phone, which may have left the hall.
LAST_EVENT_SECONDS = 2.0
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
PACKED = (b"content-encoding", b"gzip")


@dataclass(frozen=True, slots=True)
class OpenedStream:
    """A stream that the client may follow: from `frame` on, as `holder` if they showed a token. Own events are in
    their `language`.
    """

    source: FrameSource
    frame: Frame
    holder: str | None
    language: str = ""


async def refuse_guesses(scope: Scope, code: str) -> None:
    """Refuse a stream to an address that guesses codes.

    Raises:
        StreamRefused: the address has tried too many that do not exist.
    """
    guess = (GuessKind.CODE, address_of(scope), code)
    if rate_limit.may_be_stopped(*guess) and await streams.in_thread(rate_limit.is_stopped)(*guess):
        raise connections.StreamRefused(429)


StreamOpener = Callable[[Scope], Awaitable[OpenedStream]]


async def stream(scope: Scope, receive: Receive, send: Send, open_stream: StreamOpener) -> None:
    """Send server-sent events (`tournaments.live.streams`) until the screen goes away, or a refusal."""
    try:
        opened = await open_stream(scope)
        channel = opened.source.channel
        with connections.following(channel, phone=opened.holder, address=address_of(scope)) as follower:
            packed = takes_gzip(dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1"))
            headers = [*HEADERS, PACKED] if packed else HEADERS
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await _follow(follower, opened, receive, send, packed=packed)
    except connections.StreamRefused as refused:
        await send({"type": "http.response.start", "status": refused.status, "headers": []})
        await send({"type": "http.response.body"})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The streams of one form of path; `open_stream` gets the parts of a path, and opens or refuses."""

    path: re.Pattern[str]
    open_stream: Callable[[Scope, str, str], Awaitable[OpenedStream]]

    def serves(self, scope: Scope) -> bool:
        return scope["type"] == "http" and self.path.fullmatch(scope["path"]) is not None

    async def stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the server-sent events of the stream at the request's path."""
        await stream(scope, receive, send, self._open_at_path)

    async def _open_at_path(self, scope: Scope) -> OpenedStream:
        found = self.path.fullmatch(scope["path"])
        if found is None or scope["method"] != "GET":
            raise connections.StreamRefused(404)
        return await self.open_stream(scope, found[1], found[2])


def address_of(scope: Scope) -> str:
    """Return the client's address; behind our proxy the server has put it there."""
    return str((scope.get("client") or ("",))[0])


def language_of(scope: Scope) -> str:
    """Return the language that the client wants, by its choice on our pages or as its browser asks."""
    return translation.get_language_from_request(ASGIRequest(scope, io.BytesIO()))


def token_of(scope: Scope) -> str | None:
    """Return the device's token. It comes in a header, as in its other requests, because addresses are kept
    in logs.
    """
    scheme, _space, written = dict(scope["headers"]).get(b"authorization", b"").partition(b" ")
    return str(written.decode("latin-1")) if scheme.lower() == b"bearer" else None


async def _follow(
    follower: connections.Follower, opened: OpenedStream, receive: Receive, send: Send, *, packed: bool
) -> None:
    sending = asyncio.create_task(_send_events(opened, send, packed=packed))
    leaving = asyncio.create_task(_wait_for_leaving(receive))
    ends: set[asyncio.Future[Any]] = {sending, leaving, follower.ended}
    # Cancelled: the server stops, and the screen reconnects by itself.
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    for task in (sending, leaving):
        task.cancel()
    await asyncio.gather(sending, leaving, return_exceptions=True)
    if follower.ended.done():
        with contextlib.suppress(TimeoutError):
            last_event = follower.ended.result()
            last = {"type": "http.response.body", "body": pack(last_event) if packed else last_event}
            await asyncio.wait_for(send(last), LAST_EVENT_SECONDS)


async def _send_events(opened: OpenedStream, send: Send, *, packed: bool) -> None:
    reader = Reader(opened.holder, opened.language)
    async for event in streams.events(opened.source, opened.frame, reader=reader, packed=packed):
        await send({"type": "http.response.body", "body": event, "more_body": True})


async def _wait_for_leaving(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
