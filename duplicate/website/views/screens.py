"""Big screens by their codes: of a duplicate game, or of the divisions of a classic tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from duplicate.games.selectors import games_for
from duplicate.models import Game
from duplicate.views.phone import tidy_code
from duplicate.views.screens import screen as game_screen
from duplicate.website.views.home import ask_for_code
from tournaments.classic.divisions.screen import is_played_today
from tournaments.classic.views.screens import event_of_code, screens_of_event
from tournaments.http.addresses import is_on_this_machine
from tournaments.models import Event

MOST_CHOICES = 20


@require_safe
def screens(request: HttpRequest) -> HttpResponse:
    """Ask for a code. On the server's own machine show the only game in progress, samples aside, or the choice
    among several, and to a logged-in user those at whose desk the user is: nobody else must learn a code here.
    """
    if "code" in request.GET:
        event = event_of_code(request, tidy_code(request.GET["code"]))
        return (
            _division_screens(request, event) if event else ask_for_code(request, "screen", _("Big screen"))
        )
    if is_on_this_machine(request):
        games = Game.objects.all()
    elif request.user.is_authenticated:
        games = games_for(request.user)
    else:
        return ask_for_code(request, "screen", _("Big screen"))
    shown = games.filter(state=Game.State.PLAYING, event__made_up=False, event__whole=True)
    playing = shown.order_by("-pk")[:MOST_CHOICES]
    if len(playing) == 1 and not is_played_today():
        return redirect("screen", playing[0].code)
    choices = [(game.name, reverse("screen", args=[game.code])) for game in playing]
    return ask_for_code(request, "screen", _("Big screen"), choices)


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show the big screen of the game with that code, or those of the divisions of a classic tournament."""
    event = event_of_code(request, tidy_code(code))
    return _division_screens(request, event) if event else game_screen(request, code)


def _division_screens(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the screen of a classic tournament, or the choice among those of its divisions."""
    choices = screens_of_event(event)
    if len(choices) == 1:
        return redirect(choices[0][1])
    context = {"title": event.name, "choices": choices, "without_code": True}
    return render(request, "website/home.html", context)
