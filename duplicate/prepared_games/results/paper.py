"""Merged standings on paper."""

from django.utils.translation import gettext, ngettext

from duplicate.prepared_games.results.standings import Merged
from duplicate.printing.pdf.standings import draw_standings, mark_line_of_tops
from tournaments.printing.pdf.data_tables import lay_out
from tournaments.printing.pdf.style import BOLD
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import DataTable, number


def merged_pdf(merged: Merged, table: DataTable, paper: Paper) -> bytes:
    """Render a table of merged standings: players under a line with the tops, or clubs."""
    title = table.title
    layout = lay_out(table, paper)
    players = len(merged.lines)
    counted = ngettext("%(count)s player", "%(count)s players", players) % {"count": number(players)}
    # The title of the standings of players says it.
    state = "" if merged.final or table.heads else gettext("provisional")
    facts = " · ".join(filter(None, (counted, *layout.facts, state)))
    empty = "" if merged.lines else gettext("No results yet.")
    marks = mark_line_of_tops(BOLD) if table.heads else []
    return draw_standings(title, layout, paper, facts=facts, marks=marks, empty=empty)
