"""What the clock of a match has to do with its result: the first that is heard of it stops the clock, and overtime
comes off.

Terms. A clock is *forgotten* when nobody had stopped it until the match was said to be over. How long it ran on after
the last move nobody knows then, so what it shows of overtime is *in doubt*: the desk says whether it counts, or
corrects the times.
"""

from dataclasses import dataclass
from uuid import uuid4

from django.contrib.auth.models import User

from tournaments import clock, match_clock
from tournaments.classic_models import Match
from tournaments.clock_models import ClockAct, ClockLink, MatchClock
from tournaments.clocks import put_down
from tournaments.match_clock import Phase, written_time

Kind = ClockAct.Kind


@dataclass(frozen=True, slots=True)
class Overtime:
    """What each of the two is over its time: milliseconds, minutes begun, and points; `in_doubt` if the clock was
    forgotten.
    """

    over_ms: tuple[int, int] = (0, 0)
    minutes: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    in_doubt: bool = False

    def written(self, names: tuple[str, str]) -> str:
        """Who is over, by how much, and what it costs."""
        told = zip(names, self.over_ms, self.points, strict=True)
        return ", ".join(f"{name} {written_time(over)} (−{points})" for name, over, points in told if over)


def stop_for_result(match: Match, *, by: User | None = None, holder: str = ClockLink.Holder.TABLE) -> None:
    """Stop the clock of a match that is said to be over, in the transaction of whoever says so: somebody at the desk
    (`by`), or at the table. Nothing happens without a clock or once it is stopped.
    """
    held = MatchClock.objects.select_for_update().filter(match=match).first()
    if held is None or held.state == Phase.OVER:
        return
    kind = Kind.STOP if held.state == Phase.READY else Kind.RESULT
    now = clock.milliseconds(clock.now())
    act = ClockAct(key=uuid4(), kind=kind, by=by, holder="" if by else holder)
    put_down(held, match_clock.stop(held.stood, now), act, now)


def overtime_of(match: Match) -> Overtime:
    """What overtime costs each of the two (T1), by a clock that is stopped; nothing without one."""
    found = MatchClock.objects.filter(match=match).first()
    if found is None or found.state != Phase.OVER:
        return Overtime()
    left = found.stood.left
    first, second = (max(0, -each) for each in left)
    minutes = match_clock.overtime_minutes(left[0]), match_clock.overtime_minutes(left[1])
    last = found.acts.order_by("-pk").values_list("kind", flat=True).first()
    return Overtime(
        (first, second),
        minutes,
        match_clock.overtime_points(left, found.overtime_points),
        in_doubt=any(minutes) and last == Kind.RESULT,
    )
