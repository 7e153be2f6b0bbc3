"""The standings of an event on paper: one column a game, under a line with the tops (but of teams)."""

from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm

from duplicate.reports.values import ShownStandings
from tournaments.reports.pages import build_pdf, note, page_size, title_block
from tournaments.reports.shown import laid_out
from tournaments.reports.style import DENSE, MEDIUM, NORMAL, SIDE_MARGIN, TINT
from tournaments.reports.tables import table
from tournaments.reports.values import Paper
from tournaments.shown import number

# More columns of games than these are set smaller; more than fit beside the names are left to the files.
NORMAL_GAMES, MOST_GAMES = 3, 7
NAME_LINES = 4
GAME = 13 * mm
WIDTHS = {
    "rank": 11 * mm,
    "overall": 13 * mm,
    "table": 13 * mm,
    "licence": 20 * mm,
    "series": 15 * mm,
    "category": 20 * mm,
    "club": 36 * mm,
    "country": 16 * mm,
    "team": 26 * mm,
    "group": 15 * mm,
    "total": 15 * mm,
    "negative": 15 * mm,
    "percent": 14 * mm,
    "tops": 11 * mm,
}


def event_standings_pdf(shown: ShownStandings, paper: Paper) -> bytes:
    """The table that is shown; of more than seven games the last."""
    title, standings, wide = shown.table.title, shown.standings, shown.all_columns
    games = [f"game{game.number}" for game in standings.games]
    told = shown.table.without(games[:-MOST_GAMES])
    games = games[-MOST_GAMES:]
    density = NORMAL if len(games) <= NORMAL_GAMES and not wide else DENSE
    width = page_size(paper, wide=wide)[0] - 2 * SIDE_MARGIN
    widths = WIDTHS | dict.fromkeys(games, GAME)
    columns, rows = laid_out(told, widths, width, density, lines=NAME_LINES)
    marks = (
        [("BACKGROUND", (0, 1), (-1, 1), TINT), ("FONTNAME", (0, 1), (-1, 1), MEDIUM)] if told.heads else []
    )
    story = [
        *title_block(title=title, heading=paper.heading, facts=_facts(shown)),
        table(columns=columns, rows=rows, width=width, density=density, extra=marks),
    ]
    if not standings.lines:
        story.append(note(gettext("No players yet.")))
    return build_pdf(story=story, title=title, paper=paper, wide=wide)


def _facts(shown: ShownStandings) -> str:
    standings = shown.standings
    lines, games = len(standings.lines), len(standings.games)
    counted = ngettext("%(count)s line", "%(count)s lines", lines) % {"count": number(lines)}
    played = ngettext("%(count)s game", "%(count)s games", games) % {"count": number(games)}
    if games > MOST_GAMES:
        left_out = {"games": played, "most": number(MOST_GAMES)}
        played = gettext("%(games)s, of which the last %(most)s are here, all in the files") % left_out
    return " · ".join(filter(None, (shown.selection, counted, played, shown.state)))
