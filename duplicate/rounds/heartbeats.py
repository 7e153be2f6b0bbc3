"""Heartbeats: they show since when no process could take slips.

Each process that takes slips writes a row of its own once a second while a clock runs. A restart of one of
several processes changes nothing, since the others go on beating. The last sign of life of a round is the
latest beat of any process, or the act that set its clock going, before which nobody had to beat. No other act
counts: the first one after a silence would hide it. If there is no beat at all, nothing is known, and no round is
stopped.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Max

from duplicate.models import Round
from duplicate.models.heartbeat import Heartbeat
from tournaments.time import clock

# A longer silence takes time from the players; shorter ones happen on a busy machine.
SILENCE = timedelta(seconds=5)
# Age at which rows of ended processes are deleted.
KEPT = timedelta(hours=1)
# Acts after which the clock of a round runs, or its time is up, that stood before.
SET_GOING = ("clock_started", "clock_resumed", "round_ended")


def write_beat(process: UUID, at: datetime) -> None:
    """Store that this process could take slips at that time, and delete rows older than `KEPT`."""
    Heartbeat.objects.update_or_create(process=process, defaults={"beat_at": at})
    Heartbeat.objects.filter(beat_at__lt=at - KEPT).delete()


def find_interruption(round_: Round) -> datetime | None:
    """Return the last sign of life, if the round's clock ran then and no process has taken slips for
    `SILENCE` since.

    Return None if the time was up before the silence, or if there was no silence.
    """
    latest = Heartbeat.objects.aggregate(latest=Max("beat_at"))["latest"]
    if latest is None or round_.closes_at is None:
        return None
    acts = round_.game.log.filter(number=round_.number, act__in=SET_GOING)
    act = acts.aggregate(latest=Max("at"))["latest"]
    sign: datetime = max(latest, act or latest)
    return sign if sign < round_.closes_at and clock.now() - sign > SILENCE else None
