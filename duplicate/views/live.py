"""The door of the live stream: plain ASGI, because a request of Django holds a thread as long as it lasts."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from duplicate import live
from duplicate.frame import Frame

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

PREFIX = "/live/"
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Server-sent events of the game in `/live/CODE/`, until the screen goes away; see `duplicate.live`.

    Anybody may follow: nothing but the public state is sent.
    """
    code = scope["path"].removeprefix(PREFIX).strip("/").upper()
    frame = await live.read_frame(code) if code.isalnum() and scope["method"] == "GET" else None
    if frame is None:
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    sending = asyncio.create_task(_send_events(code, frame, send))
    leaving = asyncio.create_task(_wait_for_leaving(receive))
    # Cancelled: the server stops. The screen will come back by itself.
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
    for task in (sending, leaving):
        task.cancel()
    await asyncio.gather(sending, leaving, return_exceptions=True)


async def _send_events(code: str, frame: Frame, send: Send) -> None:
    async for event in live.events(code, frame):
        await send({"type": "http.response.body", "body": event, "more_body": True})


async def _wait_for_leaving(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
