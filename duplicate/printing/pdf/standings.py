"""Standings on paper: of a game, for the wall, from three players to a full hall; of an event, one column a
game.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from duplicate.printing.values.games import GameStandings, ShownStandings
from duplicate.standings.rules.ranking import Standing, Standings
from duplicate.standings.tables.game_table import NOT_PRINTED, game_table
from tournaments.printing.pdf.data_tables import TableLayout, lay_out
from tournaments.printing.pdf.pages import build_pdf, join_pdfs, note, title_block
from tournaments.printing.pdf.style import BOLD, MEDIUM, TINT
from tournaments.printing.pdf.text import printable
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number
from tournaments.wording.clauses import label_clause

NAME_COLUMN = 2


def game_standings_pdf(shown: GameStandings, paper: Paper) -> bytes:
    """Render the chosen standings."""
    return standings_pdf(shown.standings, paper, selection=shown.selection)


def standings_pdf(standings: Standings, paper: Paper, *, selection: str = "") -> bytes:
    """Render rank, table, name, total, negative, percent and tops of all, under a line with the tops."""
    title = gettext("Standings")
    layout = lay_out(game_table(standings, NOT_PRINTED), paper, roomy=True)
    podium = (line for line, standing in enumerate(standings.rows, start=2) if _is_on_podium(standing))
    marks = [
        *mark_line_of_tops(MEDIUM),
        *(("FONTNAME", (0, line), (NAME_COLUMN, line), BOLD) for line in podium),
    ]
    empty = "" if standings.rows else gettext("No players yet.")
    return draw_standings(title, layout, paper, facts=_facts(standings, selection), marks=marks, empty=empty)


def event_standings_pdf(shown: ShownStandings, paper: Paper) -> bytes:
    """Render the shown table, under a line with the tops (except for teams); games that do not fit are on
    pages of their own.
    """
    table, standings = shown.table, shown.standings
    layout = lay_out(table, paper, apart=[f"game{game.number}" for game in standings.games])
    lines, games = len(standings.lines), len(standings.games)
    counted = ngettext("%(count)s line", "%(count)s lines", lines) % {"count": number(lines)}
    played = ngettext("%(count)s game", "%(count)s games", games) % {"count": number(games)}
    facts = " · ".join(filter(None, (shown.selection, counted, played, *layout.facts, shown.state)))
    marks = mark_line_of_tops(MEDIUM) if table.heads else []
    empty = "" if standings.lines else gettext("No players yet.")
    title = label_clause(table.title, shown.group) if shown.group else table.title
    return draw_standings(title, layout, paper, facts=facts, marks=marks, empty=empty)


def event_lists_pdf(lists: Sequence[ShownStandings], paper: Paper) -> bytes:
    """Render several lists in one file; each counts its own pages, as it hangs on a wall of its own."""
    return join_pdfs([event_standings_pdf(shown, paper) for shown in lists])


def draw_standings(
    title: str, layout: TableLayout, paper: Paper, *, facts: str, marks: Sequence[tuple[Any, ...]], empty: str
) -> bytes:
    story = [*title_block(title=title, heading=paper.heading, facts=facts), *layout.tables(marks)]
    if empty:
        story.append(note(empty))
    return build_pdf(story=story, title=title, paper=paper, wide=layout.wide)


def mark_line_of_tops(font: str) -> list[tuple[Any, ...]]:
    """Return the marks of the first line, which has the tops."""
    return [("BACKGROUND", (0, 1), (-1, 1), TINT), ("FONTNAME", (0, 1), (-1, 1), font)]


def _facts(standings: Standings, selection: str) -> str:
    players = len(standings.rows)
    rounds = standings.rounds
    counted = (
        ngettext("%(count)s player", "%(count)s players", players) % {"count": number(players)},
        ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": number(rounds)},
    )
    return " · ".join(filter(None, (printable(selection), *counted)))


def _is_on_podium(standing: Standing) -> bool:
    return standing.rank <= 3 and standing.total > 0
