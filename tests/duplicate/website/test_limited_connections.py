"""Connections of the embedded setting: one address may have many and leaves some to the others, and who keeps others
waiting is closed.
"""

import select
import socket
import threading
from contextlib import ExitStack, closing

import pytest
import uvicorn

from duplicate.website import limited_connections
from duplicate.website.limited_connections import LimitedProtocol, Places
from tests.http_client import wait_until

COUNT = 8000
# Of so many places an address gets ten.
FEW = 30
REQUEST = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
# More than the system keeps for one connection.
LARGE = 16_000_000

ended = threading.Event()


def take_all(places, name):
    """Take places until one is beyond the share of the address, and leave that one again."""
    taken = 0
    while True:
        address, is_within = places.take(name)
        if not is_within:
            places.leave(address)
            return taken
        taken += 1


def test_an_address_by_itself_gets_a_third():
    assert take_all(Places(COUNT), "10.0.0.1") == pytest.approx(COUNT / 3, abs=1)


@pytest.mark.parametrize("strangers", [1, 2, 5, 10])
def test_whatever_others_take_something_is_left_for_the_next_one(strangers):
    places = Places(COUNT)
    for number in range(strangers):
        take_all(places, f"10.0.1.{number}")
    assert take_all(places, "10.0.0.1") > 40


def test_places_that_are_left_are_free_again():
    places = Places(COUNT)
    address, _is_within = places.take("10.0.0.1")
    places.leave(address)
    assert take_all(places, "10.0.0.2") == pytest.approx(COUNT / 3, abs=1)


@pytest.fixture
def connect(monkeypatch):
    """Return a function that connects to a server with few places and asks for a path."""
    monkeypatch.setattr(LimitedProtocol, "places", Places(FEW), raising=False)
    monkeypatch.setattr(limited_connections, "HEAD_SECONDS", 600)
    options = {"loop": "asyncio", "lifespan": "off", "log_level": "error", "timeout_keep_alive": 600}
    server = uvicorn.Server(uvicorn.Config(answer, http=LimitedProtocol, **options))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listener],))
    with ExitStack() as stack:

        def connect_one(path=b""):
            connection = stack.enter_context(closing(socket.socket()))
            connection.settimeout(30)
            connection.connect(address)
            if path:
                connection.sendall(REQUEST % path)
            return connection

        address = listener.getsockname()
        thread.start()
        wait_until(lambda: server.started, 30, "the server has started")
        yield connect_one
        server.should_exit = True
    thread.join()


async def answer(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    if scope["path"] == "/stream":
        await send({"type": "http.response.body", "body": b"x", "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass
        ended.set()
    else:
        await send({"type": "http.response.body", "body": b"x" * (LARGE if scope["path"] == "/large" else 1)})


def count_silent():
    return sum(len(address.silent) for address in LimitedProtocol.places._addresses.values())


def is_answered(connection):
    connection.sendall(REQUEST % b"/")
    said = b""
    while (piece := connection.recv(1000)) and not (said := said + piece).endswith(b"0\r\n\r\n"):
        pass
    return b"200 OK" in said


def is_closed(connection):
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def is_reset(connection):
    """Tell whether the server has dropped it; what it holds is not read."""
    poll = select.poll()
    poll.register(connection, 0)
    return bool(poll.poll(0))


def test_a_newcomer_takes_the_place_of_the_longest_silent(connect):
    silent = [connect() for _each in range(FEW // 3)]
    # One that asks before the server has taken the others would be silent for longer than they.
    wait_until(lambda: count_silent() == len(silent), 30, "the server has taken them")
    assert is_answered(silent[0])
    assert is_answered(connect())
    assert is_closed(silent[1])
    assert is_answered(silent[0])
    assert is_answered(silent[2])


def test_a_newcomer_takes_the_place_of_who_does_not_read(connect):
    unread = [connect(b"/large") for _each in range(FEW // 3)]
    assert all(each.recv(1) for each in unread)
    assert is_answered(connect())


def test_who_does_not_read_is_closed(connect, monkeypatch):
    monkeypatch.setattr(limited_connections, "READ_SECONDS", 0.1)
    unread = connect(b"/large")
    wait_until(lambda: is_reset(unread), 30, "it is closed")


def test_few_of_an_address_may_leave_answers_unread(connect, monkeypatch):
    monkeypatch.setattr(limited_connections, "MOST_UNREAD", 2)
    unread = [connect(b"/large") for _each in range(3)]
    wait_until(lambda: sum(map(is_reset, unread)) == 1, 30, "one of three is closed")


def test_a_request_before_the_end_of_an_answer_ends_both(connect):
    """uvicorn would keep the request, and the stream for ever, which nobody tells of the end of the connection."""
    ended.clear()
    stream = connect(b"/stream")
    assert b"200 OK" in stream.recv(1000)
    stream.sendall(REQUEST % b"/")
    assert b"HTTP/1.1" not in b"".join(iter(lambda: stream.recv(1000), b""))
    assert ended.wait(30)
