"""Memory of work on whole lists goes back to the system."""

import sys
import threading

import psutil
import pytest

from tournaments.processes.memory import return_memory, returns_memory

PIECES, SIZE = 150_000, 700
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Only glibc has the call")


def test_memory_of_a_thread_goes_back_to_the_system():
    def memory():
        return psutil.Process().memory_info().rss

    # Memory that earlier tests left free would be filled first.
    return_memory()
    # The last piece stays, so that the C library cannot shorten its heap by itself.
    kept, grown, before = [], [], memory()

    @returns_memory
    def work():
        pieces = [bytes(SIZE) for _ in range(PIECES)]
        kept.append(pieces[-1])
        grown.append(memory() - before)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert grown[0] > PIECES * SIZE * 0.8
    assert memory() - before < PIECES * SIZE * 0.3
