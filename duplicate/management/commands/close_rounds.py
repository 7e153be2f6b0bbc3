"""`manage.py close_rounds`: the clock process of the production setting."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from duplicate import (
    housekeeping,
)
from tournaments.processes import background


class Command(BaseCommand):
    help = "Close rounds whose time has passed, until stopped."

    def handle(self, **_options: Any) -> None:
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        background.load()
        self.stdout.write("The clock runs.")
        self.stdout.flush()
        housekeeping.run_clock(stop)
