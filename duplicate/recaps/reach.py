"""The games that a player's link opens: those of its own event, and those that everybody may look at. A phone
that joined by a name is nobody's proof; a link that the desk gave opens all released games of the person.
"""

from django.db.models import Q, QuerySet

from duplicate.models import AuditLogEntry, Game
from duplicate.visibility.public_games import released_games
from tournaments.models import Entry

# The acts by which a desk gives a player's phone its link.
GIVEN = ("phone_given", "phone_renewed")


def games_opened_by(entry: Entry) -> QuerySet[Game]:
    """Return the games that the entry's link opens."""
    hiding = Game.objects.filter(state=Game.State.PLAYING, names_hidden=True).values("event")
    others = Q() if _is_identified(entry) else Q(event__shows_games=True)
    return released_games().filter(Q(event=entry.event_id) | (others & ~Q(event__in=hiding)))


def _is_identified(entry: Entry) -> bool:
    """Tell whether the desk gave the entry its link."""
    return AuditLogEntry.objects.filter(entry=entry, act__in=GIVEN).exists()
