"""The loop that closes rounds whose time has passed: a thread in the embedded setting, else its own process.

It is a convenience, never the truth: any read that meets an overdue round closes it as well.
"""

import logging
import threading

from django.db import Error, close_old_connections

from duplicate.play import close_overdue_rounds

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5


def run(stop: threading.Event) -> None:
    """Look every half second until `stop` is set; a database that is away for a while is waited for."""
    while not stop.wait(LOOK_SECONDS):
        try:
            close_overdue_rounds()
        except Error:
            logger.exception("The clock cannot read the database")
        finally:
            close_old_connections()
