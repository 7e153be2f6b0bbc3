"""Head to head: every two who met in a division, players or groups, with wins, losses and spread of the first
one.
"""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext, pgettext
from reportlab.lib.units import mm

from tournaments.classic.printing.pdf.common import of_division, rest_width, signed, wrapped
from tournaments.classic.printing.values import Balance, Meeting, Meetings
from tournaments.core.reports.tables import number
from tournaments.printing.pdf.pages import build_pdf, note, title_block
from tournaments.printing.pdf.style import BOLD, DENSE, NORMAL, Density, text_width
from tournaments.printing.pdf.tables import Column, table
from tournaments.printing.pdf.values import Paper

# More lines than this are set smaller.
NORMAL_LINES = 120
MOST_SCORES = 3


def head_to_head_pdf(shown: Meetings, paper: Paper) -> bytes:
    title, paper = gettext("Head to head"), of_division(paper, shown.about)
    density = NORMAL if len(shown.meetings) <= NORMAL_LINES else DENSE
    ever = any(each.ever is not None for each in shown.meetings)
    scored = shown.of == "players" and not ever
    columns = _columns(ever=ever, scored=scored)
    width = text_width(paper.size)
    room = rest_width(columns, width)
    share = (width - sum(column.width or 0 for column in columns)) / 2
    columns = [
        Column(each.label, share if each.width is None else each.width, each.align, each.font)
        for each in columns
    ]
    rows = [_row(each, density, room, scored=scored) for each in shown.meetings]
    story = [
        *title_block(title=title, heading=paper.heading, facts=_facts(shown, ever=ever)),
        table(columns=columns, rows=rows, width=width, density=density),
    ]
    if not shown.meetings:
        story.append(note(gettext("No results yet.")))
    return build_pdf(story=story, title=title, paper=paper)


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
        Column(gettext("Matches"), 16 * mm),
        Column(gettext("Wins–losses"), 20 * mm, font=BOLD, align="CENTER"),
        Column(pgettext("match", "Spread"), 16 * mm),
    ]
    if scored:
        columns.append(Column(gettext("Scores"), 24 * mm, align="CENTER"))
    if ever:
        columns += [
            Column(pgettext("matches", "Ever"), 12 * mm),
            Column(gettext("Wins–losses"), 20 * mm, align="CENTER"),
            Column(pgettext("match", "Spread"), 16 * mm),
        ]
    return columns


def _row(each: Meeting, density: Density, room: float, *, scored: bool) -> Sequence[str]:
    names = [wrapped(name, density.size, room) for name in (each.one, each.other)]
    cells = [*names, *_balance(each.here)]
    if scored:
        cells.append(_scores(each))
    return cells if each.ever is None else [*cells, *_balance(each.ever)]


def _balance(balance: Balance) -> list[str]:
    return [number(balance.matches), f"{balance.wins}–{balance.losses}", signed(balance.spread)]


def _scores(each: Meeting) -> str:
    """Return a line for each match; only the last ones of many."""
    told = each.scores[-MOST_SCORES:]
    return "\n".join(f"{number(own)}–{number(other)}" for own, other in told)
