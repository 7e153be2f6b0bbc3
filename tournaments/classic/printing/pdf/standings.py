"""The standings of a division on paper: rank, wins, losses, spread, points, best score; ratings and clubs if
any.
"""

from django.utils.translation import gettext, ngettext, pgettext
from reportlab.lib.units import mm

from tournaments.classic.printing.pdf.common import (
    list_pdf,
    players_text,
    rounds_text,
    signed,
    text_room,
    wrap_name,
)
from tournaments.classic.printing.values import StandingsShown, name_with_note
from tournaments.classic.standings.rows import Row
from tournaments.core.reports.tables import number
from tournaments.printing.pdf.style import BOLD, NORMAL, REGULAR, ROOMY, Density, text_width
from tournaments.printing.pdf.tables import Column
from tournaments.printing.pdf.values import Paper

# As many lines as fill one page when they are set large.
ROOMY_LINES = 24
NAME_COLUMN = 1
CLUB_SHARE = 0.32


def standings_pdf(shown: StandingsShown, paper: Paper) -> bytes:
    """Draw the standings now, or after a round."""
    clubs = any(row.line.contestant.club for row in shown.rows)
    rated = any(row.line.contestant.rating is not None for row in shown.rows)
    density = ROOMY if len(shown.rows) <= ROOMY_LINES and not clubs else NORMAL
    columns = _columns(density, paper, clubs=clubs, rated=rated)
    room = text_room(columns, text_width(paper.size))
    podium = sum(row.line.rank <= 3 and row.line.half_wins > 0 for row in shown.rows)
    strong = [("FONTNAME", (0, 1), (NAME_COLUMN, podium), BOLD)] if podium else []
    rows = [_row(row, density, room, columns[-1], clubs=clubs, rated=rated) for row in shown.rows]
    return list_pdf(
        about=shown.about,
        title=gettext("Standings"),
        facts=_facts(shown),
        columns=columns,
        rows=rows,
        paper=paper,
        density=density,
        extra=strong,
        notes=["" if shown.rows else gettext("Nobody plays in this division yet.")],
    )


def _facts(shown: StandingsShown) -> str:
    open_ = ""
    if shown.open:
        text = ngettext("%(count)s result is not in yet", "%(count)s results are not in yet", shown.open)
        open_ = text % {"count": number(shown.open)}
    facts = (players_text(len(shown.rows)), rounds_text(shown.rounds), open_, shown.state)
    return " · ".join(filter(None, facts))


def _columns(density: Density, paper: Paper, *, clubs: bool, rated: bool) -> list[Column]:
    scale = density.size / NORMAL.size * mm
    columns = [
        Column(gettext("Rank"), 11 * scale),
        Column(gettext("Name"), None, align="LEFT"),
        Column(gettext("Wins"), 13 * scale, font=BOLD),
        Column(gettext("Losses"), 15 * scale),
        Column(pgettext("match", "Spread"), 16 * scale),
        Column(gettext("Points"), 15 * scale),
        Column(gettext("Best"), 16 * scale),
    ]
    if rated:
        columns.append(Column(gettext("Rating"), 17 * scale))
    if clubs:
        left = text_width(paper.size) - sum(column.width or 0 for column in columns)
        columns.append(Column(gettext("Club"), left * CLUB_SHARE, align="LEFT"))
    return columns


def _row(row: Row, density: Density, room: float, last: Column, *, clubs: bool, rated: bool) -> list[str]:
    line, one = row.line, row.line.contestant
    font = BOLD if line.rank <= 3 and line.half_wins else REGULAR
    cells = [
        number(line.rank),
        wrap_name(name_with_note(one), density.size, room, font=font),
        line.wins,
        line.losses,
        signed(line.spread),
        number(line.points),
        number(line.high_game),
    ]
    if rated:
        cells.append("" if one.rating is None else number(one.rating))
    if clubs:
        cells.append(wrap_name(one.club, density.size, (last.width or 0) - 7 * mm, lines=2))
    return cells
