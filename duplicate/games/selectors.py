"""Which games and which lexicon are a user's, and the list of games."""

from typing import Final

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import get_language

from duplicate.models import AuditLogEntry, Game, Round
from tournaments.events.selectors import MINE, OVER, RUNNING, events_for
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.lexicons.services import lexicon_for_language
from tournaments.models import Entry, Lexicon
from tournaments.querysets import count_of, words_in

STATES: Final = {RUNNING: Game.State.PLAYING, OVER: Game.State.FINISHED}


def games_for(user: User) -> QuerySet[Game]:
    """Return the games at whose desk a user is: those of their events."""
    return Game.objects.select_related("event", "club_rules").filter(event__in=events_for(user))


def list_games(user: User, of: str, text: str = "") -> QuerySet[Game]:
    """Return the user's games of a filter that match a text, those in progress first, each with the numbers
    of its `players` and of its rounds `played`.
    """
    games = games_for(user).select_related(None).select_related("event__organiser").defer("rules")
    if of == MINE:
        games = games.filter(event__posts__user=user)
    elif of in STATES:
        games = games.filter(state=STATES[of])
    return (
        games.filter(words_in(text, "name", "code", "event__name"))
        .annotate(
            played=count_of(Round.objects.announced(), "game"),
            players=count_of(Entry.objects.all(), "event", "event_id"),
        )
        .order_by("-state", "-created_at", "-pk")
    )


def find_log_entries(log: QuerySet[AuditLogEntry], text: str) -> QuerySet[AuditLogEntry]:
    """Return the entries of the log whose games have each word of a text in their code or name.

    The games are read first, so that the database finds their entries by an index.
    """
    if not text.strip():
        return log
    return log.filter(
        game__in=list(Game.objects.filter(words_in(text, "code", "name")).values_list("pk", flat=True))
    )


def usual_lexicon(user: User) -> Lexicon | None:
    """Return the lexicon that a user most likely plays with: that of the last game they made, or of their
    language.
    """
    made = AuditLogEntry.objects.filter(act="game_created", by=user).order_by("-pk")
    last = made.values_list("game__lexicon", flat=True).first()
    return lexicons_offered().filter(name=last).first() or lexicon_for_language(get_language() or "en")
