"""The loop that closes rounds whose time has passed: a thread in the embedded setting, else its own process; on a small
server a thread of the worker.

It is a convenience; correctness does not depend on it: any read that meets an overdue round closes it as
well. The same loop repeats lost background work, records the frames of broadcasts, and regularly deletes old
printed files, unused training devices and the names of later games without their game. Apps that build on this
one add what they delete (`add_cleaner`).
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from functools import partial

from django.db import DatabaseError, close_old_connections

from duplicate.live.delayed import forget_frames, record_frames
from duplicate.models.heartbeat import ServiceBeat
from duplicate.rounds import service_beats
from duplicate.rounds.closing import close_overdue_rounds, make_up_for_background, seconds_to_deadline
from duplicate.training.devices import erase_unused
from duplicate.training.privacy import erase_orphaned_names
from tournaments.printing.jobs import throw_old_away

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
CLEANING_SECONDS = 60.0

_CLEANERS: list[Callable[[], object]] = [
    throw_old_away,
    erase_unused,
    erase_orphaned_names,
    forget_frames,
]


def add_cleaner(cleaner: Callable[[], object]) -> None:
    """Call `cleaner` once a minute, after those that were added before."""
    _CLEANERS.append(cleaner)


def _clean_up() -> None:
    """Call each cleaner, also after one that failed."""
    for clean in _CLEANERS:
        try:
            clean()
        except Exception:
            logger.exception("%s failed", clean.__name__)


def run(stop: threading.Event, beat: Callable[[], object] | None = None) -> None:
    """Run the loop every half second until `stop` is set, and as soon as a round is overdue. Call `beat` every few
    seconds in which its work was done. No error ends it: failed work, such as with a database that is away for a while,
    is tried again at the next turn.
    """
    cleaned = beaten = float("-inf")
    wait = LOOK_SECONDS
    while not stop.wait(wait):
        wait = LOOK_SECONDS
        try:
            close_overdue_rounds()
            make_up_for_background()
            record_frames()
            if beat and time.monotonic() - beaten > service_beats.BEAT_SECONDS:
                beat()
                beaten = time.monotonic()
            if time.monotonic() - cleaned > CLEANING_SECONDS:
                cleaned = time.monotonic()
                _clean_up()
            wait = seconds_to_deadline(LOOK_SECONDS)
        except Exception:
            logger.exception("The clock could not do its work")
        finally:
            close_old_connections()


def run_clock(stop: threading.Event) -> None:
    """Run the loop as the clock of this machine, whose signs of life are stored; one that stops is not missed."""
    name = service_beats.clock_name()
    run(stop, partial(service_beats.write_beat, ServiceBeat.Service.CLOCK, name))
    with contextlib.suppress(DatabaseError):
        service_beats.remove_beat(name)
