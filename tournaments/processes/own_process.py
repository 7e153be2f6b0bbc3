"""Files of people, each read in a process of its own: it has limits of processor time, memory and output, and others
are answered meanwhile, whatever is in the file.

The process is a fork, so the file is there already; the result, or the refusal, comes back through a pipe. A reader
asks no database. Where there is no fork, as on Windows, the thread reads itself.
"""

import gc
import os
import pickle
import select
import signal
import stat
import threading
import time
import traceback
import warnings
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Final, NoReturn, ParamSpec, TypeVar

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.errors import RuleViolation, rebuild_error

Asked = ParamSpec("Asked")
Told = TypeVar("Told")

# In all requests of a server; a person has one.
MOST_AT_ONCE: Final = 2
# Seconds for which a file waits for those of other people.
PATIENCE: Final = 5.0
MOST_OUTPUT: Final = 96 << 20
# The lowest priority: games go on beside the readers.
NICE: Final = 19
TAKES_MUCH: Final = _("This file takes too much time or memory to read. Nothing was changed.")
FIRST_OWN: Final = 3  # descriptor; those before are the standard ones

# Python warns of locks that other threads hold: a reader that waits for one ends with its time.
warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a reader may use: seconds of the processor and in all, and bytes beside those of the server."""

    processor: int
    seconds: int
    memory: int


IN_BACKGROUND: Final = Limits(600, 3600, 3 << 30)


def in_own_process(processor: int = 20) -> Callable[[Callable[Asked, Told]], Callable[Asked, Told]]:
    """Decorate a function that reads what somebody sent and asks no database: what it returns can be pickled. In a
    request it has so many seconds of the processor, and one file of a person is read at a time.

    Raises (the function, beside its own errors):
        RuleViolation: the file takes too much, or other files are being read.
    """

    def decorate(read: Callable[Asked, Told]) -> Callable[Asked, Told]:
        @wraps(read)
        def read_apart(*args: Asked.args, **kwargs: Asked.kwargs) -> Told:
            call = partial(read, *args, **kwargs)
            if _is_reader:
                return call()
            if (sender := _find_sender()) is None:
                return _run(call, IN_BACKGROUND)
            with _take_turn(sender):
                return _run(call, Limits(processor, 45, 1 << 30))

        return read_apart

    return decorate


_is_reader = False
_places = threading.BoundedSemaphore(MOST_AT_ONCE)
_lock = threading.Lock()
_reading: set[str] = set()
# Their destructors would close in a reader what other threads use: it keeps all of them.
_connections: set["weakref.ref[BaseDatabaseWrapper]"] = set()


@receiver(connection_created)
def _note_connection(connection: BaseDatabaseWrapper, **_said: object) -> None:
    _connections.add(weakref.ref(connection, _connections.discard))


def _find_sender() -> str | None:
    """Return who sent the request of this thread; None in background work."""
    request = getattr(HistoricalRecords.context, "request", None)
    if request is None:
        return None
    user = getattr(request, "user", None)
    if user is not None and user.pk:
        return f"user {user.pk}"
    return str(request.headers.get("Authorization") or request.META.get("REMOTE_ADDR"))


@contextmanager
def _take_turn(sender: str) -> Iterator[None]:
    with _lock:
        if sender in _reading:
            raise RuleViolation(
                "file_of_yours", _("Another file of yours is still being read: try again in a minute.")
            )
        _reading.add(sender)
    try:
        if not _places.acquire(timeout=PATIENCE):
            raise RuleViolation("files_of_others", _("Other files are being read: try again in a minute."))
        try:
            yield
        finally:
            _places.release()
    finally:
        _reading.discard(sender)


def _run(call: Callable[[], Told], limits: Limits) -> Told:
    if not hasattr(os, "fork"):
        return call()
    connections = [connection() for connection in tuple(_connections)]
    receiving, sending = os.pipe()
    pid = os.fork()
    if not pid:
        _read(call, sending, limits)
    del connections
    os.close(sending)
    try:
        data = _receive(receiving, limits.seconds)
    finally:
        os.close(receiving)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    try:
        result, error = pickle.loads(data)  # noqa: S301 - from a fork of this process
    except (EOFError, pickle.UnpicklingError):
        raise RuleViolation("file_takes_much", TAKES_MUCH) from None
    if error:
        raise rebuild_error(*error)
    return result  # type: ignore[no-any-return] # as the function's own


def _receive(receiving: int, seconds: float) -> bytes:
    """Return what comes through the pipe; nothing if it is too much, or takes too long."""
    end = time.monotonic() + seconds
    ready = select.poll()
    ready.register(receiving, select.POLLIN | select.POLLHUP)
    parts = bytearray()
    while len(parts) <= MOST_OUTPUT and ready.poll(max(0, end - time.monotonic()) * 1000):
        piece = os.read(receiving, 1 << 20)
        if not piece:
            return bytes(parts)
        parts += piece
    return b""


def _read(call: Callable[[], object], sending: int, limits: Limits) -> NoReturn:
    """Be the reader: write the result, or the error, and end."""
    global _is_reader  # noqa: PLW0603 - one fact about this process
    _is_reader = True
    try:
        _confine(sending, limits)
        try:
            told: object = (call(), None)
        except MemoryError:
            os._exit(1)
        except Exception as error:  # noqa: BLE001 - it is raised in the server
            error.add_note(traceback.format_exc())
            told = (None, (type(error), error.args, error.__dict__))
        with open(sending, "wb") as pipe:
            pickle.dump(told, pipe)
    finally:
        os._exit(1)


def _confine(sending: int, limits: Limits) -> None:
    import resource  # noqa: PLC0415 - not on Windows, which has no fork either

    gc.freeze()  # a collection would copy the memory of the server
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    signal.alarm(limits.seconds)
    # Else clients, other readers and the next server would wait for this one.
    for descriptor in range(FIRST_OWN, max(map(int, os.listdir("/dev/fd"))) + 1):  # noqa: PTH208 - numbers
        with suppress(OSError):
            kind = os.fstat(descriptor).st_mode
            if descriptor != sending and (stat.S_ISSOCK(kind) or stat.S_ISFIFO(kind)):
                os.close(descriptor)
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CPU, (limits.processor, limits.processor))
    with suppress(OSError, ValueError):  # only Linux tells what is used, and counts it
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + limits.memory,) * 2)
        Path("/proc/self/oom_score_adj").write_text("1000")
