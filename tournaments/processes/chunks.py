"""Long writes in chunks, each in a transaction of its own. SQLite has one writer at a time, and slips wait
for it.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

from django.db import transaction

Item = TypeVar("Item")

# In SQLite a waiting writer retries every 100 ms: in a shorter pause it may find no gap.
PAUSE_SECONDS: Final = 0.12
# Transactions need no pause until together they took this long.
BUSY_SECONDS: Final = 0.1


def in_chunks(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    """Yield the items in chunks, with a pause between two chunks that lets others write."""
    for start in range(0, len(items), size):
        if start:
            time.sleep(PAUSE_SECONDS)
        yield items[start : start + size]


class ShortTransactions:
    """Transactions of one long job, with a pause whenever others may have waited for them."""

    def __init__(self) -> None:
        self._busy = 0.0

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the block as a transaction of its own, after a pause if one is due."""
        if self._busy >= BUSY_SECONDS:
            time.sleep(PAUSE_SECONDS)
            self._busy = 0.0
        began = time.monotonic()
        try:
            with transaction.atomic():
                yield
        finally:
            self._busy += time.monotonic() - began
