"""The connections of the embedded setting, which no proxy guards, with limits that uvicorn does not have.

The head of a request has to be short and to come in time; an answer has to be read in time. An address has a share of
the places for connections. A newcomer beyond that takes the place of the one of its address that has waited for the
longest time, as nginx does it when its places are all taken.
"""

import asyncio
import os
import socket
import struct
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tournaments.http.addresses import network_of

# The same time for a request's head as in nginx, in the production setting, and a little more than its 33 kB.
HEAD_SECONDS = 10.0
HEAD_BYTES = 40_000
# Each header counts for more than its letters: it is kept as a tuple of two texts.
HEADER_COST = 100
# The time for reading a piece of an answer, 64 kB at most; the poorest connection of a hall needs a third of it.
READ_SECONDS = 30.0
# Connections of an address whose answers wait to be read: each keeps one in memory.
MOST_UNREAD = 300
# Connections that an address may have for each place that is free: by itself it gets a third of all.
SHARE = 0.5
# The system, too, forgets what it still holds for a reader who does not read.
FORGET_UNREAD = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)

# Connections with the timer that ends each, the one that has waited longest first.
Waiting = OrderedDict["LimitedProtocol", asyncio.TimerHandle]


@dataclass(eq=False)
class AddressConnections:
    """The connections of one address: their number, and those that wait for it to ask or to read."""

    name: str
    connections: int = 0
    silent: Waiting = field(default_factory=OrderedDict)
    unread: Waiting = field(default_factory=OrderedDict)


class Places:
    """The places for connections, shared by addresses as a switch shares its memory among its queues (*dynamic
    thresholds*): the fewer are free, the fewer an address may have, so that some are left for the next one.
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._addresses: dict[str, AddressConnections] = {}

    def take(self, name: str) -> tuple[AddressConnections, bool]:
        """Take a place; return the address, and whether the place is within its share."""
        address = self._addresses.setdefault(name, AddressConnections(name))
        is_within = address.connections < SHARE * self._free
        address.connections += 1
        self._free -= 1
        return address, is_within

    def leave(self, address: AddressConnections) -> None:
        self._free += 1
        address.connections -= 1
        if not address.connections:
            del self._addresses[address.name]


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's protocol with a place for each connection, and limits for heads and for readers.

    A connection is closed if its next head is not complete within `HEAD_SECONDS`, however its bytes arrive, or
    takes more than `HEAD_BYTES`: putting the pieces of a long header together keeps everybody else waiting, and a
    stream keeps its headers as long as it is open. It is closed as well if a piece of an answer is not read within
    `READ_SECONDS`.
    """

    places: ClassVar[Places]
    # Received since the last part of a request that was complete: a head, a piece of its body, or its end. What follows
    # the last piece of a body, its trailers, is put together like a head.
    _pending_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # what the system does not take at once waits to be read
        name = network_of(self.client[0] if self.client else "")
        self._address, is_within = self.places.take(name)
        if not is_within:
            next(iter(self._address.silent or self._address.unread), self).drop()
        self._time_head()

    def data_received(self, data: bytes) -> None:
        self._pending_bytes += len(data)
        super().data_received(data)
        self._time_head()
        if self._pending_bytes > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    def on_headers_complete(self) -> None:
        self._pending_bytes = 0
        held = len(self.url) + sum(len(name) + len(value) + HEADER_COST for name, value in self.headers)
        # uvicorn would keep a request that comes before the end of an answer, and not tell that answer when the
        # connection ends. Browsers send none.
        if held > HEAD_BYTES or self._is_answering():
            raise ValueError("too long a head, or too early")  # uvicorn answers 400
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._pending_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._pending_bytes = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._time_head()

    def send_400_response(self, msg: str) -> None:
        """Close the connection, with an answer if none is being sent."""
        if self._is_answering():
            self.transport.close()
        else:
            super().send_400_response(msg)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait(self._address.unread, READ_SECONDS, self.drop)
        if len(self._address.unread) > MOST_UNREAD:
            next(iter(self._address.unread)).drop()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._go_on(self._address.unread)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()
        self.places.leave(self._address)

    def drop(self) -> None:
        """Close the connection at once, whatever waits to be read."""
        if self in self._address.unread:
            connection: socket.socket = self.transport.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, FORGET_UNREAD)
        self._stop_waiting()
        self.transport.abort()

    def _time_head(self) -> None:
        """Start the timer of a head unless it runs; stop it while a request is answered."""
        if self._is_answering():
            self._go_on(self._address.silent)
        elif not self.transport.is_closing():
            self._wait(self._address.silent, HEAD_SECONDS, self.transport.close)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self, waiting: Waiting, seconds: float, end: Callable[[], None]) -> None:
        if self not in waiting:
            waiting[self] = self.loop.call_later(seconds, end)

    def _go_on(self, waiting: Waiting) -> None:
        if timer := waiting.pop(self, None):
            timer.cancel()

    def _stop_waiting(self) -> None:
        self._go_on(self._address.silent)
        self._go_on(self._address.unread)
