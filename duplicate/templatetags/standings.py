"""`{% load standings %}`: what is said of a competitor beside points."""

from django import template

from duplicate.event_tables import told_of

register = template.Library()
register.simple_tag(told_of)


@register.filter
def minus(number: object) -> str:
    """A number with a minus sign that is one."""
    return str(number).replace("-", "−")
