"""Closing a round when its time has passed, and judging its slips.

Nobody has to be there for either: a round is closed by whoever first notices that its time and grace have passed, the
clock loop or any request that reads the game, and only once. Its slips are then judged in the background, or by whoever
needs the rulings first.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q

from duplicate import log, rulings, search
from duplicate.holding import hold_game
from duplicate.models import Round, Slip
from duplicate.publishing import publish
from tournaments import clock
from tournaments.background import run_after_commit

P = ParamSpec("P")
R = TypeVar("R")

logger = logging.getLogger(__name__)

# So long after time the background may take before its work is done for it.
BACKGROUND_SECONDS = 3


def close_overdue_rounds() -> int:
    """Close every open round whose time has passed; how many this caller closed. Nobody has to watch for it."""
    now = clock.now()
    overdue = Round.objects.select_related("game").filter(state=Round.State.OPEN, closes_at__lte=now)
    return sum(bool(_apart(_close, round_, now)) for round_ in overdue)


def _close(round_: Round, now: datetime) -> bool:
    """Close one round if its grace has passed and nobody else has closed or extended it."""
    deadline = round_.deadline(round_.game.rule_set)
    if deadline is None or deadline > now:
        return False
    with transaction.atomic():
        # The game first, as every act does: otherwise an act and the closing could wait for each other.
        hold_game(round_.game)
        mine = Round.objects.filter(pk=round_.pk, state=Round.State.OPEN, closes_at=round_.closes_at)
        if not mine.update(state=Round.State.CLOSED):
            return False
        log.write(round_.game, "round_closed", by=None, number=round_.number)
        run_after_commit("duplicate.closing.judge_round", round_.pk)
        publish(round_.game)
    return True


@transaction.atomic
def judge_round(round_id: int) -> None:
    """Judge the effective slips of a closed round that have no ruling yet; doing it again does nothing."""
    # Held fully, as for announcing: slips that are being stored come first.
    round_ = Round.objects.select_for_update(of=("self",)).select_related("game").get(pk=round_id)
    unjudged = round_.slips.filter(effective=True, rulings=None)
    if round_.state != Round.State.CLOSED or not unjudged.exists():
        return
    rulings.judge_and_store(round_, list(unjudged))


def make_up_for_background() -> None:
    """Find the top and judge the slips of closed rounds where that was not done in the background: a process or
    the broker went down, or a slip in time was stored only after the judging. The desk waits for both.
    """
    due = clock.now() - timedelta(seconds=BACKGROUND_SECONDS)
    unjudged = Slip.objects.filter(round=OuterRef("pk"), effective=True, rulings=None)
    closed = Round.objects.filter(state=Round.State.CLOSED, closes_at__lte=due)
    for round_id in closed.filter(Q(tops__isnull=True) | Exists(unjudged)).values_list("pk", flat=True):
        _apart(search.find_top, round_id)
        _apart(judge_round, round_id)


def _apart(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
    """Do something for one game so that its trouble, such as a lexicon gone, keeps no other game waiting."""
    try:
        return function(*args, **kwargs)
    except DatabaseError:
        raise
    except Exception:
        logger.exception("%s%r failed", function.__qualname__, args)
        return None
