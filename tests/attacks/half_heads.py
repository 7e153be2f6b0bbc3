"""Sixty sockets of a stranger that send half of a request's head, and then a byte a second or nothing: slips get their
receipts beside them, and each socket is closed within a bounded time.
"""

import select
import time
from contextlib import suppress

from tests.attacks.ground import time_slip

SOCKETS = 60
# Ten seconds for a head, and what a busy machine needs.
LONGEST_HEAD = 20.0
LONGEST_RECEIPT = 3.0
HALF = b"POST /api/v1/games/ABCDE/slips/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "


def attack(ground):
    code = ground.desk.new_game("Half heads")
    (honest,) = ground.phones(code, "Honest")
    ground.desk.do(code, "draw", "open", "start")
    began = time.monotonic()
    connections = [_send_half(ground, number) for number in range(SOCKETS)]
    is_open, slowest = set(connections), 0.0
    while is_open and time.monotonic() - began < LONGEST_HEAD:
        slowest = max(slowest, time_slip(honest, code))
        is_open -= _ended(is_open)
        for connection in connections[::2]:
            with suppress(OSError):
                connection.send(b"x")
        time.sleep(1.1)  # sixty slips a minute for a player
    took = time.monotonic() - began
    for connection in connections:
        connection.close()
    assert not is_open, f"{len(is_open)} of {SOCKETS} half heads were still open after {took:.0f} s"
    assert slowest < LONGEST_RECEIPT, f"a receipt took {slowest:.1f} s"
    return f"{SOCKETS} half heads were closed within {took:.0f} s; the slowest receipt took {slowest:.2f} s"


def _send_half(ground, number):
    """Open a socket and send half of its first head, half of the one after a whole request, or nothing at all."""
    connection = ground.connect()
    if number % 3 == 1:
        connection.sendall(b"GET /nowhere/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    if number % 3 != 2:
        connection.sendall(HALF)
    return connection


def _ended(connections):
    """Return the connections that the server has closed; what it said before is read."""
    ended = set()
    for connection in select.select(list(connections), [], [], 0)[0]:
        try:
            is_over = connection.recv(65536) == b""
        except OSError:
            is_over = True
        if is_over:
            ended.add(connection)
    return ended
