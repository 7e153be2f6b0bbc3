"""The standings of an event on paper: one column a game, under a line with the tops (except for teams)."""

from collections.abc import Collection

from django.utils.translation import gettext, ngettext

from duplicate.values.games import ShownStandings
from tournaments.core.reports.tables import number
from tournaments.printing.pdf.data_tables import lay_out
from tournaments.printing.pdf.pages import build_pdf, note, title_block
from tournaments.printing.pdf.style import MEDIUM, TINT
from tournaments.printing.pdf.values import Paper


def event_standings_pdf(shown: ShownStandings, paper: Paper) -> bytes:
    """Render the shown table; games that do not fit are on pages of their own."""
    title, standings = shown.table.title, shown.standings
    layout = lay_out(shown.table, paper, apart=[f"game{game.number}" for game in standings.games])
    marks = [("BACKGROUND", (0, 1), (-1, 1), TINT), ("FONTNAME", (0, 1), (-1, 1), MEDIUM)]
    story = [
        *title_block(title=title, heading=paper.heading, facts=_facts(shown, layout.facts)),
        *layout.tables(marks if shown.table.heads else ()),
    ]
    if not standings.lines:
        story.append(note(gettext("No players yet.")))
    return build_pdf(story=story, title=title, paper=paper, wide=layout.wide)


def _facts(shown: ShownStandings, said_once: Collection[str]) -> str:
    standings = shown.standings
    lines, games = len(standings.lines), len(standings.games)
    counted = ngettext("%(count)s line", "%(count)s lines", lines) % {"count": number(lines)}
    played = ngettext("%(count)s game", "%(count)s games", games) % {"count": number(games)}
    return " · ".join(filter(None, (shown.selection, counted, played, *said_once, shown.state)))
