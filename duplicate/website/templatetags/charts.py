"""`{% load charts %}`: a player's results as a line. The table beside it has the same values."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString

from duplicate.website.events.history_chart import percents_chart
from tournaments.reports.svg_charts import line_svg
from tournaments.seasons.history import HistoryLine

register = template.Library()


@register.simple_tag
def percent_chart(lines: Sequence[HistoryLine]) -> SafeString:
    """Draw the per cent of each game, in the order of play; one game is no line."""
    return line_svg(percents_chart(lines), most=100) if len(lines) > 1 else SafeString("")
