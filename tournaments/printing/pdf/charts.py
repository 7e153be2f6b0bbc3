"""Charts (`tournaments.reports.charts`) on paper. Marked bars are darker, so that they stand out in grey too."""

from collections.abc import Iterator

from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm

from tournaments.printing.pdf.style import HAIRLINE, INK, MEDIUM, QUIET, REGULAR
from tournaments.reports.charts import BarChart, LineChart, Scale

GAP = 0.22
BROADEST = 22 * mm
ABOVE, FOOT, LEFT = 11, 11, 30
SMALL = 7.5
PALE = HexColor(0xB9CBD8)
DARK = HexColor(0x2F5D7E)


def bar_drawing(chart: BarChart, width: float, height: float) -> Drawing:
    """Draw the bars, each with its `said` text above it and its label below; the title stands beside the
    chart.
    """
    drawing = Drawing(width, height)
    step = min(width / max(len(chart.bars), 1), BROADEST)
    scale = (height - ABOVE - FOOT) / chart.highest
    size = min(SMALL, step * 0.6)
    for place, bar in enumerate(chart.bars):
        left, high = place * step, bar.value * scale
        fill = DARK if bar.marked else PALE
        drawing.add(
            Rect(left + step * GAP / 2, FOOT, step * (1 - GAP), high, fillColor=fill, strokeColor=None)
        )
        middle = left + step / 2
        said = String(middle, FOOT + high + 3, bar.said, textAnchor="middle", fontName=MEDIUM, fontSize=size)
        drawing.add(said)
        drawing.add(_label(middle, 1, bar.label, size))
    drawing.add(Line(0, FOOT, width, FOOT, strokeColor=INK, strokeWidth=0.7))
    return drawing


def line_drawing(
    chart: LineChart,
    width: float,
    height: float,
    *,
    least: float | None = None,
    most: float | None = None,
) -> Drawing:
    """Draw the values as a line with dots, over thin lines of the scale, which shows at least `least` and
    `most`.
    """
    drawing = Drawing(width, height)
    scale = chart.scale(least=least, most=most)
    for part in _lines_of_scale(scale, width, height):
        drawing.add(part)
    step = (width - LEFT) / max(len(chart.values), 1)
    points = [
        (LEFT + (place + 0.5) * step, _down(value, scale, height)) for place, value in enumerate(chart.values)
    ]
    if len(points) > 1:
        drawing.add(PolyLine(points, strokeColor=DARK, strokeWidth=1.3, fillColor=None))
    size = min(SMALL, step * 0.6)
    for (x, y), label in zip(points, chart.labels, strict=True):
        drawing.add(Circle(x, y, 1.7, fillColor=DARK, strokeColor=None))
        drawing.add(_label(x, 1, label, size))
    return drawing


def _lines_of_scale(scale: Scale, width: float, height: float) -> Iterator[Line | String]:
    for value in scale.lines:
        y = _down(value, scale, height)
        yield Line(LEFT, y, width, y, strokeColor=HAIRLINE, strokeWidth=0.4)
        text = str(value).replace("-", "−")
        yield String(
            LEFT - 4, y - 2.6, text, textAnchor="end", fontName=REGULAR, fontSize=SMALL, fillColor=QUIET
        )


def _down(value: float, scale: Scale, height: float) -> float:
    return FOOT + (value - scale.low) * (height - FOOT - 4) / (scale.high - scale.low)


def _label(x: float, y: float, text: str, size: float) -> String:
    return String(x, y, text, textAnchor="middle", fontName=REGULAR, fontSize=size, fillColor=QUIET)
