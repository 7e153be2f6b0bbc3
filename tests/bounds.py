"""Bounds of work against hostile input, the same on every machine."""

import time
from contextlib import contextmanager

from tests.times import TEN_MILLION_ADDITIONS

# A tenth of the ten million additions is measured some times. The slowest counts: what slowed the work may be over.
SHARE, TIMES = 10, 3
# S of no machine: what takes less needs no measure.
FASTEST = 0.05


@contextmanager
def at_most(units):
    """Fail if the work within takes this thread more than so many S of processor time (`tests/times.py`)."""
    begun = time.thread_time()
    yield
    spent = time.thread_time() - begun
    if spent < units * FASTEST:
        return
    unit = unit_of_work()
    assert spent < units * unit, f"{spent / unit:.1f} S, which may be {units} at most"


def unit_of_work():
    """Return S as this thread's processor time, as far as it can be measured quickly."""
    return max(_measure_unit() for _turn in range(TIMES))


def _measure_unit():
    begun = time.thread_time()
    exec(TEN_MILLION_ADDITIONS.replace("10_000_000", str(10_000_000 // SHARE)), {})
    return (time.thread_time() - begun) * SHARE
