"""Sixty sockets of a stranger whose bodies never end: they must fill neither the disk nor the way in of slips."""

import threading
import time
import uuid
from contextlib import suppress
from pathlib import Path

from tests.attacks.ground import read_answer, request_head

SOCKETS, SECONDS = 60, 5
MOST_ON_DISK = 2_000_000
LONGEST_RECEIPT = 3.0


def attack(ground):
    code = ground.desk.new_game("Endless bodies")
    (honest,) = ground.phones(code, "Honest")
    ground.desk.do(code, "draw", "open", "start")
    until = time.monotonic() + SECONDS
    threads = [
        threading.Thread(target=_send_without_end, args=(ground, number, until)) for number in range(SOCKETS)
    ]
    for thread in threads:
        thread.start()
    times, on_disk = [], 0
    while time.monotonic() < until:
        began = time.monotonic()
        status = _send_slip(honest, code)
        times.append(time.monotonic() - began)
        assert status == 201, f"an honest slip got {status}"
        on_disk = max(on_disk, _unlinked_bytes(ground))
        time.sleep(1.1)  # sixty a minute for a player
    for thread in threads:
        thread.join()
    assert on_disk < MOST_ON_DISK, f"{on_disk} bytes of strangers were on the disk"
    assert max(times) < LONGEST_RECEIPT, f"a receipt took {max(times):.1f} s"
    return f"{len(times)} receipts, the slowest in {max(times):.2f} s; {on_disk / 1e6:.1f} MB on the disk"


def _send_without_end(ground, number, until):
    """Send bodies that are too large, and small ones that stop short, again whenever one is refused."""
    while time.monotonic() < until:
        with suppress(OSError), ground.connect() as connection:
            connection.settimeout(2)
            length = 10**7 if number % 2 else 100
            connection.sendall(request_head("POST", "/login/", length, kind="a/b"))
            if number % 2:
                for _piece in range(100):
                    connection.sendall(bytes(100_000))
                    if time.monotonic() > until:
                        break
            read_answer(connection)
        time.sleep(0.1)


def _send_slip(phone, code):
    slip = {"id": str(uuid.uuid4()), "round": 1, "word": "AA", "ref": "H8", "score": 2}
    return phone.post(f"/api/v1/games/{code}/slips/", slip).status


def _unlinked_bytes(ground):
    """Return the size of files that the processes hold open without a name, as temporary ones are."""
    total = 0
    for process in ground.program.find_processes().values():
        for each in (process, *process.children(recursive=True)):
            with suppress(OSError):
                for link in Path(f"/proc/{each.pid}/fd").iterdir():
                    with suppress(OSError):
                        if str(link.readlink()).endswith("(deleted)"):
                            total += link.stat().st_size
    return total
