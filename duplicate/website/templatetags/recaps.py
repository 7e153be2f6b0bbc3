"""`{% load recaps %}`: the charts of a recap. The table beside them has the same values."""

from django import template
from django.utils.safestring import SafeString

from tournaments.reports.charts import LineChart
from tournaments.reports.svg_charts import line_svg

register = template.Library()


@register.simple_tag
def recap_chart(chart: LineChart, least: float | None = None, most: float | None = None) -> SafeString:
    return line_svg(chart, least=least, most=most)
