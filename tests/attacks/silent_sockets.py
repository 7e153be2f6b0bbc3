"""Eleven hundred sockets at the address of the hall that say nothing, opened anew as soon as they are closed. The
program began with the 1,024 descriptors that a shell gives it: slips get their receipts and the desk its pages.
"""

import selectors
import threading
import time
from contextlib import contextmanager, suppress

from tests.attacks.ground import time_desk, time_slip
from tournaments.processes.descriptors import raise_limit

SOCKETS = 1_100
# The program closes such a socket after ten seconds: this long, all of them have been opened anew.
SECONDS = 14.0
# Machines do other work besides; without a place a phone would never be answered.
LONGEST = 10.0


def attack(ground):
    code = ground.desk.new_game("Silent sockets")
    (honest,) = ground.phones(code, "Honest")
    ground.desk.do(code, "draw", "open", "start")
    raise_limit()
    slowest = 0.0
    with _silent(ground) as opened:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            slowest = max(slowest, time_slip(honest, code), time_desk(ground, code))
            time.sleep(1.1)  # sixty slips a minute for a player
        ground.desk.do(code, "end-round")
    assert slowest < LONGEST, f"a receipt or a page of the desk took {slowest:.1f} s"
    told = ground.program.log().count("out of system resource")
    assert told <= 1, f"the log tells {told} times that no descriptor is left"
    return f"{SOCKETS} silent sockets were opened {opened[0]} times; the slowest answer took {slowest:.2f} s"


@contextmanager
def _silent(ground):
    """Keep so many silent sockets open; the value is a list of how many were opened."""
    over, opened, selector = threading.Event(), [0], selectors.DefaultSelector()

    def open_one():
        with suppress(OSError):
            selector.register(ground.connect(), selectors.EVENT_READ)
            opened[0] += 1

    def open_again():
        while not over.is_set():
            for key, _events in selector.select(0.1):
                selector.unregister(key.fileobj)
                key.fileobj.close()
                open_one()

    for _each in range(SOCKETS):
        open_one()
    thread = threading.Thread(target=open_again)
    thread.start()
    try:
        yield opened
    finally:
        over.set()
        thread.join()
        for key in list(selector.get_map().values()):
            key.fileobj.close()
        selector.close()
