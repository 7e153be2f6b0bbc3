"""Interruptions: players get back the time in which no process could take their slips.

Before each of its beats, a process that takes slips looks for a silence in a running round. After a silence
the clock of that round is stopped at the last sign of life, even if its time has passed meanwhile, and the
desk starts it again.

Invariant: the first beat after a silence is written only once the clocks that it interrupted are stopped.
Nothing closes these rounds before (`closing`), and acts that pause or lengthen them stop them first.
"""

import logging
import threading
import uuid
from datetime import timedelta

from django.db import close_old_connections, transaction

from duplicate.acts.locks import lock_game, lock_round
from duplicate.acts.publish import publish
from duplicate.log import audit_log
from duplicate.models import Round
from duplicate.rounds.heartbeats import find_interruption, write_beat
from duplicate.slips.services import file_late_slips
from tournaments.time import clock

logger = logging.getLogger(__name__)

BEAT_SECONDS = 1.0


def start_heart() -> None:
    """Start the heartbeat thread of this process; it is a daemon thread and ends with the process."""
    threading.Thread(target=run, args=(threading.Event(),), name="heart", daemon=True).start()


def run(stop: threading.Event) -> None:
    """Beat at once, and then every second until `stop` is set."""
    process = uuid.uuid4()
    _beat_safely(process)
    while not stop.wait(BEAT_SECONDS):
        _beat_safely(process)


def _beat_safely(process: uuid.UUID) -> None:
    """Beat, and log any error: after a lost database connection the next beat finds the silence."""
    try:
        beat(process)
    except Exception:
        logger.exception("No heartbeat could be written")
    finally:
        close_old_connections()


def beat(process: uuid.UUID) -> None:
    """Stop the clocks that a silence interrupted; then, if a clock was running, write that this process can
    take slips.
    """
    # Before the search: a laptop that falls asleep in the middle of a beat must not call its sleep life.
    at = clock.now()
    rounds = Round.objects.of_whole_events().select_related("game")
    running = list(rounds.filter(state=Round.State.OPEN, closes_at__isnull=False))
    for round_ in running:
        if find_interruption(round_):
            stop_interrupted_clock(round_)
    if running:
        write_beat(process, at)


@transaction.atomic
def stop_interrupted_clock(round_: Round) -> None:
    """Stop the clock of a round with the time that was left at the last sign of life. Slips received since
    then are in time. Nothing happens if the clock was changed meanwhile.
    """
    game = lock_game(round_.game)
    locked_round = lock_round(game, round_.number, fully=True)
    if locked_round is None or (locked_round.pk, locked_round.state, locked_round.closes_at) != (
        round_.pk,
        Round.State.OPEN,
        round_.closes_at,
    ):
        return
    stop_if_interrupted(locked_round)


def stop_if_interrupted(held: Round) -> bool:
    """Stop the clock of a fully locked round, whose game is locked too, if a silence interrupted it; return whether
    it did. An act that changes the clock may come before the first beat after the silence.
    """
    since = find_interruption(held)
    if since is None or held.closes_at is None:
        return False
    left = held.closes_at - since
    held.closes_at, held.interrupted_at = None, since
    held.remaining_ms = max(1, left // timedelta(milliseconds=1))
    held.check_fields()
    held.save(update_fields=["closes_at", "remaining_ms", "interrupted_at"])
    changes = file_late_slips(held)
    moved = changes.params() if changes else {}
    silence = round((clock.now() - since).total_seconds())
    audit_log.write(
        held.game,
        "clock_interrupted",
        by=None,
        number=held.number,
        seconds=silence,
        left=held.remaining_ms // 1000,
        **moved,
    )
    publish(held.game)
    return True
