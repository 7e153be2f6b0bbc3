"""`{% load handbook %}`: the link from a page to the chapter that helps there."""

from django import template
from django.template.context import Context
from django.urls import reverse

from duplicate.website.handbook import CHAPTER_OF

register = template.Library()


@register.simple_tag(takes_context=True)
def help_address(context: Context) -> str:
    """Return the address of the handbook's chapter for the page that is shown; empty if nobody is logged in."""
    request = context.get("request")
    if request is None or not request.user.is_authenticated:
        return ""
    page = request.resolver_match.url_name if request.resolver_match else ""
    chapter = CHAPTER_OF.get(page)
    return reverse("handbook-in-own-language") + (f"#{chapter}" if chapter else "")
