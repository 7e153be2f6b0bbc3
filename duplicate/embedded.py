"""The embedded setting: web server, clock and background work in one process."""

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Sequence

import uvicorn
from django.urls import reverse

from duplicate import clockwork
from tournaments.addresses import address_in_hall

ANYWHERE = "0.0.0.0"  # noqa: S104 - the phones of the hall are meant to reach it
# Streams of screens stay open for ever: waiting for them would keep Ctrl+C waiting.
SHUTDOWN_SECONDS = 2

Loop = Callable[[threading.Event], None]


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve on; an OSError says that the port cannot be had."""
    listener = socket.socket()
    if os.name == "posix":  # elsewhere it would let two programs share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    return listener


def serve(listener: socket.socket, loops: Sequence[Loop] = (clockwork.run,)) -> None:
    """Serve until interrupted, with each of the loops in a thread of its own."""
    stop = threading.Event()
    threads = [threading.Thread(target=loop, args=(stop,), name=loop.__module__) for loop in loops]
    for thread in threads:
        thread.start()
    config = uvicorn.Config(
        "deploy.asgi:application",
        log_level="warning",
        lifespan="off",
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    try:
        # Stopped by Ctrl+C the server raises it once more when all is closed.
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def site_of(listener: socket.socket) -> str:
    """The address of this installation, as phones in the hall have to write it."""
    host, port = listener.getsockname()
    return f"http://{address_in_hall() if host == ANYWHERE else host}:{port}"


def addresses(site: str) -> list[str]:
    """The pages to begin with, a line each."""
    pages = (("Players", "home"), ("Projector", "screens"), ("Desk", "desk"))
    return [f"  {label:<10} {site}{reverse(page)}" for label, page in pages]
