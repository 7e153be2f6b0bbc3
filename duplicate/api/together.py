"""Requests of one kind that come at the same moment, done together.

While some are being done others gather, and are done next: the more come at once, the less each costs. One thread does
the work of each kind, so that a process needs one database connection for it.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

One = TypeVar("One")
Outcome = TypeVar("Outcome")


class TooMany(Exception):
    """So many wait already that another would wait too long."""


class Together(Generic[One, Outcome]):
    """`work` takes as many as wait, `most_at_once` at most, and gives the outcome of each in the same order; it must
    not raise. No more than `most_waiting` wait.
    """

    def __init__(
        self,
        work: Callable[[Sequence[One]], Sequence[Outcome]],
        *,
        name: str,
        most_waiting: int,
        most_at_once: int,
    ) -> None:
        self._work, self._name = work, name
        self.most_waiting, self._most_at_once = most_waiting, most_at_once
        self._queues: WeakKeyDictionary[asyncio.AbstractEventLoop, _Queue[One, Outcome]] = WeakKeyDictionary()

    async def do(self, one: One) -> Outcome:
        """The outcome of one, done with all that wait beside it.

        Raises:
            TooMany: the queue is full.
        """
        return await self._queue().do(one)

    def _queue(self) -> "_Queue[One, Outcome]":
        loop = asyncio.get_running_loop()
        if loop not in self._queues:
            thread = ThreadPoolExecutor(1, thread_name_prefix=self._name)
            self._queues[loop] = _Queue(self._work, thread, self.most_waiting, self._most_at_once)
        return self._queues[loop]


class _Queue(Generic[One, Outcome]):
    """Those that wait in one event loop."""

    def __init__(
        self,
        work: Callable[[Sequence[One]], Sequence[Outcome]],
        thread: ThreadPoolExecutor,
        most_waiting: int,
        most_at_once: int,
    ) -> None:
        self.thread = thread
        self._work, self._most_at_once = work, most_at_once
        self._waiting: asyncio.Queue[tuple[One, asyncio.Future[Outcome]]] = asyncio.Queue(most_waiting)
        self._task = asyncio.create_task(self._do_all())

    async def do(self, one: One) -> Outcome:
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        try:
            self._waiting.put_nowait((one, answer))
        except asyncio.QueueFull:
            raise TooMany from None
        return await answer

    async def _do_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            together = [await self._waiting.get()]
            while len(together) < self._most_at_once and not self._waiting.empty():
                together.append(self._waiting.get_nowait())
            outcomes = await loop.run_in_executor(self.thread, self._work, [one for one, _answer in together])
            for (_one, answer), outcome in zip(together, outcomes, strict=True):
                if not answer.done():  # whoever waited may have been stopped
                    answer.set_result(outcome)
