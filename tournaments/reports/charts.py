"""Charts as plain values: one description serves paper (`tournaments.printing.pdf.charts`) and screens
(`tournaments.reports.svg_charts`).

The content of a chart also stands in words or in a table beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 6


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: `label` stands below it and `said` above; `marked` bars stand out."""

    label: str
    value: float
    said: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class BarChart:
    """Bars side by side. The chart is as high as the highest bar, or as `most` if that is more."""

    title: str
    bars: Sequence[Bar]
    most: float = 1

    @property
    def highest(self) -> float:
        return max(self.most, *(bar.value for bar in self.bars), 1)


@dataclass(frozen=True, slots=True)
class LineChart:
    """A value after each step, such as a round; `labels` are those of the steps. `others` are lines to compare
    with.

    On screens `about` describes the chart in words, and `said` each value. `key` tells the charts of a page
    apart. In a chart that `falls` the lowest value is on top: ranks, which begin at 1.
    """

    title: str
    labels: Sequence[str]
    values: Sequence[float]
    about: str = ""
    said: Sequence[str] = ()
    others: Sequence[Sequence[float]] = ()
    key: str = "chart"
    falls: bool = False

    def scale(self, *, least: float | None = None, most: float | None = None) -> "Scale":
        """Return the scale from bottom to top; it always includes `least` and `most` where they are given."""
        lines = (self.values, *self.others)
        bounds = [bound for bound in (least, most) if bound is not None]
        shown = [*(value for line in lines for value in line), *bounds] or [0]
        span = max(shown) - min(shown)
        step = next((step for step in STEPS if span / step <= MOST_LINES - 1), STEPS[-1])
        origin = 1 if self.falls else 0
        low = origin + floor((min(shown) - origin) / step) * step
        high = origin - floor((origin - max(shown)) / step) * step
        return Scale(low, max(high, low + step), step)


@dataclass(frozen=True, slots=True)
class Scale:
    """The lowest and the highest value of a chart, and the step of its lines."""

    low: int
    high: int
    step: int

    @property
    def lines(self) -> range:
        return range(self.low, self.high + 1, self.step)
