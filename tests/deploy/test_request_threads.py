"""Requests are answered by threads that are used again, one request at a time each."""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async

from deploy import request_threads
from deploy.request_threads import MOST_IDLE, request_thread
from tests.http_client import wait_until

here = sync_to_async(threading.get_ident)


@pytest.fixture(autouse=True)
def none_idle(monkeypatch):
    monkeypatch.setattr(request_threads, "_idle", [])


async def ask(together=None):
    """Return the thread of a request, which waits until all that come together have begun."""
    async with request_thread():
        thread = await here()
        if together:
            await together.wait()
        assert await here() == thread
    return thread


async def settle(count):
    idle = request_threads._idle
    await asyncio.to_thread(wait_until, lambda: len(idle) == count, 5, f"{count} threads are idle")


def test_the_next_request_has_the_same_thread():
    async def ask_twice():
        first = await ask()
        await settle(1)
        return first, await ask()

    first, second = asyncio.run(ask_twice())
    assert first == second != threading.get_ident()


def test_requests_at_the_same_moment_have_threads_of_their_own():
    async def ask_together(count):
        threads = await asyncio.gather(*map(ask, [asyncio.Barrier(count)] * count))
        await settle(MOST_IDLE)
        return threads

    count = MOST_IDLE + 3
    assert len(set(asyncio.run(ask_together(count)))) == count


def test_a_thread_that_still_works_for_a_client_that_left_is_not_lent():
    began, may_end = threading.Event(), threading.Event()

    def work():
        began.set()
        may_end.wait(5)

    async def leave():
        async with request_thread():
            await sync_to_async(work)()

    async def ask_meanwhile():
        left = asyncio.create_task(leave())
        await asyncio.to_thread(began.wait, 5)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        assert not request_threads._idle
        await ask()
        await settle(1)
        may_end.set()
        await settle(2)

    asyncio.run(ask_meanwhile())
