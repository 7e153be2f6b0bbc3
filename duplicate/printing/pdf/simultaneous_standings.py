"""The merged standings of a simultaneous game on paper."""

from django.utils.translation import gettext, ngettext

from duplicate.simultaneous.standings import Merged
from duplicate.simultaneous.standings_table import merged_table
from tournaments.core.reports.tables import number
from tournaments.printing.pdf.data_tables import lay_out
from tournaments.printing.pdf.pages import build_pdf, note, title_block
from tournaments.printing.pdf.style import BOLD, TINT
from tournaments.printing.pdf.values import Paper


def merged_pdf(merged: Merged, paper: Paper) -> bytes:
    """Render rank, name, licence, club, series, total, negative and percent of all, under a line with the
    tops.
    """
    title = gettext("Final standings") if merged.final else gettext("Provisional standings")
    layout = lay_out(merged_table(merged), paper)
    marks = [("BACKGROUND", (0, 1), (-1, 1), TINT), ("FONTNAME", (0, 1), (-1, 1), BOLD)]
    counted = ngettext("%(count)s player", "%(count)s players", len(merged.lines)) % {
        "count": number(len(merged.lines))
    }
    facts = " · ".join((counted, *layout.facts))
    story = [*title_block(title=title, heading=paper.heading, facts=facts), *layout.tables(marks)]
    if not merged.lines:
        story.append(note(gettext("No results yet.")))
    return build_pdf(story=story, title=title, paper=paper, wide=layout.wide)
