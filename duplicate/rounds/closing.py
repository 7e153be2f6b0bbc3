"""Closing a round when its time has passed, and judging its slips.

Nobody has to be there for either. The clock loop, or any request that reads the game, closes a round once its
time and grace have passed; only one caller succeeds. The slips are then judged in the background, or by the
first caller that needs the rulings; where the background is gone, by the clock loop or such a request.
"""

import logging
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q

from duplicate.acts.locks import lock_game
from duplicate.acts.publish import publish
from duplicate.log import audit_log
from duplicate.models import Round, Slip
from duplicate.rounds import top_search
from duplicate.rounds.heartbeats import find_interruption
from duplicate.slips import rulings
from tournaments.installation import outages
from tournaments.processes.background import run_after_commit
from tournaments.time import clock

P = ParamSpec("P")
R = TypeVar("R")

logger = logging.getLogger(__name__)

# Time that the background has after the end of a round before its work is done here.
BACKGROUND_SECONDS = 3
# Requests wait for the clock loop, too; and a process that stood in for both rests before the next time.
STAND_IN_SECONDS = 6
REST_SECONDS = 3.0

_standing_in = threading.Lock()
_rested_at = float("-inf")


def catch_up_on_rounds() -> None:
    """Do for a request that reads a game what clock and workers have not done: close rounds, and judge those that are
    left in judging. It costs two queries where nothing is late. One request of a process judges, and no other waits.

    A database that takes no writes can still be read: that is logged.
    """
    try:
        close_overdue_rounds()
        if (left := _left_in_judging(STAND_IN_SECONDS)) and _standing_in.acquire(blocking=False):
            try:
                _stand_in(left)
            finally:
                _standing_in.release()
    except DatabaseError as error:
        if outages.recognize(error) is None:
            raise
        logger.exception("Rounds whose time is up are left as they are")


def _stand_in(left: Collection[int]) -> None:
    global _rested_at  # noqa: PLW0603 - one fact about this process
    if time.monotonic() >= _rested_at:
        _judge_all(left)
        _rested_at = time.monotonic() + REST_SECONDS


def close_overdue_rounds() -> int:
    """Close every open round whose time has passed; return how many this call closed. No client has to watch
    for it.
    """
    now = clock.now()
    overdue = Round.objects.of_whole_events().select_related("game")
    overdue = overdue.filter(state=Round.State.OPEN, closes_at__lte=now)
    return sum(bool(_apart(_close, round_, now)) for round_ in overdue)


def seconds_to_deadline(most: float) -> float:
    """Return the seconds until the next round is overdue, `most` if that is not sooner."""
    now = clock.now()
    ending = Round.objects.of_whole_events().select_related("game")
    ending = ending.filter(state=Round.State.OPEN, closes_at__lte=now + timedelta(seconds=most))
    deadlines = (round_.deadline(round_.game.rule_set) for round_ in ending)
    waits = ((deadline - now).total_seconds() for deadline in deadlines if deadline and deadline > now)
    return min([most, *waits])


@dataclass(frozen=True, slots=True)
class RoundCounts:
    """Rounds whose clock runs, rounds whose time is up but that are not closed, and the age of the oldest of these
    in seconds.
    """

    running: int
    overdue: int
    oldest: float


def count_rounds() -> RoundCounts:
    """Count the open rounds, for operators: where clock and servers are well, none is overdue for long."""
    now = clock.now()
    found = Round.objects.of_whole_events().filter(state=Round.State.OPEN, closes_at__isnull=False)
    ends = [ends_at for ends_at in found.values_list("closes_at", flat=True) if ends_at]
    over = [ends_at for ends_at in ends if ends_at <= now]
    oldest = (now - min(over)).total_seconds() if over else 0.0
    return RoundCounts(len(ends) - len(over), len(over), oldest)


def _close(round_: Round, now: datetime) -> bool:
    """Close one round if its grace has passed and nobody else has closed or extended it."""
    deadline = round_.deadline(round_.game.rule_set)
    if deadline is None or deadline > now:
        return False
    with transaction.atomic():
        # Lock the game first, as every act does: another order could deadlock.
        lock_game(round_.game)
        # A silence keeps the round open: players get its time back (`interruptions`).
        if find_interruption(round_):
            return False
        mine = Round.objects.filter(pk=round_.pk, state=Round.State.OPEN, closes_at=round_.closes_at)
        if not mine.update(state=Round.State.CLOSED):
            return False
        audit_log.write(round_.game, "round_closed", by=None, number=round_.number)
        run_after_commit("duplicate.rounds.closing.judge_round", round_.pk)
        publish(round_.game)
    return True


@transaction.atomic
def judge_round(round_id: int) -> None:
    """Judge the effective slips of a closed round that have no ruling yet; a second call changes nothing."""
    # Lock the round fully, as announcing does: slips that are being stored come first.
    round_ = Round.objects.select_for_update(of=("self",)).get(pk=round_id)
    unjudged = round_.slips.unjudged()
    if round_.state != Round.State.CLOSED or not unjudged.exists():
        return
    rulings.judge_and_store(round_, list(unjudged))


def make_up_for_background() -> None:
    """Find the top and judge the slips of closed rounds if the background has not done it.

    This happens if a process or the broker went down, or if a slip in time was stored only after the judging.
    The desk waits for both.
    """
    _judge_all(_left_in_judging(BACKGROUND_SECONDS))


def _left_in_judging(seconds: float) -> list[int]:
    """Return the keys of closed rounds without a top, or with slips to judge, so long after their end."""
    due = clock.now() - timedelta(seconds=seconds)
    unjudged = Slip.objects.unjudged().filter(round=OuterRef("pk"))
    closed = Round.objects.of_whole_events().filter(state=Round.State.CLOSED, closes_at__lte=due)
    return list(closed.filter(Q(tops__isnull=True) | Exists(unjudged)).values_list("pk", flat=True))


def _judge_all(round_ids: Collection[int]) -> None:
    for round_id in round_ids:
        _apart(top_search.find_top, round_id)
        _apart(judge_round, round_id)


def _apart(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
    """Call a function for one game and log its error, such as a missing lexicon, so that no other
    game waits.
    """
    try:
        return function(*args, **kwargs)
    except DatabaseError:
        raise
    except Exception:
        logger.exception("%s%r failed", function.__qualname__, args)
        return None
