"""Batching: simultaneous requests of one kind are done together.

While one batch is being done, further requests queue for the next: the more come at once, the less each
costs. One thread does the work of each kind, so that a process needs one database connection for it. A
failure of one request neither keeps the others from being answered nor ends the queue.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from django.db import DatabaseError, close_old_connections, connection

logger = logging.getLogger(__name__)

One = TypeVar("One")
Outcome = TypeVar("Outcome")


class BatchQueue(Generic[One, Outcome]):
    """A kind of request. `work` takes all that wait, `most_at_once` at most, and returns the outcome of each
    in the same order. No more than `most_waiting` wait. `trouble` makes the outcome of a request that failed, of
    its error, or of one too many, of None.
    """

    def __init__(
        self,
        work: Callable[[Sequence[One]], Sequence[Outcome]],
        *,
        trouble: Callable[[Exception | None], Outcome],
        name: str,
        most_waiting: int,
        most_at_once: int,
    ) -> None:
        self.work, self.trouble = work, trouble
        self.name, self.most_waiting, self.most_at_once = name, most_waiting, most_at_once
        self._queues: dict[asyncio.AbstractEventLoop, _Queue[One, Outcome]] = {}

    async def do(self, one: One) -> Outcome:
        """Return the outcome of one request, done in a batch with all that wait."""
        return await self.queue().do(one)

    def queue(self) -> "_Queue[One, Outcome]":
        """Return the queue of the running event loop; queues of closed loops are dropped."""
        loop = asyncio.get_running_loop()
        if loop not in self._queues:
            self._queues = {each: queue for each, queue in self._queues.items() if not each.is_closed()}
            self._queues[loop] = _Queue(self)
        return self._queues[loop]

    def do_all(self, many: Sequence[One]) -> list[Outcome]:
        """Return the outcome of each request. If a batch fails, do each request by itself; a database error
        fails them all.
        """
        try:
            outcomes = list(self.work(many))
            assert len(outcomes) == len(many)
        except DatabaseError as error:
            logger.exception("%s: %s could not be done", self.name, len(many))
            connection.close()
            return [self.trouble(error) for _one in many]
        except Exception as error:
            logger.exception("%s: %s could not be done", self.name, len(many))
            if len(many) == 1:
                return [self.trouble(error)]
            return [outcome for one in many for outcome in self.do_all([one])]
        return outcomes


class _Queue(Generic[One, Outcome]):
    """The waiting requests of one event loop."""

    def __init__(self, kind: BatchQueue[One, Outcome]) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix=kind.name)
        self._kind = kind
        self._waiting: asyncio.Queue[tuple[One, asyncio.Future[Outcome]]] = asyncio.Queue(kind.most_waiting)
        self._task = asyncio.create_task(self._do_all())

    async def do(self, one: One) -> Outcome:
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        try:
            self._waiting.put_nowait((one, answer))
        except asyncio.QueueFull:
            return self._kind.trouble(None)
        return await answer

    async def _do_all(self) -> None:
        while True:
            together = [await self._waiting.get()]
            while len(together) < self._kind.most_at_once and not self._waiting.empty():
                together.append(self._waiting.get_nowait())
            outcomes = await self._outcomes([one for one, _answer in together])
            for (_one, answer), outcome in zip(together, outcomes, strict=True):
                if not answer.done():  # the waiting request may have been cancelled
                    answer.set_result(outcome)

    def _do_and_close(self, many: Sequence[One]) -> list[Outcome]:
        """Do the batch; close a connection that has been open for as long as it may, as after a request."""
        outcomes = self._kind.do_all(many)
        close_old_connections()
        return outcomes

    async def _outcomes(self, many: Sequence[One]) -> list[Outcome]:
        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, self._do_and_close, many)
        except Exception as error:
            # Making the outcome of a failure failed too: later requests are served all the same.
            logger.exception("%s: %s were not answered", self._kind.name, len(many))
            return [self._kind.trouble(error) for _one in many]
