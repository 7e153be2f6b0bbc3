"""Tools of all benchmarks: a temporary database, a stopwatch, a distribution."""

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.test.utils import setup_databases, teardown_databases


@contextmanager
def own_database(*, keep: bool = False) -> Iterator[None]:
    """Create a database beside any other, and remove it afterwards; with `keep`, leave it for the next time."""
    before = setup_databases(verbosity=0, interactive=False, keepdb=keep, serialized_aliases=())
    try:
        yield
    finally:
        teardown_databases(before, verbosity=0, keepdb=keep)


def milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)


def distribution(took: list[float]) -> str:
    """Return the median, the 95th, 99th and 99.9th percentiles, and the maximum."""
    marks = statistics.quantiles(took, n=1000, method="inclusive")
    return (
        f"{len(took)} times, median {marks[499]:.1f} ms, 95 % {marks[949]:.1f} ms, 99 % {marks[989]:.1f} ms,"
        f" 99.9 % {marks[998]:.1f} ms, most {max(took):.1f} ms"
    )
