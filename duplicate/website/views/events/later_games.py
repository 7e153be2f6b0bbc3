"""The page of an event's games that were played later: who played them, and how."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from duplicate.models.training import Training
from duplicate.training import later
from tournaments.models import Event
from tournaments.views.pagination import take_part
from tournaments.views.permissions import for_event_chief, for_event_desk

LINES = 100


@require_GET
@for_event_desk
def later_games(request: HttpRequest, event: Event) -> HttpResponse:
    """Show who has played games of the event later."""
    part = take_part(request.GET, later.played_later(event), per_page=LINES)
    return render(request, "website/events/later_games.html", {"event": event, "part": part, "asked": ""})


@require_POST
@for_event_chief
def take_later_game(request: HttpRequest, event: Event, training_id: int) -> HttpResponse:
    """Take a game off the list: its name is not that of the club's member, say."""
    found = get_object_or_404(Training, pk=training_id, source=Training.Source.LATER, game__event=event)
    later.take_name_away(training=found)
    messages.success(request, gettext("Removed from this list."))
    return redirect("later-games", event.pk)
