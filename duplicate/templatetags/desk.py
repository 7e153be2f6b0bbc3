"""`{% load desk %}`: the buttons of the arbitrator's desk, and fields with their hints and errors."""

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from duplicate.cases.addresses import cases_address
from duplicate.models import Game
from tournaments.templatetags import fields

register = template.Library()


@register.simple_block_tag(takes_context=True)
def act(context: Context, content: str, name: str, *, key: str = "", look: str = "") -> SafeString:
    """Render a button that does an act of the game: with htmx in place, without it through the page's form
    `acts`.

    `key` is the letter that presses it.
    """
    address = reverse("act", args=[context["game"].code, name])
    attributes = {"data-key": key.lower(), "aria-keyshortcuts": key}
    return format_html(
        '<button id="act-{}" class="button {}" form="acts" formaction="{}" hx-post="{}"{}><span>{}</span>{}</button>',
        name,
        look,
        address,
        address,
        format_html_join(
            "", ' {}="{}"', ((attribute, value) for attribute, value in attributes.items() if value)
        ),
        mark_safe(content.strip()),  # noqa: S308 - rendered by the template, escaped there
        format_html('<kbd aria-hidden="true">{}</kbd>', key) if key else "",
    )


@register.simple_tag
def rule_link(game: Game, reason: str, rule: str) -> SafeString:
    """Render the rule of a verdict with this reason, as a link to its worked cases."""
    link = format_html(
        '<a href="{}" target="_blank" rel="noopener" title="{}">{}</a>',
        cases_address(game.rule_set, reason),
        gettext("Worked cases"),
        rule,
    )
    return format_html('<span class="soft">{}</span>', format_html(gettext("(Rule: {rule})"), rule=link))


register.tag("field", fields.register.tags["field"])
