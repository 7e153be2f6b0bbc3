"""The embedded setting: web server, clock and background work in one process."""

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Sequence

import uvicorn
from django.urls import reverse

from duplicate import (
    housekeeping,
)
from duplicate.rounds import interruptions
from duplicate.website.limited_connections import LimitedProtocol, Places
from tournaments.http.addresses import address_in_hall
from tournaments.processes.descriptors import raise_limit

ANYWHERE = "0.0.0.0"  # noqa: S104 - the phones of the hall are meant to reach it
# Streams of screens never end: waiting for them would delay Ctrl+C.
SHUTDOWN_SECONDS = 2
# Connections at most: the hall's and many more. One that is sent a file has two descriptors.
MOST_CONNECTIONS = 8192
# Descriptors for all else, such as the database and the lexicons.
OTHER_DESCRIPTORS = 256

Loop = Callable[[threading.Event], None]


def listen(host: str, port: int) -> socket.socket:
    """Return the socket to serve on, which listens at once: two programs may both be bound to a port that neither
    listens at. An OSError says that the port is not available.
    """
    listener = socket.socket()
    if os.name == "posix":  # on other systems it would let two programs share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
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
    LimitedProtocol.places = Places(min(MOST_CONNECTIONS, (raise_limit() - OTHER_DESCRIPTORS) // 2))
    config = uvicorn.Config(
        "deploy.asgi:application",
        log_level="error",  # its warnings are about what strangers send
        lifespan="off",
        loop="asyncio",  # as in `deploy.processes.plan`
        reset_contextvars=True,
        http=LimitedProtocol,
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
