"""`manage.py run_nightly FOLDER`: what the timer of systemd does every night, where there is none, as in containers."""

import datetime as dt
import logging
import signal
import threading
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.utils import timezone

from deploy.backups import nightly
from tournaments.time import clock

logger = logging.getLogger(__name__)

LOOK_SECONDS = 300.0


class Command(BaseCommand):
    help = "Every night make a backup, delete old ones and erase people (erase_people), until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="of the backups")
        parser.add_argument("--at", type=dt.time.fromisoformat, default=dt.time(4), metavar="HH:MM")
        parser.add_argument("--keep", type=int, default=30, metavar="DAYS", help="how long backups are kept")

    def handle(self, *, folder: Path, at: dt.time, keep: int, **_options: Any) -> None:
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.stdout.write(f"Backups are made into {folder}, every night at {at:%H:%M}.")
        self.stdout.flush()
        while not stop.is_set():
            if nightly.is_due(folder, at, timezone.localtime(clock.now())):
                self._run(folder, keep)
            stop.wait(LOOK_SECONDS)

    def _run(self, folder: Path, keep: int) -> None:
        """Do the work of a night. Without a backup nothing is deleted, and it is tried again at the next look."""
        try:
            call_command("backup", folder, stdout=self.stdout)
            for path in nightly.delete_old(folder, keep, clock.now()):
                self.stdout.write(f"{path} is deleted.")
            call_command("erase_people", stdout=self.stdout)
        except (CommandError, DatabaseError, OSError):
            logger.exception("The work of the night could not be done")
        finally:
            connection.close()
            self.stdout.flush()
