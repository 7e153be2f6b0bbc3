"""`{% load lexicons %}`: the titles of lexicons."""

from django import template

from tournaments.core.engine_messages import lexicon_title

register = template.Library()
register.filter(lexicon_title)
