"""The merged standings of a simultaneous game: on paper, and as a table for spreadsheets."""

import tablib
from django.utils.translation import gettext, ngettext, pgettext
from reportlab.lib.units import mm

from duplicate.merging import Merged, MergedLine
from tournaments.reports.pages import build_pdf, note, title_block
from tournaments.reports.style import BOLD, NORMAL, PADDING, PADDING_LEFT, REGULAR, TINT, text_width
from tournaments.reports.tables import Column, table
from tournaments.reports.text import number, printable, wrap
from tournaments.reports.values import Paper

NOTHING = "–"


def merged_pdf(merged: Merged, paper: Paper) -> bytes:
    """Rank, name, licence, club, series, total, negative and percent of every player, under a line with the tops."""
    title = gettext("Final standings") if merged.final else gettext("Provisional standings")
    columns = _columns(merged)
    width = text_width(paper.size)
    left = width - sum(column.width or 0 for column in columns) - PADDING_LEFT - PADDING
    rows = [_top_row(merged), *(_row(line, merged, left) for line in merged.lines)]
    marks = [("BACKGROUND", (0, 1), (-1, 1), TINT), ("FONTNAME", (0, 1), (-1, 1), BOLD)]
    facts = ngettext("%(count)s player", "%(count)s players", len(merged.lines)) % {
        "count": number(len(merged.lines))
    }
    story = [
        *title_block(title=title, heading=paper.heading, facts=facts),
        table(columns=columns, rows=rows, width=width, density=NORMAL, extra=marks),
    ]
    if not merged.lines:
        story.append(note(gettext("No results yet.")))
    return build_pdf(story=story, title=title, paper=paper)


def merged_table(merged: Merged) -> tablib.Dataset:
    """One row a player or pair."""
    headings = [
        gettext("Rank"),
        gettext("Name"),
        gettext("Licence"),
        gettext("Club"),
        gettext("Series"),
        gettext("Played in"),
        gettext("Total"),
        gettext("Negative"),
        "%",
        gettext("Tops"),
    ]
    if merged.has_solos:
        headings.append(pgettext("column", "Solos"))
    rows = tablib.Dataset(headers=headings, title="standings")
    for each in merged.lines:
        line = each.line
        words = (line.competitor.name, each.licence, each.clubs, each.series, each.played_in)
        percent = None if line.percent is None else round(line.percent, 2)
        row = [line.rank, *words, line.total, line.negative, percent, line.tops]
        rows.append([*row, *([line.solo_points] * merged.has_solos)])
    return rows


def _columns(merged: Merged) -> list[Column]:
    columns = [
        Column(gettext("Rank"), 11 * mm),
        Column(gettext("Name"), None, align="LEFT"),
        Column(gettext("Licence"), 22 * mm, align="LEFT"),
        Column(gettext("Club"), 38 * mm, align="LEFT"),
        Column(gettext("Series"), 13 * mm, align="LEFT"),
        Column(gettext("Total"), 14 * mm, font=BOLD),
        Column(gettext("Negative"), 16 * mm),
        Column("%", 14 * mm),
    ]
    return [*columns, *([Column(pgettext("column", "Solos"), 12 * mm)] * merged.has_solos)]


def _top_row(merged: Merged) -> list[str]:
    percent = number(100, 2) if merged.top_total else NOTHING
    row = ["", gettext("Top"), "", "", "", number(merged.top_total), number(0), percent]
    return [*row, *([NOTHING] * merged.has_solos)]


def _row(each: MergedLine, merged: Merged, width: float) -> list[str]:
    line, size = each.line, NORMAL.size
    return [
        number(line.rank),
        _wrapped(line.competitor.name, width, size),
        _wrapped(each.licence, 20 * mm, size),
        _wrapped(each.clubs, 35 * mm, size),
        _wrapped(each.series, 11 * mm, size),
        number(line.total),
        number(line.negative),
        NOTHING if line.percent is None else number(line.percent, 2),
        *([number(line.solo_points)] * merged.has_solos),
    ]


def _wrapped(text: str, width: float, size: float) -> str:
    return "\n".join(wrap(printable(text), REGULAR, size, width, 3))
