"""Signs of life of background work on a word list: `moved_at` is renewed while its thread goes on.

Steps of a long list take minutes on a slow machine, so their number is no measure of progress.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import DatabaseError, connection

from tournaments.core import clock
from tournaments.models import WordListFile
from tournaments.organisers.scope import disable_scope

logger = logging.getLogger(__name__)

BEAT_SECONDS: Final = 10.0


@contextmanager
def show_life(kept: WordListFile) -> Iterator[None]:
    """Renew the last progress of a file in a thread of its own until the block ends; both end with the process."""
    over = threading.Event()
    thread = threading.Thread(target=_beat, args=(kept.pk, over), name=f"word list {kept.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _beat(file_id: int, over: threading.Event) -> None:
    while not over.wait(BEAT_SECONDS):
        try:
            with disable_scope():
                asked = WordListFile.objects.filter(pk=file_id, asked_at__isnull=False)
                asked.update(moved_at=clock.now())
        except DatabaseError:
            # The next beat tries again: SQLite is locked while the lexicon is written.
            logger.warning("No sign of life of word list %s could be written", file_id, exc_info=True)
        finally:
            connection.close()
