"""`{% load standings %}`: the remarks about a competitor beside points."""

from django import template

from duplicate.standings.tables import told_of

register = template.Library()
register.simple_tag(told_of)


@register.filter
def minus(number: object) -> str:
    """Write a number with a real minus sign."""
    return str(number).replace("-", "−")
