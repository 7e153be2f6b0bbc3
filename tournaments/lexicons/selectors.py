"""Which lexicons an organiser may use: those that everybody may, and its own.

A list that one club loaded is often licensed to it, so that no query outside of this module chooses from all rows.
"""

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django_scopes import get_scope
from django_scopes.exceptions import ScopeError

from tournaments.models import Lexicon, Organiser


def lexicons_offered() -> QuerySet[Lexicon]:
    """Return the lexicons of the organiser in scope; in a scope without one, those that everybody may use.

    Raises:
        ScopeError: `tournaments.organisers.scope` names no scope.
    """
    organiser = get_scope().get("organiser")
    if organiser == ():
        return lexicons_of(())
    if not isinstance(organiser, int):
        raise ScopeError("Name the organiser first: tournaments.organisers.scope.")
    return lexicons_of([organiser])


def lexicons_of(organisers: "Iterable[int] | QuerySet[Organiser]") -> QuerySet[Lexicon]:
    """Return the lexicons that at least one of these organisers may use."""
    return Lexicon.objects.filter(Q(organiser=None) | Q(organiser__in=organisers))
