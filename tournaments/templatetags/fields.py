"""`{% load fields %}`: a form's field with its label, hint and errors."""

from django import template
from django.forms import BoundField

register = template.Library()


@register.inclusion_tag("tournaments/field.html")
def field(bound: BoundField) -> dict[str, BoundField]:
    """Render label, hint, errors and the field itself."""
    return {"field": bound}
