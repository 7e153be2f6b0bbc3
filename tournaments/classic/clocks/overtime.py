"""Effects of a match's clock on its result: the first report of a result stops the clock, and overtime is
deducted.

Terms. A clock is *forgotten* when nobody had stopped it before the match was reported as over. Nobody knows
then how long it ran on after the last move, so its overtime is *in doubt*: the desk decides whether it
counts, or corrects the times.
"""

from dataclasses import dataclass
from uuid import uuid4

from django.contrib.auth.models import User

from tournaments.classic.clocks.services import put_down
from tournaments.classic.models.clocks import ClockAct, ClockLink, MatchClock
from tournaments.classic.models.matches import Match
from tournaments.classic.rules import match_clock
from tournaments.classic.rules.match_clock import Phase, time_text
from tournaments.time import clock

Kind = ClockAct.Kind


@dataclass(frozen=True, slots=True)
class ClockOvertime:
    """Overtime of each of the two players: milliseconds, minutes begun, and points; `in_doubt` if the clock
    was forgotten.
    """

    over_ms: tuple[int, int] = (0, 0)
    minutes: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    in_doubt: bool = False

    def describe(self, names: tuple[str, str]) -> str:
        """Return who is over time, by how much, and how many points it costs."""
        told = zip(names, self.over_ms, self.points, strict=True)
        return ", ".join(f"{name} {time_text(over)} (−{points})" for name, over, points in told if over)


def stop_for_result(match: Match, *, by: User | None = None, holder: str = ClockLink.Holder.TABLE) -> None:
    """Stop the clock of a match that is reported as over, in the caller's transaction.

    The report comes from somebody at the desk (`by`), from the table, or from one of the players, who stops no
    time of their own. Does nothing without a clock or if it is stopped.
    """
    held = MatchClock.objects.select_for_update().filter(match=match).first()
    own = None if by else ClockLink.Holder(holder).side
    if held is None or held.state == Phase.OVER or held.stood.is_on_turn(own):
        return
    kind = Kind.STOP if held.state == Phase.READY else Kind.RESULT
    now = clock.milliseconds(clock.now())
    act = ClockAct(key=uuid4(), kind=kind, by=by, holder="" if by else holder)
    put_down(held, match_clock.stop(held.stood, now), act, now)


def overtime_of(match: Match) -> ClockOvertime:
    """Return the overtime of each of the two (T1), from a clock that is stopped; zero without one."""
    found = MatchClock.objects.filter(match=match).first()
    if found is None or found.state != Phase.OVER:
        return ClockOvertime()
    left = found.stood.left
    first, second = (max(0, -each) for each in left)
    minutes = match_clock.overtime_minutes(left[0]), match_clock.overtime_minutes(left[1])
    last = found.acts.order_by("-pk").values_list("kind", flat=True).first()
    return ClockOvertime(
        (first, second),
        minutes,
        match_clock.overtime_points(left, found.overtime_points),
        in_doubt=any(minutes) and last == Kind.RESULT,
    )
