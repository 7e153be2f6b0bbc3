"""Phones that take turns: each slip is sent after the receipt of the one before, so their order is known."""

import itertools
import tarfile
import threading
import uuid

from tests.http_client import wait_until

BACKUPS = 2
PHONES = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"]
PACE = 0.1  # seconds; a phone may send sixty a minute


class Turns:
    """Slips sent in turn while the block runs: `sent` has their ids, `done` says how many have a receipt."""

    def __init__(self, *phones):
        self.sent, self.done = [], 0
        self._phones, self._stop = phones, threading.Event()
        self._thread = threading.Thread(target=self._send)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    def _send(self):
        for phone in itertools.cycle(self._phones):
            if self._stop.is_set():
                return
            slip = uuid.uuid4()
            self.sent.append(slip.hex)
            answer = phone.send(1, "ZZZZ", "H4", slip_id=str(slip))
            assert answer.status == 201, answer.text
            self.done += 1
            self._stop.wait(PACE)


def check_backups_under_slips(folder, phones, back_up, slips_in):
    """Make backups while slips arrive: each has all slips up to one moment, and none of those after it.

    `back_up` writes an archive; `slips_in` reads the ids of the slips from the dump in it.
    """
    with Turns(*phones) as turns:
        for number in range(BACKUPS):
            wait_until(lambda before=turns.done: turns.done > before + 5, 30, "slips arrive")
            archive, before = folder / f"{number}.tar.gz", turns.done
            back_up(archive)
            after = len(turns.sent)
            with tarfile.open(archive) as opened:
                opened.extract("database", folder, filter="data")
            found = slips_in(folder / "database") & set(turns.sent)  # others are of other games
            assert before <= len(found) <= after
            assert found == set(turns.sent[: len(found)])
            assert after > before, "no slip arrived meanwhile"
