"""Charts (`tournaments.charts`) as inline SVG; style sheets know them by the class `bars`."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.charts import Bar, BarChart

WIDTH, HEIGHT, ABOVE, FOOT, GAP = 360, 132, 16, 16, 0.22


def bars_svg(chart: BarChart) -> SafeString:
    """The bars side by side, with the title for who cannot see them."""
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
