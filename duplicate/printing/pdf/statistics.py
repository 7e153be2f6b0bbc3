"""The statistics of a game on paper: difficulty of each round, results of the players, and solos."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer

from duplicate.printing.values.games import GameStatistics
from duplicate.standings.rules.charts import found_chart, lost_chart, results_chart
from duplicate.standings.rules.round_statistics import RoundWithSolo
from duplicate.standings.tables.rounds_table import rounds_table
from tournaments.printing.pdf.charts import bar_drawing
from tournaments.printing.pdf.data_tables import set_table
from tournaments.printing.pdf.pages import build_pdf, caption, note, title_block
from tournaments.printing.pdf.style import DENSE, text_width
from tournaments.printing.pdf.values import Paper
from tournaments.reports.charts import BarChart
from tournaments.reports.tables import TableColumn, TableOf, number, table_of

CHART = 38 * mm
# Columns of words have the rest.
WIDTHS = {
    name: width * mm
    for name, width in (
        ("round", 14),
        ("top", 16),
        ("players", 20),
        ("found", 20),
        ("percent", 18),
        ("solos", 20),
    )
}


def statistics_pdf(told: GameStatistics, paper: Paper) -> bytes:
    """Render charts first, then the same facts as a table."""
    title, width = gettext("Statistics"), text_width(paper.size)
    story = title_block(title=title, heading=paper.heading, facts=_facts(told))
    if not told.rounds:
        story.append(note(gettext("No round has been announced yet.")))
        return build_pdf(story=story, title=title, paper=paper)
    for chart in _charts(told):
        story.append(KeepTogether([caption(chart.title), bar_drawing(chart, width, CHART)]))
        story.append(Spacer(0, 4 * mm))
    story.append(_rounds(told.rounds, width))
    if told.solos:
        story += [Spacer(0, 6 * mm), set_table(_SOLOS(told.solos), WIDTHS, width, DENSE)]
    return build_pdf(story=story, title=title, paper=paper)


def _charts(told: GameStatistics) -> Iterator[BarChart]:
    yield lost_chart(told.rounds, gettext("Per cent of each top lost by the players"))
    yield found_chart(told.rounds, gettext("Players who found the top of each round; solos are darker"))
    yield results_chart(told.percents, gettext("Players by final per cent of the tops, in classes of ten"))


def _facts(told: GameStatistics) -> str:
    count, shares = len(told.rounds), [round_.facts.percent for round_ in told.rounds]
    played = ngettext("%(count)s round", "%(count)s rounds", count) % {"count": number(count)}
    there = [share for share in shares if share is not None]
    if not there:
        return played
    mean = gettext("%(percent)s %% of the tops on average") % {"percent": number(sum(there) / len(there), 1)}
    hardest = min(told.rounds, key=lambda one: 101 if one.facts.percent is None else one.facts.percent)
    hard = gettext("the hardest round was %(number)s") % {"number": number(hardest.facts.number)}
    return f"{played} · {mean} · {hard}"


def _rounds(rounds: Sequence[RoundWithSolo], width: float) -> Flowable:
    drawn = set_table(rounds_table(rounds).without_unused(), WIDTHS, width, DENSE)
    drawn.hAlign = "LEFT"
    return drawn


_SOLOS: TableOf[tuple[str, int]] = table_of(
    "",
    TableColumn.of_text("name", _("Name"), itemgetter(0)),
    TableColumn.of("solos", pgettext_lazy("column", "Solos"), itemgetter(1), is_strong=True),
)
