"""`{% load bars %}`: bars as inline SVG. What they show stands in a table beside them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from duplicate.round_charts import Bin, RoundShown

register = template.Library()

WIDTH, HEIGHT, ABOVE, FOOT, GAP = 360, 132, 16, 16, 0.22


@dataclass(frozen=True, slots=True)
class Bar:
    """`said` stands above it; `marked` ones have the colour of the top."""

    label: str
    height: float
    said: str
    marked: bool = False


@register.simple_tag
def bin_bars(bins: Sequence[Bin], title: str) -> SafeString:
    """How many players had which scores; below each bar where it begins."""
    return _bars(
        [Bar(str(one.least), one.count, str(one.count or ""), marked=one.is_top) for one in bins], title
    )


@register.simple_tag
def found_bars(rounds: Sequence[RoundShown], title: str) -> SafeString:
    """How many found the top of each round; a solo is marked."""
    return _bars(
        [
            Bar(str(one.facts.number), one.facts.found, str(one.facts.found), marked=bool(one.solo))
            for one in rounds
        ],
        title,
    )


@register.simple_tag
def percent_bars(rounds: Sequence[RoundShown], title: str) -> SafeString:
    """What the players had of each top."""
    shares = [(one.facts.number, one.facts.percent or 0) for one in rounds]
    bars = [Bar(str(number), percent, f"{percent:.0f}") for number, percent in shares]
    return _bars(bars, title, most=100)


def _bars(bars: Sequence[Bar], title: str, most: float = 1) -> SafeString:
    """The bars side by side, the highest as high as the chart; or `most`, if that is more."""
    step = WIDTH / max(len(bars), 1)
    scale = (HEIGHT - ABOVE - FOOT) / max(most, *(bar.height for bar in bars), 1)
    return format_html(
        '<svg class="bars" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<line x1="0" x2="{}" y1="{}" y2="{}"/>{}</svg>',
        WIDTH,
        HEIGHT,
        title,
        WIDTH,
        HEIGHT - FOOT,
        HEIGHT - FOOT,
        format_html_join(
            "", "{}", ((_bar(bar, place * step, step, scale),) for place, bar in enumerate(bars))
        ),
    )


def _bar(bar: Bar, left: float, step: float, scale: float) -> SafeString:
    height = round(bar.height * scale, 1)
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
