"""Requests are answered by threads that are used again, one request at a time each, and a few of a lane at once."""

import asyncio
import threading
import time
from unittest.mock import patch

import pytest
from asgiref.sync import sync_to_async

from deploy import request_threads
from deploy.asgi import PagesHandler, answer, pages
from deploy.lanes import lane_of
from deploy.request_threads import LaneThreads
from tests.http_client import wait_until

WHOLE = {"type": "http.request", "body": b"", "more_body": False}
GONE = {"type": "http.disconnect"}
PLACES = 3

here = sync_to_async(threading.get_ident)


class Sender:
    """The messages of a request: a whole body, unless told otherwise, and the sender's leaving once `gone` is set."""

    def __init__(self, *messages):
        self.messages, self.gone = list(messages or [WHOLE]), asyncio.Event()

    async def receive(self):
        if self.messages:
            return self.messages.pop(0)
        await self.gone.wait()
        return GONE


async def ask(lane, together=None):
    """Return the thread of a request, which waits until all that come together have begun."""
    async with lane.lend(Sender().receive) as turn:
        assert await turn.receive() == WHOLE
        thread = await here()
        if together:
            await together.wait()
        assert await here() == thread
    return thread


async def settle(lane, count):
    await asyncio.to_thread(wait_until, lambda: len(lane.idle) == count, 5, f"{count} threads are idle")


async def pause():
    """Let everything run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_the_next_request_has_the_same_thread():
    async def ask_twice():
        lane = LaneThreads()
        first = await ask(lane)
        await settle(lane, 1)
        return first, await ask(lane)

    first, second = asyncio.run(ask_twice())
    assert first == second != threading.get_ident()


def test_requests_at_the_same_moment_have_threads_of_their_own():
    async def ask_together():
        lane = LaneThreads(PLACES)
        threads = await asyncio.gather(
            *(ask(lane, together) for together in [asyncio.Barrier(PLACES)] * PLACES)
        )
        await settle(lane, PLACES)
        return threads

    assert len(set(asyncio.run(ask_together()))) == PLACES


def test_more_than_the_places_wait_in_their_order():
    async def ask_in_turn():
        lane, may_end, begun = LaneThreads(1), asyncio.Event(), []

        async def ask_as(name):
            async with lane.lend(Sender().receive) as turn:
                await turn.receive()
                begun.append(name)
                await may_end.wait()

        requests = [asyncio.create_task(ask_as(name)) for name in "abc"]
        await pause()
        assert begun == ["a"]
        may_end.set()
        await asyncio.gather(*requests)
        await settle(lane, 1)
        return begun

    assert asyncio.run(ask_in_turn()) == ["a", "b", "c"]


def test_readers_begin_once_players_are_answered_or_have_waited(monkeypatch):
    monkeypatch.setattr(request_threads, "GIVES_WAY", 0.2)

    async def read_beside_a_player(*, ends):
        players, told = LaneThreads(), []
        readers = LaneThreads(1, [players])
        async with players.lend(Sender().receive) as player:
            await player.receive()
            reading = asyncio.create_task(ask(readers))
            reading.add_done_callback(lambda _task: told.append("read"))
            await asyncio.sleep(0.05)
            told.append("waits")
            if ends:
                player.leave_place()
            begun = time.monotonic()
            await reading
            return told, time.monotonic() - begun

    for ends in (True, False):
        told, waited = asyncio.run(read_beside_a_player(ends=ends))
        assert told[0] == "waits"
        assert ends or waited > 0.1


def test_a_reader_who_is_ended_while_players_go_first_leaves_the_place():
    async def end_while_waiting():
        players = LaneThreads()
        readers = LaneThreads(1, [players])
        async with players.lend(Sender().receive) as player:
            await player.receive()
            waiting = asyncio.create_task(ask(readers))
            await pause()
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        return await ask(readers)

    assert asyncio.run(end_while_waiting())


def test_the_process_is_alive_while_all_threads_are_taken():
    messages = []

    async def send(message):
        messages.append(message)

    async def ask_without_a_thread():
        scope = {"type": "http", "method": "GET", "path": "/healthz", "query_string": b"", "headers": []}
        await answer(scope, Sender().receive, send)

    with patch.object(pages, "threads", {}):
        asyncio.run(ask_without_a_thread())
    assert [messages[0]["status"], messages[1]["body"]] == [200, b"ok"]


@pytest.mark.parametrize("path", ["/healthz", "/static/tournaments/icon-512.png"])
def test_an_answer_that_is_only_sent_holds_no_thread(path):
    """A reader may be slow, or read nothing of it."""
    body, reads = [], asyncio.Event()

    async def send(message):
        await reads.wait()
        body.append(message.get("body", b""))

    async def ask_without_reading():
        handler = PagesHandler()
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        asking = asyncio.create_task(handler(scope, Sender().receive, send))
        await settle(handler.threads[lane_of(path)], 1)
        assert not asking.done()
        reads.set()
        await asking

    asyncio.run(ask_without_reading())
    assert b"".join(body)


def test_a_body_that_still_comes_holds_no_place():
    async def ask_meanwhile():
        lane = LaneThreads(1)
        async with lane.lend(Sender({**WHOLE, "more_body": True}, WHOLE).receive) as turn:
            assert (await turn.receive())["more_body"]
            assert await ask(lane)
            await turn.receive()
            assert lane.places.locked()

    asyncio.run(ask_meanwhile())


def test_a_sender_that_leaves_while_it_waits_costs_nothing():
    async def leave_while_waiting():
        lane, first, second = LaneThreads(1), Sender(), Sender()
        async with lane.lend(first.receive) as turn:
            await turn.receive()

            async def wait():
                async with lane.lend(second.receive) as waiting:
                    return await waiting.receive()

            waiting = asyncio.create_task(wait())
            await pause()
            assert not waiting.done()
            second.gone.set()
            assert await waiting == GONE
            first.gone.set()
            assert await turn.receive() == GONE
        return await ask(lane)

    assert asyncio.run(leave_while_waiting())


def test_a_request_that_is_ended_while_it_waits_takes_no_place():
    async def end_while_waiting():
        lane = LaneThreads(1)
        async with lane.lend(Sender().receive) as turn:
            await turn.receive()
            waiting = asyncio.create_task(ask(lane))
            await pause()
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        return await ask(lane)

    assert asyncio.run(end_while_waiting())


def test_a_thread_that_still_works_for_a_client_that_left_is_not_lent():
    """Nor is its place: else those who lose their patience would start more and more threads."""
    began, may_end = threading.Event(), threading.Event()

    def work():
        began.set()
        may_end.wait(5)

    async def leave_meanwhile():
        lane = LaneThreads(2)

        async def leave():
            async with lane.lend(Sender().receive) as turn:
                await turn.receive()
                await sync_to_async(work)()

        left = asyncio.create_task(leave())
        await asyncio.to_thread(began.wait, 5)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        assert not lane.idle
        await ask(lane)
        await settle(lane, 1)
        async with lane.lend(Sender().receive) as turn:
            await turn.receive()
            assert lane.places.locked()
            may_end.set()
        await settle(lane, 2)
        assert not lane.places.locked()

    asyncio.run(leave_meanwhile())
