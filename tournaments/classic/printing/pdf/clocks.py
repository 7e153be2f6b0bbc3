"""Clocks and overtime of a division: time left, minutes over the time, points deducted, handicaps."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext, pgettext
from reportlab.lib.units import mm

from tournaments.classic.printing.pdf.common import (
    NOTHING,
    density_of,
    list_pdf,
    text_room,
    wrap_name,
)
from tournaments.classic.printing.values import OvertimeLine, OvertimeShown, round_text
from tournaments.classic.rules.match_clock import time_text
from tournaments.core.reports.tables import number
from tournaments.printing.pdf.scripts.isolates import isolate
from tournaments.printing.pdf.style import BOLD, Density, text_width
from tournaments.printing.pdf.tables import Column
from tournaments.printing.pdf.values import Paper


def clocks_pdf(shown: OvertimeShown, paper: Paper) -> bytes:
    has, density = _has(shown), density_of(len(shown.lines), paper)
    columns = _columns(has)
    room = text_room(columns, text_width(paper.size))
    doubt = gettext("? The clock was not stopped: the desk has not decided about the overtime yet.")
    handicap = gettext("* The player’s own limit, as a handicap.")
    return list_pdf(
        about=shown.about,
        title=gettext("Clocks and overtime"),
        facts=_facts(shown),
        columns=columns,
        rows=[_row(line, density, room, has) for line in shown.lines],
        paper=paper,
        density=density,
        notes=[
            "" if shown.lines else gettext("No overtime and no handicap."),
            doubt if any(line.in_doubt for line in shown.lines) else "",
            handicap if any(line.handicap for line in shown.lines) else "",
        ],
    )


def _facts(shown: OvertimeShown) -> str:
    over = [line for line in shown.lines if line.minutes or line.points]
    minutes, points = sum(line.minutes for line in over), sum(line.points for line in over)
    which = gettext("all rounds") if shown.number is None else round_text(shown.number)
    counted = ngettext("%(count)s time over", "%(count)s times over", len(over)) % {
        "count": number(len(over))
    }
    told = ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": number(minutes)}
    off = ngettext("%(count)s point off", "%(count)s points off", points) % {"count": number(points)}
    return f"{which} · {counted} · {told} · {off}"


def _has(shown: OvertimeShown) -> dict[str, bool]:
    """Return which columns have any content."""
    return {
        "minutes": any(line.minutes for line in shown.lines),
        "points": any(line.points or line.in_doubt for line in shown.lines),
        "left": any(line.left is not None for line in shown.lines),
        "limit": any(line.limit is not None for line in shown.lines),
        "long": any(line.long_turns for line in shown.lines),
    }


def _columns(has: dict[str, bool]) -> list[Column]:
    return [
        Column(pgettext("match", "Round"), 14 * mm),
        Column(gettext("Table"), 14 * mm),
        Column(gettext("Name"), None, align="LEFT"),
        *([Column(gettext("Left on the clock"), 27 * mm)] * has["left"]),
        *([Column(gettext("Minutes over"), 22 * mm)] * has["minutes"]),
        *([Column(gettext("Points off"), 21 * mm, font=BOLD)] * has["points"]),
        *([Column(gettext("Limit per turn"), 22 * mm)] * has["limit"]),
        *([Column(gettext("Long turns"), 19 * mm)] * has["long"]),
    ]


def _row(line: OvertimeLine, density: Density, room: float, has: dict[str, bool]) -> Sequence[str]:
    left = NOTHING if line.left is None else time_text(line.left)
    return [
        number(line.round),
        "" if line.table is None else number(line.table),
        wrap_name(f"{isolate(line.seat.name)} ({line.seat.number})", density.size, room),
        *([left] * has["left"]),
        *([number(line.minutes) if line.minutes else ""] * has["minutes"]),
        *(["?" if line.in_doubt else number(-line.points) if line.points else ""] * has["points"]),
        *([_limit(line)] * has["limit"]),
        *([number(line.long_turns) if line.long_turns else ""] * has["long"]),
    ]


def _limit(line: OvertimeLine) -> str:
    if line.limit is None:
        return ""
    return gettext("%(seconds)s s") % {"seconds": number(line.limit)} + ("*" if line.handicap else "")
