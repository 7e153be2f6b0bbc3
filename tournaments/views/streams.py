"""Live streams over HTTP: plain ASGI, because a request of Django holds a thread as long as it lasts.

What a stream follows, and whether who asks may, is said by its *door*; all else is the same for every channel.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tournaments import followers, streams
from tournaments.asgi import Receive, Scope, Send
from tournaments.packing import pack, takes_gzip
from tournaments.streams import Frame, Source

# Seconds that a phone has to hear that its stream ends; one that has walked out of the hall hears nothing.
FAREWELL = 2.0
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
PACKED = (b"content-encoding", b"gzip")


@dataclass(frozen=True, slots=True)
class Opened:
    """What somebody may follow: from `frame` on, as `holder` if they showed a token."""

    source: Source
    frame: Frame
    holder: str | None


Door = Callable[[Scope], Awaitable[Opened]]


async def stream(scope: Scope, receive: Receive, send: Send, door: Door) -> None:
    """Server-sent events (`tournaments.streams`) until the screen goes away, or a refusal."""
    try:
        opened = await door(scope)
        channel = opened.source.channel
        with followers.following(channel, phone=opened.holder, address=address_of(scope)) as follower:
            packed = takes_gzip(dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1"))
            headers = [*HEADERS, PACKED] if packed else HEADERS
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await _follow(follower, opened, receive, send, packed=packed)
    except followers.Refused as refused:
        await send({"type": "http.response.start", "status": refused.status, "headers": []})
        await send({"type": "http.response.body"})


def address_of(scope: Scope) -> str:
    """Of who asks; behind our proxy the server has put it there."""
    return str((scope.get("client") or ("",))[0])


def token_of(scope: Scope) -> str | None:
    """What a device shows. It comes in a header, as with any other request of it: addresses are kept in logs."""
    scheme, _space, written = dict(scope["headers"]).get(b"authorization", b"").partition(b" ")
    return str(written.decode("latin-1")) if scheme.lower() == b"bearer" else None


async def _follow(
    follower: followers.Follower, opened: Opened, receive: Receive, send: Send, *, packed: bool
) -> None:
    sending = asyncio.create_task(_send_events(opened, send, packed=packed))
    leaving = asyncio.create_task(_wait_for_leaving(receive))
    ends: set[asyncio.Future[Any]] = {sending, leaving, follower.ended}
    # Cancelled: the server stops. The screen will come back by itself.
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    for task in (sending, leaving):
        task.cancel()
    await asyncio.gather(sending, leaving, return_exceptions=True)
    if follower.ended.done():
        with contextlib.suppress(TimeoutError):
            farewell = follower.ended.result()
            last = {"type": "http.response.body", "body": pack(farewell) if packed else farewell}
            await asyncio.wait_for(send(last), FAREWELL)


async def _send_events(opened: Opened, send: Send, *, packed: bool) -> None:
    async for event in streams.events(opened.source, opened.frame, packed=packed):
        await send({"type": "http.response.body", "body": event, "more_body": True})


async def _wait_for_leaving(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
