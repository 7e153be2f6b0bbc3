"""The program as an ASGI application: `uvicorn deploy.asgi:application`."""

import asyncio
import os
import sys
import warnings
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import closing
from typing import IO, Any

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase

from deploy.lanes import Lane, lane_of
from deploy.request_threads import FOR_READERS, LaneThreads
from tournaments.http.asgi_types import Receive, Scope, Send
from tournaments.processes.descriptors import raise_limit

# An organiser's archive is made in a thread, part by part: Django's warning does not matter here.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

_TURN = "isotop.turn"  # where the turn of a request is, in its scope
# The pieces in which a file is read and sent.
PIECE = 65_536


class HeldAnswer:
    """An answer of Django, which is sent when its thread is free again: whoever asked may be slow to read it. A static
    file is kept open instead, as its readers could fill the memory with it.
    """

    def __init__(self) -> None:
        self._messages: deque[Mapping[str, Any]] = deque()
        self._file: IO[bytes] | None = None

    async def __call__(self, message: Mapping[str, Any]) -> None:
        self._messages.append(message)

    def take_file(self, response: FileResponse) -> None:
        """Leave the response without its file, which is closed once it has been sent."""
        self._file = response.file_to_stream
        response._resource_closers.clear()  # type: ignore[attr-defined] # noqa: SLF001 - Django would close it
        response.streaming_content = _nothing()

    async def send_to(self, send: Send) -> None:
        while self._messages:
            await send(self._messages.popleft())
            if self._file:
                await self._send_file(self._file, send)

    async def _send_file(self, file: IO[bytes], send: Send) -> None:
        self._file = None
        with closing(file):
            while piece := await asyncio.to_thread(file.read, PIECE):
                await send({"type": "http.response.body", "body": piece, "more_body": True})


async def _nothing() -> AsyncIterator[bytes]:
    for part in list[bytes]():
        yield part


class PagesHandler(ASGIHandler):
    """Django's handler with middleware and view in one call of a thread, which stays for further requests. Neither is
    asynchronous here: Django would go from the thread to the event loop and back between the two, and start a
    thread for each request. Each lane has threads of its own, and none waits for the one who reads.
    """

    def __init__(self) -> None:
        super().__init__()
        self.threads = {lane: LaneThreads() for lane in Lane}
        first = [self.threads[lane] for lane in (Lane.DESK, Lane.CROWD)]
        self.threads[Lane.READERS] = LaneThreads(FOR_READERS, first)

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        content_type = dict(scope["headers"]).get(b"content-type", b"").decode("latin-1")
        lane = lane_of(scope["path"], scope["query_string"].decode("latin-1"), scope["method"], content_type)
        answer = HeldAnswer()
        async with self.threads[lane].lend(receive) as turn:
            await self.handle({**scope, _TURN: turn}, turn.receive, answer)
        await answer.send_to(send)

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002 - Django's own signature
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        assert isinstance(request, ASGIRequest)
        response = await sync_to_async(self.get_response, thread_sensitive=True)(request)
        request.scope[_TURN].leave_place()
        return response

    async def send_response(self, response: HttpResponseBase, send: HeldAnswer) -> None:  # type: ignore[override] # gets no other
        if isinstance(response, FileResponse) and response.file_to_stream:
            send.take_file(response)
        await super().send_response(response, send)


django.setup(set_prefix=False)
pages = PagesHandler()

from deploy import health, stopping  # noqa: E402 - needs the apps, which are ready only now
from deploy.memory import keep_what_is_loaded  # noqa: E402 - the apps are ready only now
from deploy.monitoring.requests import record_requests  # noqa: E402 - needs the apps, which are ready only now
from deploy.monitoring.watch import start_watch  # noqa: E402 - needs the apps, which are ready only now
from duplicate.api.fast_path import bodies, frames, joins, phone_pages, sheets, slips  # noqa: E402 - needs the apps, which are ready only now
from duplicate.rounds.interruptions import start_heart  # noqa: E402 - needs the apps, which are ready only now
from duplicate.views import live  # noqa: E402 - needs the apps, which are ready only now
from duplicate.website.views.public_streams import PUBLIC  # noqa: E402 - needs the apps, which are ready only now
from tournaments.classic.views.clock_streams import CLOCKS  # noqa: E402 - needs the apps, which are ready only now


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a request.

    Live streams bypass Django: thousands stay open, and none may hold a thread. Slips bypass it too, as they
    come by the thousand in a few seconds, and so do own sheets, which all phones request after an
    announcement, and the page and the state with which all phones begin. Supervisors ask whether the process is
    alive, which no thread has to be free for. The bodies of all other requests are read up to their limits.
    """
    if scope["type"] == "http" and scope["path"] == health.ALIVE:
        await health.say_alive(send)
    elif CLOCKS.serves(scope):
        await CLOCKS.stream(scope, receive, send)
    elif PUBLIC.serves(scope):
        await PUBLIC.stream(scope, receive, send)
    elif scope["type"] == "http" and scope["path"].startswith(live.PREFIX):
        await live.stream(scope, receive, send)
    elif slips.is_for_slips(scope):
        await slips.take_in(scope, receive, send, pages)
    elif sheets.is_for_own_sheet(scope):
        await sheets.show_own_sheet(scope, receive, send, limited_pages)
    elif frames.is_for_frame(scope):
        await frames.show_frame(scope, receive, send, limited_pages)
    elif joins.is_for_joining(scope):
        await joins.take_in(scope, receive, send, pages)
    elif phone_pages.is_for_phone_page(scope):
        await phone_pages.show_phone_page(scope, receive, send, limited_pages)
    else:
        await limited_pages(scope, receive, send)


def name_view(scope: Scope) -> str:
    """Return the name of what answers without Django, as `urls` has it where it is there; empty for the rest."""
    path = scope["path"]
    if CLOCKS.serves(scope) or PUBLIC.serves(scope) or path.startswith(live.PREFIX):
        return "live"
    if slips.is_for_slips(scope):
        return "api-slips"
    if frames.is_for_frame(scope):
        return "api-game"
    if joins.is_for_joining(scope):
        return "api-entries"
    if phone_pages.is_for_phone_page(scope):
        return "join" if path.startswith("/join/") else "play"
    return "api-me" if sheets.is_for_own_sheet(scope) else ""


answer_and_record = record_requests(answer, name_view)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve everybody; the heartbeat says that this process can take slips."""
    if scope["type"] == "lifespan":
        await _live(receive, send, start_heart, start_watch)
    else:
        await answer_and_record(scope, receive, send)


async def desk(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve arbitrators and projectors alone, without a heartbeat: phones do not reach this process."""
    if scope["type"] == "lifespan":
        await _live(receive, send, start_watch)
    else:
        await answer_and_record(scope, receive, send)


async def _live(receive: Receive, send: Send, *threads: Callable[[], None]) -> None:
    """Handle the lifespan messages; at the start begin the threads of this process."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            stopping.handle_signals()
            for start in threads:
                start()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            stopping.start_again_if_asked()
            return


async def limited_pages(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a request with Django, which gets its body only within the limits."""
    if bodies.has_body(scope):
        await bodies.pass_on(scope, receive, send, pages)
    else:
        await pages(scope, receive, send)


keep_what_is_loaded()
raise_limit()
# Python's five milliseconds are long for a request of ten that returns from the database beside a page that is made.
sys.setswitchinterval(0.001)
