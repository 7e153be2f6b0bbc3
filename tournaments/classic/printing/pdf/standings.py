"""The standings of a division on paper: rank, wins, losses, spread, points, best score; ratings and clubs if
any.
"""

from django.utils.translation import gettext, ngettext, pgettext

from tournaments.classic.printing.pdf.common import data_pdf, players_text, rounds_text
from tournaments.classic.printing.values import StandingsShown, name_with_note
from tournaments.classic.standings.rows import Row
from tournaments.core.reports.tables import Cell, DataColumn, DataRow, DataTable, number, signed_figure
from tournaments.printing.pdf.style import BOLD
from tournaments.printing.pdf.values import Paper

NAME_COLUMN = 1


def standings_pdf(shown: StandingsShown, paper: Paper) -> bytes:
    """Draw the standings now, or after a round."""
    podium = sum(0 < (row.line.rank or 0) <= 3 and row.line.half_wins > 0 for row in shown.rows)
    return data_pdf(
        about=shown.about,
        facts=_facts(shown),
        shown=DataTable(gettext("Standings"), _columns(), tuple(DataRow(_cells(row)) for row in shown.rows)),
        paper=paper,
        marks=[("FONTNAME", (0, 1), (NAME_COLUMN, podium), BOLD)] if podium else [],
        notes=["" if shown.rows else gettext("Nobody plays in this division yet.")],
        roomy=True,
    )


def _facts(shown: StandingsShown) -> str:
    open_ = ""
    if shown.open:
        text = ngettext("%(count)s result is not in yet", "%(count)s results are not in yet", shown.open)
        open_ = text % {"count": number(shown.open)}
    facts = (players_text(len(shown.rows)), rounds_text(shown.rounds), open_, shown.caps, shown.state)
    return " · ".join(filter(None, facts))


def _columns() -> tuple[DataColumn, ...]:
    return (
        DataColumn("rank", gettext("Rank")),
        DataColumn("name", gettext("Name"), is_text=True),
        DataColumn("wins", gettext("Wins"), is_strong=True),
        DataColumn("losses", gettext("Losses")),
        DataColumn("spread", pgettext("match", "Spread")),
        DataColumn("points", gettext("Points")),
        DataColumn("best", gettext("Best")),
        DataColumn("rating", gettext("Rating"), is_optional=True),
        DataColumn("club", gettext("Club"), is_text=True, is_optional=True),
    )


def _cells(row: Row) -> tuple[Cell, ...]:
    line, one = row.line, row.line.contestant
    points = (line.wins, line.losses, signed_figure(line.spread), line.points, line.high_game)
    return (line.rank, name_with_note(one), *points, one.rating, one.club)
