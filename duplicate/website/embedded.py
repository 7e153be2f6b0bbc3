"""The embedded setting: web server, clock and background work in one process."""

import asyncio
import contextlib
import os
import socket
import threading
from collections.abc import Callable, Sequence

import uvicorn
from django.urls import reverse
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from duplicate import housekeeping
from duplicate.rounds import interruptions
from tournaments.core.http.addresses import address_in_hall

ANYWHERE = "0.0.0.0"  # noqa: S104 - the phones of the hall are meant to reach it
# Streams of screens never end: waiting for them would delay Ctrl+C.
SHUTDOWN_SECONDS = 2
# The same time for a request's head as in nginx, in the production setting, and a little more than its 33 kB.
HEAD_SECONDS = 10.0
HEAD_BYTES = 40_000
# Each header counts for more than its letters: it is kept as a tuple of two texts.
HEADER_COST = 100

Loop = Callable[[threading.Event], None]


class LimitedHeadProtocol(HttpToolsProtocol):
    """uvicorn's protocol with limits for the head of a request, for which uvicorn has none.

    A connection is closed if its next head is not complete within `HEAD_SECONDS`, however its bytes arrive, or
    takes more than `HEAD_BYTES`: putting the pieces of a long header together keeps everybody else waiting, and a
    stream keeps its headers as long as it is open.
    """

    _head_timer: asyncio.TimerHandle | None = None
    # Received since the last part of a request that was complete: a head, a piece of its body, or its end. What follows
    # the last piece of a body, its trailers, is put together like a head.
    _pending_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        super().connection_made(transport)
        self._time_head()

    def data_received(self, data: bytes) -> None:
        self._pending_bytes += len(data)
        super().data_received(data)
        self._time_head()
        if self._pending_bytes > HEAD_BYTES and not self.transport.is_closing():
            self._refuse_head()

    def on_headers_complete(self) -> None:
        self._pending_bytes = 0
        held = len(self.url) + sum(len(name) + len(value) + HEADER_COST for name, value in self.headers)
        if held > HEAD_BYTES:
            raise ValueError("too long a head")  # uvicorn answers 400
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._pending_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._pending_bytes = 0
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timer()

    def _time_head(self) -> None:
        """Start the timer of a head unless it runs; stop it while a request is answered."""
        if self._is_answering():
            self._stop_timer()
        elif self._head_timer is None and not self.transport.is_closing():
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self._close_late)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse_head(self) -> None:
        """Close the connection, with an answer if none is being sent."""
        if self._is_answering():
            self.transport.close()
        else:
            self.send_400_response("The head of this request is too long.")

    def _close_late(self) -> None:
        if not self._is_answering():
            self.transport.close()

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


def listen(host: str, port: int) -> socket.socket:
    """Return the socket to serve on; an OSError says that the port is not available."""
    listener = socket.socket()
    if os.name == "posix":  # on other systems it would let two programs share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except BaseException:
        listener.close()
        raise
    return listener


def serve(listener: socket.socket, loops: Sequence[Loop] = (housekeeping.run, interruptions.run)) -> None:
    """Serve until interrupted, with each of the loops in a thread of its own."""
    stop = threading.Event()
    threads = [threading.Thread(target=loop, args=(stop,), name=loop.__module__) for loop in loops]
    for thread in threads:
        thread.start()
    config = uvicorn.Config(
        "deploy.asgi:application",
        log_level="warning",
        lifespan="off",
        loop="asyncio",  # as in `deploy.processes.plan`
        reset_contextvars=True,
        http=LimitedHeadProtocol,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    try:
        # After Ctrl+C the server raises KeyboardInterrupt again when all is closed.
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def site_of(listener: socket.socket) -> str:
    """Return the address of this installation, as phones in the hall have to write it."""
    host, port = listener.getsockname()
    return f"http://{address_in_hall() if host == ANYWHERE else host}:{port}"


def addresses(site: str) -> list[str]:
    """Return the pages to begin with, a line each."""
    pages = (("Players", "home"), ("Projector", "screens"), ("Desk", "desk"))
    return [f"  {label:<10} {site}{reverse(page)}" for label, page in pages]
