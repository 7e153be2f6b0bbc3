"""Which games and which lexicon are a user's."""

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import get_language

from duplicate.models import AuditLogEntry, Game
from tournaments.lexicons.services import lexicon_for_language
from tournaments.models import Lexicon


def games_for(user: User) -> QuerySet[Game]:
    """Return the games at whose desk a user is: those of their events, or all for an administrator."""
    games = Game.objects.select_related("event", "club_rules").filter(event__whole=True)
    return games if user.is_superuser else games.filter(event__arbitrators=user)


def usual_lexicon(user: User) -> Lexicon | None:
    """Return the lexicon that a user most likely plays with: that of the last game they made, or of their
    language.
    """
    made = AuditLogEntry.objects.filter(act="game_created", by=user).order_by("-pk")
    last = made.values_list("game__lexicon", flat=True).first()
    return Lexicon.objects.filter(name=last).first() or lexicon_for_language(get_language() or "en")
