"""`{% load prepared %}`: the chart of a prepared game."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()

WIDTH, HEIGHT, FOOT, LEFT = 520, 150, 4, 44
STEP = 50


@register.simple_tag
def tops_chart(tops: Sequence[int]) -> SafeString:
    """Draw a bar for the top of each round, the highest first, so that the order of the rounds stays secret."""
    most = max(STEP, *tops) if tops else STEP
    highest = -(-most // STEP) * STEP
    scale = (HEIGHT - FOOT - 16) / highest
    foot = HEIGHT - FOOT
    step = (WIDTH - LEFT) / max(1, len(tops))
    lines = format_html_join(
        "",
        '<line x1="{}" x2="{}" y1="{}" y2="{}"/><text x="{}" y="{}">{}</text>',
        (
            (LEFT, WIDTH, y := round(foot - value * scale, 1), y, LEFT - 6, y + 5, value)
            for value in range(0, highest + 1, STEP)
        ),
    )
    bars = format_html_join(
        "",
        '<rect x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>',
        (
            (
                round(LEFT + place * step + step * 0.1, 1),
                round(foot - top * scale, 1),
                round(step * 0.8, 1),
                round(top * scale, 1),
                top,
            )
            for place, top in enumerate(tops)
        ),
    )
    label = gettext("The tops of all rounds, the highest first: {tops}").format(
        tops=", ".join(map(str, tops))
    )
    return format_html(
        '<svg class="tops-chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}</svg>',
        WIDTH,
        HEIGHT,
        label,
        lines,
        bars,
    )
