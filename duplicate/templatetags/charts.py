"""`{% load charts %}`: charts as inline SVG, which anybody can read beside them as a table."""

from collections.abc import Sequence
from math import floor

from django import template
from django.utils import formats
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.histories import HistoryLine

register = template.Library()

WIDTH, HEIGHT, LEFT, RIGHT, ABOVE, FOOT = 480, 200, 44, 12, 12, 30
STEPS = (5, 10, 20, 50)
MOST_LINES = 6
# Up to so many points each one is drawn.
MOST_DOTS = 150


@register.simple_tag
def percent_chart(lines: Sequence[HistoryLine]) -> SafeString:
    """The per cent of each game, in the order of play, with a title and a description for who cannot see it."""
    if len(lines) < 2:
        return SafeString("")
    low, high, step = _scale([line.percent for line in lines])
    points = [
        (_across(place, len(lines)), _down(line.percent, low, high)) for place, line in enumerate(lines)
    ]
    return format_html(
        '<svg class="percent-chart" viewBox="0 0 {} {}" role="img" aria-labelledby="chart-title chart-text">'
        '<title id="chart-title">{}</title><desc id="chart-text">{}</desc>{}'
        '<polyline points="{}"/>{}{}</svg>',
        WIDTH,
        HEIGHT,
        gettext("Per cent of the tops, game by game"),
        _description(lines),
        _grid(low, high, step),
        " ".join(f"{across},{down}" for across, down in points),
        _dots(lines, points),
        _days(lines),
    )


def _scale(values: Sequence[float]) -> tuple[int, int, int]:
    """The least and the most that the chart shows, and the step of its lines."""
    most = max(*values, 100)
    span = most - min(values)
    step = next((step for step in STEPS if span / step <= MOST_LINES - 1), STEPS[-1])
    low = floor(min(values) / step) * step
    high = -floor(-most / step) * step
    return low, max(high, low + step), step


def _across(place: int, count: int) -> float:
    return round(LEFT + place * (WIDTH - LEFT - RIGHT) / (count - 1), 1)


def _down(value: float, low: int, high: int) -> float:
    return round(ABOVE + (high - value) * (HEIGHT - ABOVE - FOOT) / (high - low), 1)


def _grid(low: int, high: int, step: int) -> SafeString:
    return format_html_join(
        "",
        '<line x1="{}" x2="{}" y1="{}" y2="{}"/><text class="scale" x="{}" y="{}">{}</text>',
        (
            (LEFT, WIDTH - RIGHT, y := _down(value, low, high), y, LEFT - 6, y + 5, value)
            for value in range(low, high + 1, step)
        ),
    )


def _dots(lines: Sequence[HistoryLine], points: Sequence[tuple[float, float]]) -> SafeString:
    if len(lines) > MOST_DOTS:
        return SafeString("")
    return format_html_join(
        "",
        '<circle cx="{}" cy="{}" r="3.5"><title>{}</title></circle>',
        ((across, down, _said(line)) for line, (across, down) in zip(lines, points, strict=True)),
    )


def _days(lines: Sequence[HistoryLine]) -> SafeString:
    """The first day and the last."""
    foot = HEIGHT - 8
    return format_html(
        '<text class="first" x="{}" y="{}">{}</text><text class="last" x="{}" y="{}">{}</text>',
        LEFT,
        foot,
        formats.date_format(lines[0].day, "SHORT_DATE_FORMAT"),
        WIDTH - RIGHT,
        foot,
        formats.date_format(lines[-1].day, "SHORT_DATE_FORMAT"),
    )


def _description(lines: Sequence[HistoryLine]) -> str:
    percents = [line.percent for line in lines]
    return gettext(
        "{count} games from {first} to {last}: between {least} and {most} per cent, {end} in the last."
    ).format(
        count=len(lines),
        first=formats.date_format(lines[0].day, "DATE_FORMAT"),
        last=formats.date_format(lines[-1].day, "DATE_FORMAT"),
        least=_number(min(percents)),
        most=_number(max(percents)),
        end=_number(percents[-1]),
    )


def _said(line: HistoryLine) -> str:
    day = formats.date_format(line.day, "SHORT_DATE_FORMAT")
    return f"{day}, {line.game}: {_number(line.percent)} %"


def _number(value: float) -> str:
    return formats.number_format(value, 1)
