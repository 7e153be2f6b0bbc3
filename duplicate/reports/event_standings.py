"""The standings of an event on paper: one column a game, under a line with the tops (but of teams)."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm

from duplicate.event_tables import told_of
from duplicate.reports.values import ShownStandings
from tournaments.reports.pages import build_pdf, note, page_size, title_block
from tournaments.reports.style import (
    BOLD,
    DENSE,
    MEDIUM,
    NORMAL,
    PADDING,
    PADDING_LEFT,
    REGULAR,
    SIDE_MARGIN,
    TINT,
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
    title, standings, wide = gettext("Standings"), shown.standings, shown.all_columns
    games = range(max(0, len(standings.games) - MOST_GAMES), len(standings.games))
    density = NORMAL if len(games) <= NORMAL_GAMES and not wide else DENSE
    told, said = _told(shown, density.size)
    columns = _columns(standings, games, told)
    width = page_size(paper, wide=wide)[0] - 2 * SIDE_MARGIN
    name_width = width - sum(column.width or 0 for column in columns) - PADDING_LEFT - PADDING
    rows = [] if standings.of_teams else [_top_row(standings, games, told)]
    marks = [("BACKGROUND", (0, 1), (-1, 1), TINT), ("FONTNAME", (0, 1), (-1, 1), MEDIUM)] if rows else []
    rows += [
        _row(line, games, density.size, name_width, cells)
        for line, cells in zip(standings.lines, said, strict=True)
    ]
    story = [
        *title_block(title=title, heading=paper.heading, facts=_facts(shown)),
        table(columns=columns, rows=rows, width=width, density=density, extra=marks),
    ]
    if not standings.lines:
        story.append(note(gettext("No players yet.")))
    return build_pdf(story=story, title=title, paper=paper, wide=wide)


def _told(shown: ShownStandings, size: float) -> tuple[list[Column], Sequence[Sequence[str]]]:
    """What is said of competitors beside points: the columns in which there is anything, and the cells of each line."""
    lines = shown.standings.lines
    if not shown.all_columns:
        return [], [()] * len(lines)
    facts = [told_of(line.competitor, shown.categories) for line in lines]
    every = (
        (Column(gettext("Series"), 15 * mm, align="LEFT"), [one.series for one in facts]),
        (Column(gettext("Category"), 20 * mm, align="LEFT"), [one.category for one in facts]),
        (Column(gettext("Club"), 36 * mm, align="LEFT"), [one.club for one in facts]),
        (Column(gettext("Country"), 16 * mm, align="LEFT"), [one.country for one in facts]),
        (Column(gettext("Team"), 26 * mm, align="LEFT"), [one.team for one in facts]),
    )
    there = [(column, said) for column, said in every if any(said)]
    cells = [[_told_cell(text, column, size) for text in said] for column, said in there]
    return [column for column, _said in there], list(zip(*cells, strict=True)) or [()] * len(lines)


def _told_cell(text: str, column: Column, size: float) -> str:
    assert column.width is not None, "the columns above have widths"
    return "\n".join(wrap(printable(text), column.font, size, column.width - PADDING_LEFT - PADDING, 2))


def _facts(shown: ShownStandings) -> str:
    standings = shown.standings
    lines, games = len(standings.lines), len(standings.games)
    counted = ngettext("%(count)s line", "%(count)s lines", lines) % {"count": number(lines)}
    played = ngettext("%(count)s game", "%(count)s games", games) % {"count": number(games)}
    return " · ".join(filter(None, (shown.selection, counted, played, shown.state)))


def _columns(standings: EventStandings, games: range, told: Sequence[Column]) -> list[Column]:
    return [
        Column(gettext("Rank"), 11 * mm),
        Column(gettext("Table"), 13 * mm),
        Column(gettext("Name"), None, align="LEFT"),
        *told,
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


def _top_row(standings: EventStandings, games: range, told: Sequence[object]) -> list[str]:
    return [
        "",
        "",
        gettext("Top"),
        *[""] * len(told),
        number(standings.top_total),
        number(0),
        number(100, 2) if standings.top_total else NOTHING,
        *(number(standings.games[index].top_total) for index in games),
    ]


def _row(line: EventLine, games: range, size: float, name_width: float, said: Sequence[str]) -> list[str]:
    one = line.competitor
    name = f"{one.name} ({gettext('dropped out')})" if one.withdrawn else one.name
    scores = [line.scores[index] for index in games]
    return [
        number(line.rank),
        number(one.table) if one.table else "",
        "\n".join(wrap(printable(name), REGULAR, size, name_width, NAME_LINES)),
        *said,
        number(line.total),
        number(line.negative),
        NOTHING if line.percent is None else number(line.percent, 2),
        *(NOTHING if score.absent else number(score.total) for score in scores),
    ]
