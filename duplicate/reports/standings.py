"""The standings of a duplicate game on paper, to pin to the wall: from three players to a full hall."""

from django.utils.translation import gettext, ngettext, pgettext
from reportlab.lib.units import mm

from duplicate.reports.values import GameStandings
from duplicate.standings import Standing, Standings
from tournaments.reports.pages import build_pdf, note, title_block
from tournaments.reports.style import (
    BOLD,
    MEDIUM,
    NORMAL,
    PADDING,
    PADDING_LEFT,
    REGULAR,
    ROOMY,
    TINT,
    Density,
    text_width,
)
from tournaments.reports.tables import Column, table
from tournaments.reports.text import number, printable, wrap
from tournaments.reports.values import Paper

# As many lines as fill one page when they are set large; a longer list is set at normal size.
ROOMY_LINES = 22
NOTHING = "–"
NAME_COLUMN = 2
# Room for a pair of long names.
NAME_LINES = 5


def game_standings_pdf(shown: GameStandings, paper: Paper) -> bytes:
    """The standings of those who were asked for."""
    return standings_pdf(shown.standings, paper, selection=shown.selection)


def standings_pdf(standings: Standings, paper: Paper, *, selection: str = "") -> bytes:
    """Rank, table, name, total, negative, percent and tops of every player, under a line with the tops."""
    title = gettext("Standings")
    more_columns = standings.has_solos or standings.has_sanctions
    density = ROOMY if len(standings.rows) <= ROOMY_LINES and not more_columns else NORMAL
    columns = _columns(standings, density)
    width = text_width(paper.size)
    name_width = width - sum(column.width or 0 for column in columns) - PADDING_LEFT - PADDING
    rows = [
        _top_row(standings),
        *(_row(standing, standings, density, name_width) for standing in standings.rows),
    ]
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


def _columns(standings: Standings, density: Density) -> list[Column]:
    scale = density.size / NORMAL.size * mm
    columns = [
        Column(gettext("Rank"), 11 * scale),
        Column(gettext("Table"), 14 * scale),
        Column(gettext("Name"), None, align="LEFT"),
        Column(gettext("Total"), 18 * scale, font=BOLD),
        Column(gettext("Negative"), 18 * scale),
        Column("%", 16 * scale),
        Column(gettext("Tops"), 14 * scale),
    ]
    if standings.has_solos:
        columns.append(Column(pgettext("column", "Solos"), 12 * scale))
    if standings.has_sanctions:
        columns += [
            Column(pgettext("column", "Warnings"), 16 * scale),
            Column(pgettext("column", "Penalties"), 16 * scale),
        ]
    return columns


def _top_row(standings: Standings) -> list[str]:
    scored = standings.top_total > 0
    return [
        "",
        "",
        gettext("Top"),
        number(standings.top_total),
        number(0),
        number(100, 2) if scored else NOTHING,
        number(standings.rounds),
        *([NOTHING] * standings.has_solos),
        *([NOTHING] * 2 * standings.has_sanctions),
    ]


def _on_podium(standing: Standing) -> bool:
    return standing.rank <= 3 and standing.total > 0


def _name(standing: Standing) -> str:
    return f"{standing.name} ({gettext('dropped out')})" if standing.withdrawn else standing.name


def _row(standing: Standing, standings: Standings, density: Density, name_width: float) -> list[str]:
    font = BOLD if _on_podium(standing) else REGULAR
    return [
        number(standing.rank),
        number(standing.table),
        "\n".join(wrap(printable(_name(standing)), font, density.size, name_width, NAME_LINES)),
        number(standing.total),
        number(standing.negative),
        NOTHING if standing.percent is None else number(standing.percent, 2),
        number(standing.tops),
        *([number(standing.solos)] * standings.has_solos),
        *([number(standing.warnings), number(standing.penalties)] * standings.has_sanctions),
    ]
