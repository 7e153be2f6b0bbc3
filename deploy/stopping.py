"""Signals to a process of streams: it stops, or starts again, without a lost answer.

uvicorn closes its port at SIGTERM and then waits for the answers it has begun. Streams never end by themselves, so
this module ends them at the same moment, and their screens reconnect at another process. At SIGHUP the process does
the same and then runs its own command line again: under the same process id, with the code and the packages that are
installed now.
"""

import asyncio
import os
import signal
import sys
from types import FrameType

from tournaments.live import connections

_stopping = False
_again = False


def is_stopping() -> bool:
    """Tell whether this process has been asked to stop, so that nobody should be sent here any more."""
    return _stopping


def handle_signals() -> None:
    """Install the handlers around those of uvicorn, which are there when the application starts up."""
    loop = asyncio.get_running_loop()
    before = signal.getsignal(signal.SIGTERM)
    if not callable(before):
        return  # not under uvicorn, such as in a test of the application alone

    def stop(number: int, frame: FrameType | None) -> None:
        global _stopping, _again
        _stopping, _again = True, number == signal.SIGHUP
        loop.call_soon_threadsafe(connections.end_all)
        before(signal.SIGTERM, frame)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


def start_again_if_asked() -> None:
    """Replace this process by a new start of its command, after SIGHUP; all its connections are closed by now."""
    if _again:
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - our own command line
