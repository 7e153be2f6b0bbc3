"""`{% load charts %}`: what a player did as a line. Its values stand in the table beside it."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString

from duplicate.history_charts import percents_chart
from tournaments.histories import HistoryLine
from tournaments.svg_charts import line_svg

register = template.Library()


@register.simple_tag
def percent_chart(lines: Sequence[HistoryLine]) -> SafeString:
    """The per cent of each game, in the order of play; one game is no line."""
    return line_svg(percents_chart(lines), most=100) if len(lines) > 1 else SafeString("")
