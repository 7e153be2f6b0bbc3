"""The lists of club tables: those that are open, and those that are closed."""

from django.db.models import QuerySet

from tournaments.club_tables.models import ClubTable
from tournaments.models import organiser_in_scope
from tournaments.querysets import words_in


def open_tables() -> QuerySet[ClubTable]:
    """Return the open tables of the organiser in scope, with their seats; `tables.MOST_OPEN` limits them."""
    return _with_seats().filter(ended_at=None)


def closed_tables(text: str = "") -> QuerySet[ClubTable]:
    """Return its closed tables whose code or one of whose players matches a text, the last opened first."""
    found = _with_seats().exclude(ended_at=None).filter(words_in(text, "code", "seats__name"))
    return found.distinct() if text else found


def _with_seats() -> QuerySet[ClubTable]:
    own = ClubTable.objects.filter(organiser=organiser_in_scope())
    return own.select_related("opened_by").prefetch_related("seats")
