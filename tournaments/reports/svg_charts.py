"""Charts (`tournaments.reports.charts`) as inline SVG, styled by the classes `bars` and `line-chart`."""

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.reports.charts import Bar, BarChart, LineChart, Scale

WIDTH, HEIGHT, ABOVE, FOOT, GAP = 360, 132, 16, 16, 0.22
LINE_WIDTH, LINE_HEIGHT, LINE_LEFT, LINE_EDGE, LINE_FOOT = 480, 200, 44, 12, 30
# Charts of more values have no dots.
MOST_DOTS = 150


def bars_svg(chart: BarChart) -> SafeString:
    """Render the bars side by side, with the title for readers who cannot see them."""
    step = WIDTH / max(len(chart.bars), 1)
    scale = (HEIGHT - ABOVE - FOOT) / chart.highest
    return format_html(
        '<svg class="bars" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<line x1="0" x2="{}" y1="{}" y2="{}"/>{}</svg>',
        WIDTH,
        HEIGHT,
        chart.title,
        WIDTH,
        HEIGHT - FOOT,
        HEIGHT - FOOT,
        format_html_join(
            "", "{}", ((_bar(bar, place * step, step, scale),) for place, bar in enumerate(chart.bars))
        ),
    )


def _bar(bar: Bar, left: float, step: float, scale: float) -> SafeString:
    height = round(bar.value * scale, 1)
    top, middle = round(HEIGHT - FOOT - height, 1), round(left + step / 2, 1)
    return format_html(
        '<rect x="{}" y="{}" width="{}" height="{}"{}/><text x="{}" y="{}">{}</text>'
        '<text class="label" x="{}" y="{}">{}</text>',
        round(left + step * GAP / 2, 1),
        top,
        round(step * (1 - GAP), 1),
        height,
        SafeString(' class="marked"' if bar.marked else ""),
        middle,
        round(top - 4, 1),
        bar.said,
        middle,
        HEIGHT - 3,
        bar.label,
    )


def line_svg(chart: LineChart, *, least: float | None = None, most: float | None = None) -> SafeString:
    """Render the values as a line with dots, over the lines of the scale.

    The scale shows at least `least` and `most`. The first and the last label stand below. Readers who cannot
    see the chart get its title and description.
    """
    scale = chart.scale(least=least, most=most)
    points = _points(chart.values, chart, scale)
    return format_html(
        '<svg class="line-chart" viewBox="0 0 {} {}" role="img" aria-labelledby="{}-title {}-text">'
        '<title id="{}-title">{}</title><desc id="{}-text">{}</desc>{}{}'
        '<polyline points="{}"/>{}{}</svg>',
        LINE_WIDTH,
        LINE_HEIGHT,
        chart.key,
        chart.key,
        chart.key,
        chart.title,
        chart.key,
        chart.about,
        _lines_of(scale, falls=chart.falls),
        format_html_join(
            "",
            '<polyline class="other-{}" points="{}"/>',
            (
                (place, _written(_points(values, chart, scale)))
                for place, values in enumerate(chart.others, start=1)
            ),
        ),
        _written(points),
        _dots(chart.said, points),
        _ends(chart.labels),
    )


def _points(values: Sequence[float], chart: LineChart, scale: Scale) -> list[tuple[float, float]]:
    step = (LINE_WIDTH - LINE_LEFT - LINE_EDGE) / max(len(chart.values) - 1, 1)
    return [
        (round(LINE_LEFT + place * step, 1), _down(value, scale, falls=chart.falls))
        for place, value in enumerate(values)
    ]


def _written(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{across},{down}" for across, down in points)


def _down(value: float, scale: Scale, *, falls: bool) -> float:
    room = LINE_HEIGHT - LINE_EDGE - LINE_FOOT
    below = value - scale.low if falls else scale.high - value
    return round(LINE_EDGE + below * room / (scale.high - scale.low), 1)


def _lines_of(scale: Scale, *, falls: bool) -> SafeString:
    return format_html_join(
        "",
        '<line x1="{}" x2="{}" y1="{}" y2="{}"/><text class="scale" x="{}" y="{}">{}</text>',
        (
            (
                LINE_LEFT,
                LINE_WIDTH - LINE_EDGE,
                y := _down(value, scale, falls=falls),
                y,
                LINE_LEFT - 6,
                y + 5,
                _sign(value),
            )
            for value in scale.lines
        ),
    )


def _sign(value: int) -> str:
    return str(value).replace("-", "−")


def _dots(said: Sequence[str], points: Sequence[tuple[float, float]]) -> SafeString:
    if len(points) > MOST_DOTS:
        return SafeString("")
    return format_html_join(
        "",
        '<circle cx="{}" cy="{}" r="3.5"><title>{}</title></circle>',
        ((across, down, text) for text, (across, down) in zip(said, points, strict=True)),
    )


def _ends(labels: Sequence[str]) -> SafeString:
    foot = LINE_HEIGHT - 8
    return format_html(
        '<text class="first" x="{}" y="{}">{}</text><text class="last" x="{}" y="{}">{}</text>',
        LINE_LEFT,
        foot,
        labels[0],
        LINE_WIDTH - LINE_EDGE,
        foot,
        labels[-1],
    )
