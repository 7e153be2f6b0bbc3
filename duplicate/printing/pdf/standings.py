"""The standings of a duplicate game on paper, for the wall: from three players to a full hall."""

from django.utils.translation import gettext, ngettext

from duplicate.standings.game_table import game_table
from duplicate.standings.ranking import Standing, Standings
from duplicate.values.games import GameStandings
from tournaments.core.reports.tables import number
from tournaments.printing.pdf.data_tables import lay_out
from tournaments.printing.pdf.pages import build_pdf, note, title_block
from tournaments.printing.pdf.style import BOLD, DENSE, MEDIUM, NORMAL, ROOMY, TINT
from tournaments.printing.pdf.text import printable
from tournaments.printing.pdf.values import Paper

# The most lines that fit on one page in large text; a longer list is set at normal size.
ROOMY_LINES = 22
NAME_COLUMN = 2


def game_standings_pdf(shown: GameStandings, paper: Paper) -> bytes:
    """Render the chosen standings."""
    return standings_pdf(shown.standings, paper, selection=shown.selection)


def standings_pdf(standings: Standings, paper: Paper, *, selection: str = "") -> bytes:
    """Render rank, table, name, total, negative, percent and tops of all, under a line with the tops."""
    title = gettext("Standings")
    more_columns = standings.has_solos or standings.has_sanctions
    is_short = len(standings.rows) <= ROOMY_LINES and not more_columns
    densities = (ROOMY, NORMAL, DENSE) if is_short else (NORMAL, DENSE)
    layout = lay_out(game_table(standings), paper, densities)
    podium = (line for line, standing in enumerate(standings.rows, start=2) if _on_podium(standing))
    marks = [
        ("BACKGROUND", (0, 1), (-1, 1), TINT),
        ("FONTNAME", (0, 1), (-1, 1), MEDIUM),
        *(("FONTNAME", (0, line), (NAME_COLUMN, line), BOLD) for line in podium),
    ]
    story = [
        *title_block(title=title, heading=paper.heading, facts=_facts(standings, selection)),
        *layout.tables(marks),
    ]
    if not standings.rows:
        story.append(note(gettext("No players yet.")))
    return build_pdf(story=story, title=title, paper=paper, wide=layout.wide)


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
