"""Threads that answer requests, one request at a time each. They are used again: a new thread would open the database
anew, which takes longer than most of its questions.

Each lane (`lanes`) works on a few requests at once, in the order in which they came, and none waits for another lane.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.db import connections

from tournaments.http.asgi_types import Receive

# A lane works on so many requests at once, and keeps so many threads for the next ones.
PLACES = 8
# Python runs one thread at a time: what players do has half of the processor while strangers read without end.
FOR_READERS = 1
# Seconds for which a reader lets requests of players and desks go first, looking again and again.
GIVES_WAY, LOOKS_AGAIN = 0.1, 0.002


class LaneThreads:
    """The places and threads of one lane."""

    def __init__(self, places: int = PLACES, first: Collection["LaneThreads"] = ()) -> None:
        """Begin with no thread; requests in the lanes `first` go before those of this one."""
        self.places = asyncio.Semaphore(places)
        self.at_work = 0
        self._first = first
        self.idle: list[ThreadPoolExecutor] = []
        self._most_idle = places

    @asynccontextmanager
    async def lend(self, receive: Receive) -> AsyncIterator["RequestTurn"]:
        """Run what is synchronous in the block in one thread, which no other request has meanwhile."""
        async with AsyncExitStack() as stack:
            yield RequestTurn(self, receive, stack)

    async def give_way(self) -> None:
        """Wait a moment while the lanes that go first work: Python runs one thread at a time."""
        until = time.monotonic() + GIVES_WAY
        while any(lane.at_work for lane in self._first) and time.monotonic() < until:  # noqa: ASYNC110 - several lanes
            await asyncio.sleep(LOOKS_AGAIN)

    def take_thread(self) -> ThreadPoolExecutor:
        return self.idle.pop() if self.idle else ThreadPoolExecutor(1, thread_name_prefix="request")

    def give_back(self, thread: ThreadPoolExecutor) -> None:
        """Let the thread, in which this runs, wait for the next request, or end it."""
        if len(self.idle) < self._most_idle:
            self.idle.append(thread)
        else:
            connections.close_all()
            thread.shutdown(wait=False)


class RequestTurn:
    """A request in its lane. It gets a place and a thread once its whole body is there, so a slow sender holds neither;
    a sender that leaves before gets none.
    """

    def __init__(self, lane: LaneThreads, receive: Receive, stack: AsyncExitStack) -> None:
        self._lane, self._receive, self._stack = lane, receive, stack
        self._next: asyncio.Future[Mapping[str, Any]] | None = None
        self._has_place = False

    async def receive(self) -> Mapping[str, Any]:
        """Return the next message of the request."""
        if self._next:
            return await self._next
        message = await self._receive()
        if message["type"] == "http.request" and not message.get("more_body"):
            return await self._begin() or message
        return message

    def leave_place(self) -> None:
        """Let the next request begin; this one keeps its thread while a file is made for it, part by part."""
        if self._has_place:
            self._has_place = False
            self._lane.at_work -= 1
            self._lane.places.release()

    async def _begin(self) -> Mapping[str, Any] | None:
        """Take a place and a thread; return the message of a sender that leaves while it waits."""
        if self._lane.places.locked():
            self._next = asyncio.ensure_future(self._receive())
            self._stack.callback(self._next.cancel)
            if not await self._wait_for_place(self._next):
                return await self._next
        else:
            await self._lane.places.acquire()
        self._has_place = True
        self._lane.at_work += 1
        try:
            await self._lane.give_way()
        except BaseException:
            self.leave_place()
            raise
        thread, loop = self._lane.take_thread(), asyncio.get_running_loop()

        def end() -> None:
            self._lane.give_back(thread)
            loop.call_soon_threadsafe(self.leave_place)

        # In its turn: the thread still works for a client that has left in the middle of a request.
        self._stack.callback(thread.submit, end)
        await self._stack.enter_async_context(ThreadSensitiveContext(executor=thread))
        return None

    async def _wait_for_place(self, leaving: asyncio.Future[Mapping[str, Any]]) -> bool:
        place = asyncio.create_task(self._lane.places.acquire())
        either: set[asyncio.Future[Any]] = {place, leaving}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            return place.done()
        finally:
            place.cancel()
