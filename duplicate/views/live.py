"""The door of the live stream: plain ASGI, because a request of Django holds a thread as long as it lasts."""

import asyncio
import contextlib
from typing import Any

from duplicate import followers, live
from duplicate.asgi import Receive, Scope, Send
from duplicate.frame import Frame
from tournaments import guessing
from tournaments.guessing import Kind

PREFIX = "/live/"
# Seconds that a phone has to hear that its stream ends; one that has walked out of the hall hears nothing.
FAREWELL = 2.0
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Server-sent events of the game in `/live/CODE/`, until the screen goes away; see `duplicate.live`.

    Anybody may follow: nothing but the public state is sent. A phone shows its token, and has a few streams at most.
    """
    code = scope["path"].removeprefix(PREFIX).strip("/").upper()
    try:
        phone, frame = await _door(scope, code)
        with followers.following(code, phone=phone, address=_address(scope)) as follower:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await _follow(follower, frame, receive, send)
    except followers.Refused as refused:
        await send({"type": "http.response.start", "status": refused.status, "headers": []})
        await send({"type": "http.response.body"})


async def _door(scope: Scope, code: str) -> tuple[str | None, Frame]:
    """Which phone it is, if it shows a token, and the first frame."""
    if code.isalnum() and scope["method"] == "GET":
        if guessing.is_stopped(Kind.CODE, _address(scope), code):
            raise followers.Refused(429)
        phone = await _phone(scope, code)
        frame = await live.first_frame(code)
        guessing.note(Kind.CODE, _address(scope), code, right=frame is not None)
        if frame is not None:
            return phone, frame
    raise followers.Refused(404)


async def _follow(follower: followers.Follower, frame: Frame, receive: Receive, send: Send) -> None:
    sending = asyncio.create_task(_send_events(follower.code, frame, send))
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
            last = {"type": "http.response.body", "body": follower.ended.result()}
            await asyncio.wait_for(send(last), FAREWELL)


async def _phone(scope: Scope, code: str) -> str | None:
    """The hash of the token that a phone shows. It comes in a header, as with any other request of a phone: addresses
    are kept in logs.
    """
    scheme, _space, written = dict(scope["headers"]).get(b"authorization", b"").partition(b" ")
    if scheme.lower() != b"bearer":
        return None
    token = written.decode("latin-1")
    try:
        return await live.read_phone(code, token)
    except followers.Refused:
        guessing.note(Kind.TOKEN, _address(scope), token, right=False)
        raise


def _address(scope: Scope) -> str:
    """Of who asks; behind our proxy the server has put it there."""
    return str((scope.get("client") or ("",))[0])


async def _send_events(code: str, frame: Frame, send: Send) -> None:
    async for event in live.events(code, frame):
        await send({"type": "http.response.body", "body": event, "more_body": True})


async def _wait_for_leaving(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
