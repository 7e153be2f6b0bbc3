"""`{% load handbook %}`: the way from a page to the chapter that helps there."""

from django import template
from django.template.context import Context
from django.urls import reverse

from duplicate.chapters import CHAPTER_OF

register = template.Library()


@register.simple_tag(takes_context=True)
def help_address(context: Context) -> str:
    """Of the handbook, at the chapter of the page that is shown; nothing where nobody is logged in."""
    request = context.get("request")
    if request is None or not request.user.is_authenticated:
        return ""
    page = request.resolver_match.url_name if request.resolver_match else ""
    chapter = CHAPTER_OF.get(page)
    return reverse("handbook-in-own-language") + (f"#{chapter}" if chapter else "")
