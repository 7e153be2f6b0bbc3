"""`{% load lexicons %}`: the titles of lexicons."""

from django import template

from tournaments.wording.engine_messages import lexicon_title

register = template.Library()
register.filter(lexicon_title)
