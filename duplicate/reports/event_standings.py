"""The standings of an event on paper: one column a game, under a line with the tops (but of teams)."""

from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm

from duplicate.reports.values import ShownStandings
from tournaments.reports.pages import build_pdf, note, title_block
from tournaments.reports.style import (
    BOLD,
    DENSE,
    MEDIUM,
    NORMAL,
    PADDING,
    PADDING_LEFT,
    REGULAR,
    TINT,
    text_width,
)
from tournaments.reports.tables import Column, table
from tournaments.reports.text import number, printable, shorten, wrap
from tournaments.reports.values import Paper
from tournaments.standings import EventLine, EventStandings

NOTHING = "–"
NAME_COLUMN = 2
# More columns of games than these are set smaller; more than fit beside the names are left to the files.
NORMAL_GAMES, MOST_GAMES = 3, 7
NAME_LINES = 4


def event_standings_pdf(shown: ShownStandings, paper: Paper) -> bytes:
    """Rank, table, name, total, negative and percent, and the points of each game, of more than seven the last."""
    title, standings = gettext("Standings"), shown.standings
    games = range(max(0, len(standings.games) - MOST_GAMES), len(standings.games))
    density = NORMAL if len(games) <= NORMAL_GAMES else DENSE
    columns = _columns(standings, games)
    width = text_width(paper.size)
    name_width = width - sum(column.width or 0 for column in columns) - PADDING_LEFT - PADDING
    rows = [] if standings.of_teams else [_top_row(standings, games)]
    marks = [("BACKGROUND", (0, 1), (-1, 1), TINT), ("FONTNAME", (0, 1), (-1, 1), MEDIUM)] if rows else []
    rows += [_row(line, games, density.size, name_width) for line in standings.lines]
    story = [
        *title_block(title=title, heading=paper.heading, facts=_facts(shown)),
        table(columns=columns, rows=rows, width=width, density=density, extra=marks),
    ]
    if not standings.lines:
        story.append(note(gettext("No players yet.")))
    return build_pdf(story=story, title=title, paper=paper)


def _facts(shown: ShownStandings) -> str:
    standings = shown.standings
    lines, games = len(standings.lines), len(standings.games)
    counted = ngettext("%(count)s line", "%(count)s lines", lines) % {"count": number(lines)}
    played = ngettext("%(count)s game", "%(count)s games", games) % {"count": number(games)}
    return " · ".join(filter(None, (shown.selection, counted, played, shown.state)))


def _columns(standings: EventStandings, games: range) -> list[Column]:
    return [
        Column(gettext("Rank"), 11 * mm),
        Column(gettext("Table"), 13 * mm),
        Column(gettext("Name"), None, align="LEFT"),
        Column(gettext("Total"), 15 * mm, font=BOLD),
        Column(gettext("Negative"), 15 * mm),
        Column("%", 14 * mm),
        *(Column(_heading(standings, index), 13 * mm) for index in games),
    ]


def _heading(standings: EventStandings, index: int) -> str:
    """The name of a game where it fits, or its number."""
    game = standings.games[index]
    name = printable(game.name)
    fitting = shorten(name, MEDIUM, 8.5, 13 * mm - 2 * PADDING)
    return fitting if fitting == name else gettext("G%(number)s") % {"number": game.number}


def _top_row(standings: EventStandings, games: range) -> list[str]:
    return [
        "",
        "",
        gettext("Top"),
        number(standings.top_total),
        number(0),
        number(100, 2) if standings.top_total else NOTHING,
        *(number(standings.games[index].top_total) for index in games),
    ]


def _row(line: EventLine, games: range, size: float, name_width: float) -> list[str]:
    one = line.competitor
    name = f"{one.name} ({gettext('dropped out')})" if one.withdrawn else one.name
    scores = [line.scores[index] for index in games]
    return [
        number(line.rank),
        number(one.table) if one.table else "",
        "\n".join(wrap(printable(name), REGULAR, size, name_width, NAME_LINES)),
        number(line.total),
        number(line.negative),
        NOTHING if line.percent is None else number(line.percent, 2),
        *(NOTHING if score.absent else number(score.total) for score in scores),
    ]
