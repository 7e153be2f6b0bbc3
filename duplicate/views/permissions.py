"""Permissions at the desk of a game: the one place where roles are enforced.

| | chief | arbitrator | helper | prints | looks on |
| --- | --- | --- | --- | --- | --- |
| rounds, slips, judging, looking things up | yes | yes | no | no | no |
| players: entering, phones, taking out | yes | unless names are hidden | yes | no | no |
| papers with what has been announced | yes | yes | yes | yes | no |
| list of players | yes | yes | yes | yes | yes |
| people at the desk, settings of the game, `ACTS_OF_CHIEF` | yes | no | no | no | no |
| `ACTS_OF_ADMINISTRATOR` | administrators of the organiser alone | no | no | no | no |

For a stranger there is no such game. The decorator of a view names its users; `for_arbitrators` is the usual
one. Names are hidden here as well, for all that a view answers to an arbitrator
(`tournaments.names.name_visibility`), and so are tops of rounds that are being played in another game
(`duplicate.visibility.rounds_in_play`). Times are in the zone of the game's event.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect

from duplicate.models import Game
from tournaments.events.staff import AtDesk, names_are_hidden_from, role_of
from tournaments.lexicons.additions import may_add_words
from tournaments.names import name_visibility
from tournaments.organisers.scope import scope_to_event
from tournaments.time.time_zones import in_zone
from tournaments.views.permissions import DeskRequest, arbitrator, at_desk, is_htmx

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Game, P], HttpResponse]

# The acts that change the organiser's additions, which only its administrators may do.
ACTS_OF_ADMINISTRATOR = frozenset({"keep-word", "remove-word"})
# The acts (`actions.ACTS`) and corrections (`rounds.CORRECTIONS`) that only the chief may do.
ACTS_OF_CHIEF = frozenset({"end-game", "resume", "cancel"})
READING = frozenset({"GET", "HEAD", "OPTIONS"})


def for_chief(view: View[P]) -> Callable[..., HttpResponse]:
    """Guard a view that only the chief of the game may use."""
    return _guard(view, lambda who, _request: who.is_chief)


def for_arbitrators(view: View[P]) -> Callable[..., HttpResponse]:
    """Guard a view for people who run rounds and judge: it may show the top and everybody's slips."""
    return _guard(view, lambda who, _request: who.judges)


def for_helpers(view: View[P]) -> Callable[..., HttpResponse]:
    """Guard a view for all who help: there is nothing in it that the hall may not know."""
    return _guard(view, lambda who, _request: who.helps)


def for_printers(view: View[P]) -> Callable[..., HttpResponse]:
    """Guard a paper for all who print: there is nothing on it that the hall may not know."""
    return _guard(view, lambda who, _request: who.prints)


def for_registrars(view: View[P]) -> Callable[..., HttpResponse]:
    """Guard a view for entering players: all at the desk may look, those who may know names may change
    things.
    """
    return _guard(view, lambda who, request: who.registers or request.method in READING)


def check_act(request: HttpRequest, act: str) -> None:
    """Refuse an act that is the chief's or the administrators' to everybody else."""
    if act in ACTS_OF_CHIEF and not at_desk(request).is_chief:
        raise PermissionDenied
    if act in ACTS_OF_ADMINISTRATOR and not may_add_words(arbitrator(request)):
        raise PermissionDenied


def _guard(view: View[P], may: Callable[[AtDesk, HttpRequest], bool]) -> Callable[..., HttpResponse]:
    """Guard a view of one game by a role, with names hidden from users who may not know them until it has
    answered.
    """

    @wraps(view)
    def guarded(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return _redirect_to_login(request, code)
        game, who = _let_in(request, code)
        if not may(who, request):
            return _turn_away(request, game, who)
        with (
            scope_to_event(game.event),
            name_visibility.hidden(who.names_hidden, game.event),
            in_zone(game.event.zone),
        ):
            return view(request, game, *args, **kwargs)

    return never_cache(guarded)


def _let_in(request: HttpRequest, code: str) -> tuple[Game, AtDesk]:
    """Return the game and the user's role in it; for a stranger the game does not exist."""
    game = (
        Game.objects.select_related("event", "club_rules")
        .filter(code=code.upper(), event__whole=True)
        .first()
    )
    role = role_of(game.event, arbitrator(request)) if game else None
    if game is None or role is None:
        raise Http404
    who = AtDesk(role, names_hidden=game.names_hidden and names_are_hidden_from(role))
    cast("DeskRequest", request).at_desk = who
    return game, who


def _turn_away(request: HttpRequest, game: Game, who: AtDesk) -> HttpResponse:
    """Redirect who does not judge from the dashboard to the players' page; refuse everything else."""
    match = request.resolver_match
    if match and match.url_name == "dashboard" and not who.judges:
        return redirect("players", game.code)
    raise PermissionDenied


def _redirect_to_login(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the login page and back; from an act or a part of the page, back to the whole page."""
    if is_htmx(request):
        return HttpResponseClientRedirect(redirect_to_login(reverse("dashboard", args=[code])).url)
    if request.method != "GET":
        return redirect_to_login(reverse("dashboard", args=[code]))
    return redirect_to_login(request.get_full_path())
