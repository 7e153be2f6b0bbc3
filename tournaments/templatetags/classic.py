"""`{% load classic %}`: numbers of the standings as they are read."""

from django import template

register = template.Library()


@register.filter
def signed(number: int) -> str:
    """+12, −12, 0: with a real minus sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


@register.filter
def mark(text: str) -> str:
    """The mark of a match in a cross-table."""
    return text.replace("-", "−")
