"""`{% load training %}`: the chart of a trainee, drawn from the one description of charts."""

from django import template
from django.utils.safestring import SafeString

from tournaments.charts import LineChart
from tournaments.svg_charts import line_svg

register = template.Library()


@register.simple_tag
def line_chart(chart: LineChart) -> SafeString:
    """Per cents: a hundred is always in it."""
    return line_svg(chart, most=100)
