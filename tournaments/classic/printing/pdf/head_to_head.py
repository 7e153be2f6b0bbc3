"""Head to head: every two who met in a division, players or groups, with wins, losses and spread of the first
one.
"""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext, pgettext
from reportlab.lib.units import mm

from tournaments.classic.printing.pdf.common import density_of, list_pdf, signed, text_room, wrap_name
from tournaments.classic.printing.values import Balance, Meeting, Meetings
from tournaments.core.reports.tables import number
from tournaments.printing.pdf.style import BOLD, Density, text_width
from tournaments.printing.pdf.tables import Column
from tournaments.printing.pdf.values import Paper

MOST_SCORES = 3


def head_to_head_pdf(shown: Meetings, paper: Paper) -> bytes:
    density = density_of(len(shown.meetings), paper)
    ever = any(each.ever is not None for each in shown.meetings)
    scored = shown.of == "players" and not ever
    columns = _columns(ever=ever, scored=scored)
    room = text_room(columns, text_width(paper.size))
    return list_pdf(
        about=shown.about,
        title=gettext("Head to head"),
        facts=_facts(shown, ever=ever),
        columns=columns,
        rows=[_row(each, density, room, scored=scored) for each in shown.meetings],
        paper=paper,
        density=density,
        notes=["" if shown.meetings else gettext("No results yet.")],
    )


def _facts(shown: Meetings, *, ever: bool) -> str:
    count = len(shown.meetings)
    met = ngettext("%(count)s pair met", "%(count)s pairs met", count) % {"count": number(count)}
    sides = gettext("wins, losses and spread are those of the one on the left")
    all_ = gettext("“ever” is all that is kept here of the two") if ever else ""
    return " · ".join(filter(None, (met, sides, all_)))


def _columns(*, ever: bool, scored: bool) -> list[Column]:
    columns = [
        Column(gettext("Name"), None, align="LEFT"),
        Column(gettext("Against"), None, align="LEFT"),
        Column(gettext("Matches"), 13 * mm),
        Column(gettext("Wins–losses"), 17 * mm, font=BOLD, align="CENTER"),
        Column(pgettext("match", "Spread"), 13 * mm),
    ]
    if scored:
        columns.append(Column(gettext("Scores"), 20 * mm, align="CENTER"))
    if ever:
        columns += [
            Column(pgettext("matches", "Ever"), 12 * mm),
            Column(gettext("Wins–losses"), 17 * mm, align="CENTER"),
            Column(pgettext("match", "Spread"), 13 * mm),
        ]
    return columns


def _row(each: Meeting, density: Density, room: float, *, scored: bool) -> Sequence[str]:
    names = [wrap_name(name, density.size, room) for name in (each.one, each.other)]
    cells = [*names, *_balance(each.here)]
    if scored:
        cells.append(_scores(each))
    return cells if each.ever is None else [*cells, *_balance(each.ever)]


def _balance(balance: Balance) -> list[str]:
    return [number(balance.matches), f"{balance.wins}–{balance.losses}", signed(balance.spread)]


def _scores(each: Meeting) -> str:
    """Return a line for each match; only the last ones of many."""
    told = each.here.scores[-MOST_SCORES:]
    return "\n".join(f"{number(own)}–{number(other)}" for own, other in told)
