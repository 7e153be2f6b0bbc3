"""`manage.py close_rounds`: the clock process of the production setting."""

import contextlib
import signal
import threading
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from duplicate import housekeeping
from duplicate.models.heartbeat import ServiceBeat
from duplicate.rounds import service_beats
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
        name = service_beats.clock_name()
        housekeeping.run(stop, partial(service_beats.write_beat, ServiceBeat.Service.CLOCK, name))
        with contextlib.suppress(DatabaseError):
            service_beats.remove_beat(name)
