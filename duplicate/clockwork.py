"""The loop that closes rounds whose time has passed: a thread in the embedded setting, else its own process.

It is a convenience, never the truth: any read that meets an overdue round closes it as well. The same loop makes
up for background work that got lost.
"""

import logging
import threading

from django.db import close_old_connections

from duplicate.closing import close_overdue_rounds, make_up_for_background

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5


def run(stop: threading.Event) -> None:
    """Look every half second until `stop` is set. Nothing ends it: what fails, such as a database that is away
    for a while, is tried again at the next look.
    """
    while not stop.wait(LOOK_SECONDS):
        try:
            close_overdue_rounds()
            make_up_for_background()
        except Exception:
            logger.exception("The clock could not do its work")
        finally:
            close_old_connections()
