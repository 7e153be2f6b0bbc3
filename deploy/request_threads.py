"""Threads that answer requests, one request at a time each. They are used again: a new thread would open the database
anew, which takes longer than most of its questions.
"""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from asgiref.sync import ThreadSensitiveContext
from django.db import connections

# So many threads wait for requests; those of a crowd end with it.
MOST_IDLE = 8

_idle: list[ThreadPoolExecutor] = []


@asynccontextmanager
async def request_thread() -> AsyncIterator[None]:
    """Run what is synchronous in the block in one thread, which no other request has meanwhile."""
    thread = _idle.pop() if _idle else ThreadPoolExecutor(1, thread_name_prefix="request")
    try:
        async with ThreadSensitiveContext(executor=thread):
            yield
    finally:
        # In its turn: the thread still works for a client that has left in the middle of a request.
        thread.submit(_release, thread)


def _release(thread: ThreadPoolExecutor) -> None:
    """Let the thread, in which this runs, wait for the next request, or end it."""
    if len(_idle) < MOST_IDLE:
        _idle.append(thread)
    else:
        connections.close_all()
        thread.shutdown(wait=False)
