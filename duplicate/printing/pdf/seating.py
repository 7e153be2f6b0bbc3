"""Lists of an event's seating on paper."""

from django.utils.translation import ngettext
from reportlab.lib.units import mm

from duplicate.printing.data.seating import SeatingOnPaper
from tournaments.printing.pdf.data_tables import lay_out
from tournaments.printing.pdf.pages import build_pdf, title_block
from tournaments.printing.pdf.style import DENSE, INK, Density
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number

# Read from two metres away.
WALL = Density(size=16, row_height=9.6 * mm)


def seating_pdf(shown: SeatingOnPaper, paper: Paper) -> bytes:
    table = shown.table
    # Boxes to tick need room for a pen.
    density = WALL if shown.large else DENSE if shown.boxes else None
    layout = lay_out(table, paper, density=density)
    count = len(table.rows)
    counted = ngettext("%(count)s player", "%(count)s players", count) % {"count": number(count)}
    facts = " · ".join(filter(None, (counted, shown.rounds, *layout.facts)))
    boxes = [("GRID", (-1, 1), (-1, -1), 0.8, INK)] if shown.boxes else []
    story = [*title_block(title=table.title, heading=paper.heading, facts=facts), *layout.tables(boxes)]
    return build_pdf(story=story, title=table.title, paper=paper, wide=layout.wide)
