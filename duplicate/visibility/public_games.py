"""Finished games that everybody may look at round by round."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from duplicate.models import Game
from duplicate.models.simultaneous import ReceivedEnvelope, Simultaneous
from tournaments.models import Event


def games_to_look_at() -> QuerySet[Game]:
    """Return the released games that everybody may look at round by round."""
    return released_games().filter(event__shows_games=True)


def released_games() -> QuerySet[Game]:
    """Return the games that are over and whose standings are released: their players may look back at them. A
    prepared game waits until nobody here plays it any more. A game that many clubs play waits until its
    organiser calls the results final or, if it came in an envelope, until somebody says that all have played.
    """
    still_played = Game.objects.filter(prepared=OuterRef("prepared"), state=Game.State.PLAYING)
    shown = Game.objects.filter(state=Game.State.FINISHED).exclude(event__released=Event.Released.HIDDEN)
    return shown.exclude(Exists(still_played) | played_elsewhere()).select_related("event")


def played_elsewhere() -> Q:
    """Return the condition that other clubs may play the same racks later."""
    sent_out = Simultaneous.objects.filter(prepared=OuterRef("prepared"), final_at=None)
    received = ReceivedEnvelope.objects.filter(prepared=OuterRef("prepared"), all_played_at=None)
    return Q(Exists(sent_out) | Exists(received))


def public_page_of(game: Game) -> str | None:
    """Return the address where everybody may look at the game; None as long as they may not."""
    if game.state == Game.State.PLAYING or not games_to_look_at().filter(pk=game.pk).exists():
        return None
    return reverse("public-game", args=[game.event_id, game.number])


def recap_page_of(game: Game) -> str | None:
    """Return the address where a player of the game finds their recap; None before it is released."""
    if game.state == Game.State.PLAYING or not released_games().filter(pk=game.pk).exists():
        return None
    return reverse("recap", args=[game.code])
