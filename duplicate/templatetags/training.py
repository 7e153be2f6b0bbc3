"""`{% load training %}`: the chart of a trainee, drawn from the one description of charts."""

from django import template
from django.utils.safestring import SafeString

from tournaments.reports.charts import LineChart
from tournaments.reports.svg_charts import line_svg

register = template.Library()


@register.simple_tag
def line_chart(chart: LineChart) -> SafeString:
    """Draw a chart of per cents; its scale always goes to a hundred."""
    return line_svg(chart, most=100)
