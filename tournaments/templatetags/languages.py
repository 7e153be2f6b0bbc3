"""The languages of the interface, each by its name in itself."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def interface_languages() -> list[tuple[str, str]]:
    """Return codes and names. Django's own tag would translate the names where it knows them: *Anglais*."""
    return [(code, str(name)) for code, name in settings.LANGUAGES]
