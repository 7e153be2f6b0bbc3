"""The statistics of a game on paper: difficulty of each round, results of the players, and solos."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer

from duplicate.printing.values.games import GameStatistics
from duplicate.standings.rules.charts import found_chart, lost_chart, results_chart
from duplicate.standings.rules.round_statistics import RoundWithSolo
from tournaments.printing.pdf.charts import bar_drawing
from tournaments.printing.pdf.pages import build_pdf, caption, note, title_block
from tournaments.printing.pdf.style import DENSE, MEDIUM, PADDING, PADDING_LEFT, REGULAR, text_width
from tournaments.printing.pdf.tables import Column, table
from tournaments.printing.pdf.text import printable, wrap
from tournaments.printing.pdf.values import Paper
from tournaments.reports.charts import BarChart
from tournaments.reports.tables import number

CHART = 38 * mm
SOLO = 62 * mm
NOTHING = "–"


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
        story += [Spacer(0, 6 * mm), _solos(told.solos, width)]
    return build_pdf(story=story, title=title, paper=paper)


def _charts(told: GameStatistics) -> Iterator[BarChart]:
    yield lost_chart(told.rounds, gettext("Per cent of each top lost by the players"))
    yield found_chart(told.rounds, gettext("Players who found the top of each round; solos are darker"))
    yield results_chart(told.percents, gettext("Players by final per cent of the tops, in classes of ten"))


def _facts(told: GameStatistics) -> str:
    count, shares = len(told.rounds), [one.facts.percent for one in told.rounds]
    played = ngettext("%(count)s round", "%(count)s rounds", count) % {"count": number(count)}
    there = [share for share in shares if share is not None]
    if not there:
        return played
    mean = gettext("%(percent)s %% of the tops on average") % {"percent": number(sum(there) / len(there), 1)}
    hardest = min(told.rounds, key=lambda one: 101 if one.facts.percent is None else one.facts.percent)
    hard = gettext("the hardest round was %(number)s") % {"number": number(hardest.facts.number)}
    return f"{played} · {mean} · {hard}"


def _rounds(rounds: Sequence[RoundWithSolo], width: float) -> Flowable:
    has_solos = any(one.solo for one in rounds)
    columns = [
        Column(gettext("Round"), 14 * mm),
        Column(gettext("Top"), 16 * mm, font=MEDIUM),
        Column(gettext("Players"), 20 * mm),
        Column(gettext("Found"), 20 * mm),
        Column("%", 18 * mm),
        *([Column(gettext("Solo"), None, align="LEFT")] * has_solos),
    ]
    rows = [
        [
            number(one.facts.number),
            number(one.facts.top),
            number(one.facts.players),
            number(one.facts.found),
            NOTHING if one.facts.percent is None else number(one.facts.percent, 1),
            *(["\n".join(wrap(printable(one.solo), REGULAR, DENSE.size, SOLO))] * has_solos),
        ]
        for one in rounds
    ]
    drawn = table(columns=columns, rows=rows, width=width, density=DENSE)
    drawn.hAlign = "LEFT"
    return drawn


def _solos(solos: Sequence[tuple[str, int]], width: float) -> Flowable:
    columns = [
        Column(gettext("Name"), None, align="LEFT"),
        Column(pgettext("column", "Solos"), 20 * mm, font=MEDIUM),
    ]
    room = width - 20 * mm - PADDING_LEFT - PADDING
    rows = [
        ["\n".join(wrap(printable(name), REGULAR, DENSE.size, room)), number(count)] for name, count in solos
    ]
    return table(columns=columns, rows=rows, width=width, density=DENSE)
