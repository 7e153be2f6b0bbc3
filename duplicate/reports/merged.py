"""The merged standings of a simultaneous game on paper."""

from django.utils.translation import gettext, ngettext
from reportlab.lib.units import mm

from duplicate.merged_tables import merged_table
from duplicate.merging import Merged
from tournaments.reports.pages import build_pdf, note, title_block
from tournaments.reports.shown import laid_out
from tournaments.reports.style import BOLD, NORMAL, TINT, text_width
from tournaments.reports.tables import table
from tournaments.reports.values import Paper
from tournaments.shown import number

WIDTHS = {
    "rank": 11 * mm,
    "overall": 11 * mm,
    "licence": 20 * mm,
    "club": 35 * mm,
    "series": 13 * mm,
    "total": 14 * mm,
    "negative": 16 * mm,
    "percent": 14 * mm,
    "tops": 11 * mm,
    "solos": 12 * mm,
}


def merged_pdf(merged: Merged, paper: Paper) -> bytes:
    """Rank, name, licence, club, series, total, negative and percent of every player, under a line with the tops."""
    title = gettext("Final standings") if merged.final else gettext("Provisional standings")
    width = text_width(paper.size)
    columns, rows = laid_out(merged_table(merged), WIDTHS, width, NORMAL, lines=3)
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
