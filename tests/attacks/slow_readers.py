"""Two hundred sockets of a stranger that ask for the largest file or for a long page, and read nothing of it: they
hold no threads and little memory, are closed in time, and slips and the desk go on beside them.
"""

import select
import time
from contextlib import ExitStack

from django.conf import settings

from tests.attacks.ground import EMBEDDED, time_desk, time_slip

STRANGER = "127.0.0.92"
SOCKETS = 200
# Thirty seconds for a piece of an answer, and what a busy machine needs.
LONGEST_READING = 45.0
# nginx waits a minute for a reader, and holds what is asked for meanwhile.
SECONDS_BEHIND_NGINX = 10.0
# Places of three lanes, those of the server and of the database.
MOST_THREADS = 60
MOST_MEMORY = 100
LONGEST = 10.0


def attack(ground):
    code = ground.desk.new_game("Slow readers")
    (honest,) = ground.phones(code, "Honest")
    ground.desk.do(code, "draw", "open", "start")
    memory, slowest, threads, most = ground.memory(), 0.0, 0, 0.0
    seconds = LONGEST_READING if ground.setting == EMBEDDED else SECONDS_BEHIND_NGINX
    with ExitStack() as stack:
        readers = [stack.enter_context(_ask(ground, path)) for path in _paths()]
        until = time.monotonic() + seconds
        while _count_open(readers[::2]) and time.monotonic() < until:
            slowest = max(slowest, time_slip(honest, code), time_desk(ground, code))
            threads, most = max(threads, ground.threads()), max(most, ground.memory() - memory)
            time.sleep(1.1)  # sixty slips a minute for a player
        remaining = _count_open(readers[::2])
        ground.desk.do(code, "end-round")
    assert slowest < LONGEST, f"a receipt or a page of the desk took {slowest:.1f} s"
    assert threads < MOST_THREADS, f"{SOCKETS} readers hold {threads} threads"
    assert most < MOST_MEMORY, f"{SOCKETS} readers hold {most:.0f} MB"
    assert not remaining or ground.setting != EMBEDDED, f"{remaining} were still open after {seconds:.0f} s"
    return (
        f"{SOCKETS} readers who do not read: {threads} threads, {most:.0f} MB more; "
        f"the slowest answer took {slowest:.2f} s"
    )


def _paths():
    """Return what each asks for: the largest static file, or a page, which the system may take whole."""
    files = [path for path in settings.STATIC_ROOT.rglob("*") if path.is_file()]
    largest = max(files, key=lambda path: path.stat().st_size).relative_to(settings.STATIC_ROOT)
    return [f"{settings.STATIC_URL}{largest.as_posix()}", "/handbook/en/"] * (SOCKETS // 2)


def _ask(ground, path):
    """Return a connection that has asked for a path, and has room for next to nothing of the answer."""
    connection = ground.connect(STRANGER, room=2048)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return connection


def _count_open(connections):
    """Return how many the server has not dropped; what it sent is not read."""
    poll = select.poll()
    for connection in connections:
        poll.register(connection, 0)
    return len(connections) - len(poll.poll(0))
