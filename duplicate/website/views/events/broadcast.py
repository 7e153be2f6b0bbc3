"""The addresses of an event's broadcast, for the desk."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from duplicate.live.delayed import broadcast_games, key_of
from duplicate.models import Game
from duplicate.views.broadcast import PARTS
from tournaments.http.addresses import address_for_phones
from tournaments.models import Event
from tournaments.views.permissions import for_event_desk


@require_GET
@for_event_desk
def addresses(request: HttpRequest, event: Event) -> HttpResponse:
    """List the addresses of each game that is being played."""
    lines = []
    for game in broadcast_games().filter(event=event, state=Game.State.PLAYING).order_by("number"):
        key = key_of(game)
        parts = [
            (label, address_for_phones(request, reverse("broadcast-part", args=[key, part])))
            for part, label in PARTS.items()
        ]
        lines.append((game, address_for_phones(request, reverse("broadcast", args=[key])), parts))
    return render(request, "website/events/broadcast.html", {"event": event, "lines": lines})
