"""The clocks of a division's matches as a list: time left, overtime and its points, limits a turn."""

from collections.abc import Iterable

from django.db.models import OuterRef, Subquery

from tournaments.classic.models import Division, DivisionEntry, Match, MatchResult
from tournaments.classic.models.clocks import ClockAct, MatchClock
from tournaments.classic.printing.values import DivisionHeading, OvertimeLine, OvertimeShown, Seat
from tournaments.classic.rounds.selectors import MATCH_NAMES, results_that_hold
from tournaments.classic.rules import match_clock
from tournaments.classic.rules.match_clock import Phase, overtime_minutes
from tournaments.core import clock


def overtime_shown(division: Division, number: int | None, *, everybody: bool) -> OvertimeShown:
    """Return the lines of all begun rounds or of one, for players with overtime or a handicap, or for
    everybody.

    Takes three queries.
    """
    matches = Match.objects.filter(round__division=division, round__begun_at__isnull=False)
    if number is not None:
        matches = matches.filter(round__number=number)
    matches = matches.filter(second__isnull=False).select_related("round", "clock", *MATCH_NAMES)
    last = ClockAct.objects.filter(clock=OuterRef("clock")).order_by("-pk").values("kind")[:1]
    rows = matches.annotate(last_act=Subquery(last)).order_by("round__number", "table")
    results = results_that_hold(
        MatchResult.objects.filter(match__in=matches.values("pk")).order_by("version")
    )
    now = clock.milliseconds(clock.now())
    lines = [line for match in rows for line in _lines(match, results.get(match.pk), now)]
    told = [line for line in lines if everybody or line.points or line.minutes or line.handicap]
    return OvertimeShown(DivisionHeading(division.event.name, division.name), number, tuple(told))


def _lines(match: Match, result: MatchResult | None, now: int) -> Iterable[OvertimeLine]:
    held: MatchClock | None = getattr(match, "clock", None)
    state = None if held is None else match_clock.state_at(held.stood, now)
    limits = (None, None) if held is None else (held.first_limit_ms, held.second_limit_ms)
    points = (0, 0) if result is None else (result.first_overtime, result.second_overtime)
    assert match.second is not None, "byes have no clock"
    seats: tuple[DivisionEntry, DivisionEntry] = (match.first, match.second)
    for side, one in enumerate(seats):
        left = None if state is None else state.left[side]
        minutes = 0 if left is None else overtime_minutes(left)
        limit = limits[side]
        yield OvertimeLine(
            round=match.round.number,
            table=match.table,
            seat=Seat(one.number, one.entry.name),
            left=left,
            minutes=minutes,
            points=points[side],
            in_doubt=bool(minutes) and result is None and _is_in_doubt(match, held),
            limit=one.turn_seconds if limit is None else limit // 1000,
            handicap=one.turn_seconds is not None,
            long_turns=0 if state is None else state.long_turns[side],
        )


def _is_in_doubt(match: Match, held: MatchClock | None) -> bool:
    """Tell whether nobody had stopped the clock before the match was reported as over."""
    last: str | None = getattr(match, "last_act", None)
    return held is not None and held.state == Phase.OVER and last == ClockAct.Kind.RESULT
