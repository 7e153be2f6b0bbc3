"""Charts of a game as plain values: the spread of a round's scores, what the players found and lost of each
top, and their results. Pure.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from duplicate.standings.rules.round_statistics import RoundWithSolo
from tournaments.reports.charts import Bar, BarChart

# Classes between zero and the top, which have bars of their own.
BINS = 10
# The width of each class of results, in per cent of the top.
CLASS_WIDTH = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """How many players had from `least` to `most` points."""

    least: int
    most: int
    count: int
    is_top: bool

    @property
    def label(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least}–{self.most}"


def spread_of(scores: Sequence[int], top: int) -> tuple[Bin, ...]:
    """Return the bins for zero, up to `BINS` classes of equal width, and the top."""
    if not scores:
        return ()
    counts = Counter(scores)
    width = max(1, ceil((top - 1) / BINS))
    edges = [(0, 0)] if top else []
    edges += [(least, min(least + width, top) - 1) for least in range(1, top, width)]
    bins = [
        Bin(least, most, sum(counts[score] for score in range(least, most + 1)), is_top=False)
        for least, most in edges
    ]
    return (*bins, Bin(top, top, counts[top], is_top=True))


def scores_chart(bins: Sequence[Bin], title: str) -> BarChart:
    """Chart how many players had which scores; each bar is labelled with its lowest score."""
    bars = [Bar(str(one.least), one.count, str(one.count or ""), marked=one.is_top) for one in bins]
    return BarChart(title, bars)


def found_chart(rounds: Sequence[RoundWithSolo], title: str) -> BarChart:
    """Chart how many players found the top of each round; a solo is marked."""
    told = [(round_.facts.number, round_.facts.found, bool(round_.solo)) for round_ in rounds]
    return BarChart(title, [Bar(str(number), found, str(found), marked=solo) for number, found, solo in told])


def lost_chart(rounds: Sequence[RoundWithSolo], title: str) -> BarChart:
    """Chart what the players lost of each top, in per cent: the harder a round, the higher its bar."""
    shares = [(round_.facts.number, round_.facts.percent) for round_ in rounds]
    lost = [(number, 0 if percent is None else max(0, 100 - percent)) for number, percent in shares]
    bars = [Bar(str(number), percent, f"{percent:.0f}") for number, percent in lost]
    return BarChart(title, bars, most=100)


def results_chart(percents: Sequence[float], title: str) -> BarChart:
    """Chart how many players ended with which share of the tops, in classes of ten per cent from the lowest
    that occurs; solos may bring more than 100 per cent.
    """
    places = [floor(percent / CLASS_WIDTH) for percent in percents]
    classes = range(min(places), max(places) + 1) if places else ()
    counts = [(place * CLASS_WIDTH, places.count(place)) for place in classes]
    return BarChart(title, [Bar(str(least), count, str(count or "")) for least, count in counts])
