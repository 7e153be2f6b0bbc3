"""`{% load organisers %}`: rights of a user that pages offer something for."""

from django import template
from django.contrib.auth.models import User

from tournaments.organisers.rights import NavigationRights, rights_in_navigation

register = template.Library()


@register.simple_tag
def navigation_rights(user: User) -> NavigationRights:
    """Return the pages of organisers that the user has at least one of."""
    return rights_in_navigation(user)
