"""The clocks of a division's matches as a list: time left, overtime and its points, limits a turn."""

from collections.abc import Iterable
from operator import attrgetter

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import Division, DivisionEntry, Match, MatchResult
from tournaments.classic.models.clocks import ClockAct, MatchClock
from tournaments.classic.printing.values import (
    CardSeat,
    DivisionHeading,
    DivisionList,
    OvertimeLine,
    round_text,
)
from tournaments.classic.rounds.selectors import MATCH_NAMES, results_that_hold
from tournaments.classic.rules import match_clock
from tournaments.classic.rules.match_clock import Phase, overtime_minutes, time_text
from tournaments.reports.tables import Figure, Registry, TableColumn, build_table, number, registry_of
from tournaments.time import clock

NOT_ON_PAPER = ("in_doubt", "handicap")


def _in_words(count: int) -> Figure:
    return Figure(count, number(count) if count else "", "0")


def _points(line: OvertimeLine) -> Figure:
    return Figure(line.points, "?" if line.in_doubt else _in_words(-line.points).written, "0")


def _limit(line: OvertimeLine) -> Figure:
    told = "" if line.limit is None else gettext("%(seconds)s s") % {"seconds": number(line.limit)}
    return Figure(line.limit, told + "*" * (line.handicap and bool(told)), "0")


COLUMNS: Registry[OvertimeLine, None] = registry_of(
    TableColumn.of("round", pgettext_lazy("match", "Round"), attrgetter("round")),
    TableColumn.of("table", _("Table"), attrgetter("table")),
    TableColumn.of("number", _("No."), attrgetter("seat.number"), beside="name"),
    TableColumn.of_text("name", _("Name"), attrgetter("seat.name")),
    TableColumn.of(
        "left",
        _("Left on the clock"),
        lambda line: None if line.left is None else time_text(line.left),
        is_optional=True,
    ),
    TableColumn.of("minutes", _("Minutes over"), lambda line: _in_words(line.minutes), is_optional=True),
    TableColumn.of("points", _("Points off"), _points, is_strong=True, is_optional=True),
    TableColumn.of_text("in_doubt", _("In doubt"), lambda line: gettext("yes") if line.in_doubt else ""),
    TableColumn.of("limit", _("Limit per turn"), _limit, is_optional=True),
    TableColumn.of_text("handicap", _("Handicap"), lambda line: gettext("yes") if line.handicap else ""),
    TableColumn.of("long_turns", _("Long turns"), lambda line: _in_words(line.long_turns), is_optional=True),
)


def overtime_shown(division: Division, round_number: int | None, *, everybody: bool) -> DivisionList:
    """Return the lines of all begun rounds or of one, for players with overtime or a handicap, or for
    everybody.

    Takes three queries.
    """
    matches = Match.objects.filter(round__division=division, round__begun_at__isnull=False)
    if round_number is not None:
        matches = matches.filter(round__number=round_number)
    matches = matches.filter(second__isnull=False).select_related("round", "clock", *MATCH_NAMES)
    last = ClockAct.objects.filter(clock=OuterRef("clock")).order_by("-pk").values("kind")[:1]
    rows = matches.annotate(last_act=Subquery(last)).order_by("round__number", "table")
    results = results_that_hold(
        MatchResult.objects.filter(match__in=matches.values("pk")).order_by("version")
    )
    now = clock.milliseconds(clock.now())
    lines = [line for match in rows for line in _lines(match, results.get(match.pk), now)]
    told = [line for line in lines if everybody or line.points or line.minutes or line.handicap]
    doubt = gettext("? The clock was not stopped: the desk has not decided about the overtime yet.")
    handicap = gettext("* The player’s own limit, as a handicap.")
    return DivisionList(
        DivisionHeading(division.event.name, division.name),
        build_table(gettext("Clocks"), COLUMNS.values(), told, None),
        _facts(told, round_number),
        (
            "" if told else gettext("No overtime and no handicap."),
            doubt if any(line.in_doubt for line in told) else "",
            handicap if any(line.handicap for line in told) else "",
        ),
        NOT_ON_PAPER,
        title=gettext("Clocks and overtime"),
    )


def _facts(lines: Iterable[OvertimeLine], round_number: int | None) -> str:
    over = [line for line in lines if line.minutes or line.points]
    minutes, points = sum(line.minutes for line in over), sum(line.points for line in over)
    which = gettext("all rounds") if round_number is None else round_text(round_number)
    counted = ngettext("%(count)s time over", "%(count)s times over", len(over)) % {
        "count": number(len(over))
    }
    told = ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": number(minutes)}
    off = ngettext("%(count)s point off", "%(count)s points off", points) % {"count": number(points)}
    return f"{which} · {counted} · {told} · {off}"


def _lines(match: Match, result: MatchResult | None, now: int) -> Iterable[OvertimeLine]:
    held: MatchClock | None = getattr(match, "clock", None)
    state = None if held is None else match_clock.state_at(held.stood, now)
    limits = (None, None) if held is None else (held.first_limit_ms, held.second_limit_ms)
    points = (0, 0) if result is None else (result.first_overtime, result.second_overtime)
    assert match.second is not None, "byes have no clock"
    seats: tuple[DivisionEntry, DivisionEntry] = (match.first, match.second)
    for side, seat in enumerate(seats):
        left = None if state is None else state.left[side]
        minutes = 0 if left is None else overtime_minutes(left)
        limit = limits[side]
        yield OvertimeLine(
            round=match.round.number,
            table=match.table,
            seat=CardSeat(seat.number, seat.entry.name),
            left=left,
            minutes=minutes,
            points=points[side],
            in_doubt=bool(minutes) and result is None and _is_in_doubt(match, held),
            limit=seat.turn_seconds if limit is None else limit // 1000,
            handicap=seat.turn_seconds is not None,
            long_turns=0 if state is None else state.long_turns[side],
        )


def _is_in_doubt(match: Match, held: MatchClock | None) -> bool:
    """Tell whether nobody had stopped the clock before the match was reported as over."""
    last: str | None = getattr(match, "last_act", None)
    return held is not None and held.state == Phase.OVER and last == ClockAct.Kind.RESULT
