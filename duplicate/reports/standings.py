"""The standings of a duplicate game on paper, to pin to the wall: from three players to a full hall."""

from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm

from duplicate.event_tables import game_table
from duplicate.reports.values import GameStandings
from duplicate.standings import Standing, Standings
from tournaments.reports.pages import build_pdf, note, title_block
from tournaments.reports.shown import laid_out
from tournaments.reports.style import (
    BOLD,
    MEDIUM,
    NORMAL,
    ROOMY,
    TINT,
    text_width,
)
from tournaments.reports.tables import table
from tournaments.reports.text import printable
from tournaments.reports.values import Paper
from tournaments.shown import number

# As many lines as fill one page when they are set large; a longer list is set at normal size.
ROOMY_LINES = 22
NAME_COLUMN = 2
# Room for a pair of long names.
NAME_LINES = 5
# In millimetres, at normal size.
WIDTHS = {
    "rank": 11,
    "table": 14,
    "total": 18,
    "negative": 18,
    "percent": 16,
    "tops": 14,
    "solos": 12,
    "warnings": 16,
    "penalties": 16,
}


def game_standings_pdf(shown: GameStandings, paper: Paper) -> bytes:
    """The standings of those who were asked for."""
    return standings_pdf(shown.standings, paper, selection=shown.selection)


def standings_pdf(standings: Standings, paper: Paper, *, selection: str = "") -> bytes:
    """Rank, table, name, total, negative, percent and tops of every player, under a line with the tops."""
    title = gettext("Standings")
    more_columns = standings.has_solos or standings.has_sanctions
    density = ROOMY if len(standings.rows) <= ROOMY_LINES and not more_columns else NORMAL
    width = text_width(paper.size)
    scale = density.size / NORMAL.size * mm
    shown = game_table(standings)
    columns, rows = laid_out(
        shown, {name: size * scale for name, size in WIDTHS.items()}, width, density, lines=NAME_LINES
    )
    podium = (line for line, standing in enumerate(standings.rows, start=2) if _on_podium(standing))
    marks = [
        ("BACKGROUND", (0, 1), (-1, 1), TINT),
        ("FONTNAME", (0, 1), (-1, 1), MEDIUM),
        *(("FONTNAME", (0, line), (NAME_COLUMN, line), BOLD) for line in podium),
    ]
    story = [
        *title_block(title=title, heading=paper.heading, facts=_facts(standings, selection)),
        table(columns=columns, rows=rows, width=width, density=density, extra=marks),
    ]
    if not standings.rows:
        story.append(note(gettext("No players yet.")))
    return build_pdf(story=story, title=title, paper=paper)


def _facts(standings: Standings, selection: str) -> str:
    players = len(standings.rows)
    rounds = standings.rounds
    counted = (
        ngettext("%(count)s player", "%(count)s players", players) % {"count": number(players)},
        ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": number(rounds)},
    )
    return " · ".join(filter(None, (printable(selection), *counted)))


def _on_podium(standing: Standing) -> bool:
    return standing.rank <= 3 and standing.total > 0
