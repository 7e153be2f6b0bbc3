"""The loop that closes rounds whose time has passed: a thread in the embedded setting, else its own process.

It is a convenience, never the truth: any read that meets an overdue round closes it as well. The same loop makes
up for background work that got lost, and now and then throws away what was printed, or trained with, long ago.
"""

import logging
import threading
import time

from django.db import close_old_connections

from duplicate.closing import close_overdue_rounds, make_up_for_background
from duplicate.training.devices import forget_unused
from tournaments.print_jobs import throw_old_away

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
CLEANING_SECONDS = 60.0


def run(stop: threading.Event) -> None:
    """Look every half second until `stop` is set. Nothing ends it: what fails, such as a database that is away
    for a while, is tried again at the next look.
    """
    cleaned = float("-inf")
    while not stop.wait(LOOK_SECONDS):
        try:
            close_overdue_rounds()
            make_up_for_background()
            if time.monotonic() - cleaned > CLEANING_SECONDS:
                cleaned = time.monotonic()
                throw_old_away()
                forget_unused()
        except Exception:
            logger.exception("The clock could not do its work")
        finally:
            close_old_connections()
