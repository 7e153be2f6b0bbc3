"""The list of an event's prizes on paper."""

from django.utils.translation import gettext, ngettext

from duplicate.printing.data.prizes import PrizesOnPaper
from tournaments.printing.pdf.data_tables import lay_out
from tournaments.printing.pdf.pages import build_pdf, note, title_block
from tournaments.printing.pdf.values import Paper
from tournaments.reports.tables import number


def prizes_pdf(shown: PrizesOnPaper, paper: Paper) -> bytes:
    """Render each prize with what it is for, and who has it as things stand."""
    layout = lay_out(shown.table, paper)
    counted = ngettext("%(count)s prize", "%(count)s prizes", shown.count) % {"count": number(shown.count)}
    state = gettext("provisional") if shown.provisional else gettext("final")
    once = gettext("nobody gets two prizes") if shown.one_each else ""
    facts = " · ".join(filter(None, (counted, state, once, *layout.facts)))
    title = shown.table.title
    story = [*title_block(title=title, heading=paper.heading, facts=facts), *layout.tables()]
    if not shown.count:
        story.append(note(gettext("This event has no prizes.")))
    return build_pdf(story=story, title=title, paper=paper, wide=layout.wide)
