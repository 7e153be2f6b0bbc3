"""Measurement of writing and reading the archive of a hall, in time and memory; on a database of its own."""

import random
import resource
import tempfile
import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.db import transaction

from duplicate.models import Slip
from duplicate.positions.board_state import position_of
from duplicate.rounds import closing
from duplicate.website.archive.exporter import write_archive
from duplicate.website.archive.importer import read_archive
from duplicate.website.archive.removal import delete_event, lock_whole_event
from tests.bench.hall import SECOND, Hall
from tests.bench.measuring import own_database
from tournaments.models import Event, Player


class Command(BaseCommand):
    help = "Measure the archive of a game of 1,500 players and 20 rounds: seconds and MB."

    def handle(self, *_args: Any, **_options: Any) -> None:
        with own_database(), tempfile.TemporaryFile() as file:
            event = _played()
            self._measure("written", lambda: write_archive(event, file))
            self.stdout.write(f"{file.tell() / 1e6:.1f} MB on disk")
            with transaction.atomic():
                lock_whole_event(event)
                delete_event(event)
            Player.objects.all().delete()
            by = User.objects.create_user("reader")
            self._measure("read", lambda: read_archive(file, by=by))
            self.stdout.write(f"{Slip.objects.count()} slips")

    def _measure(self, what: str, work: Callable[[], object]) -> None:
        before, started = _peak(), time.perf_counter()
        work()
        took = time.perf_counter() - started
        self.stdout.write(
            f"{what} in {took:.1f} s, {_peak() - before:.0f} MB more at its peak ({_peak():.0f} in all)"
        )


def _played() -> Event:
    hall = Hall()
    second = hall.close_round(SECOND)
    slips = hall.slips_like_those_of_people(position_of(second), random.Random(1))
    hall.hand_in(second, slips)
    closing.judge_round(second.pk)
    hall.play_on(second, slips)
    hall.open_round()
    Slip.objects.update(source=Slip.Source.PHONE)
    return Event.objects.get(pk=hall.game.event_id)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
