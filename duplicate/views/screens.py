"""Pages for the projector: they need no login, and show a game's frames and nothing else."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from duplicate.games.rules.hall import rules_for_hall
from duplicate.live.frame import leaders_among, names_on_screens, race_on_screens, standings_on_screens
from duplicate.models import Game
from duplicate.models.screens import OnScreens
from duplicate.rounds.screens import is_shown, names_are_shown
from duplicate.views import strings
from duplicate.views.phone import config_of, game_asked_for, redirect_to_page
from tournaments.events.languages import render_in_language_of
from tournaments.http.addresses import address_for_phones
from tournaments.models import Room
from tournaments.views.board_strings import board_strings
from tournaments.views.qr import qr_svg

FRESH = {"Cache-Control": "no-store"}


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    game = game_asked_for(request, code)
    if game is None or code != game.code:
        return redirect_to_page("screen", code, game)
    room = _room(game, request.GET.get("room", ""))
    return render_in_language_of(
        game.event, request, "duplicate/screen.html", lambda: _screen_context(request, game, room)
    )


def _screen_context(request: HttpRequest, game: Game, room: Room | None) -> dict[str, Any]:
    address = address_for_phones(request, reverse("join", args=[game.code]))
    config = config_of(game) | {
        "room": room and room.pk,
        "best": reverse("room-leaders", args=[game.code, room.pk]) if room else "",
        "standings": reverse("screen-standings", args=[game.code]),
        "race": reverse("screen-race", args=[game.code]),
        "names": reverse("screen-names", args=[game.code]),
    }
    return {
        "game": game,
        "room": room,
        "address": address_for_phones(request, ""),
        "qr": qr_svg(address, _("QR code: %(address)s") % {"address": address}),
        "rules": rules_for_hall(game.rule_set),
        "config": config,
        "strings": {
            "screen": strings.projector_strings(),
            "speech": strings.speech_strings(),
            "board": board_strings(),
            "clock": strings.clock_strings(),
        },
    }


@require_safe
def room_leaders(request: HttpRequest, code: str, room_id: int) -> HttpResponse:
    """Return the leaders of a room, which its projector asks for with every new frame."""
    game = game_asked_for(request, code)
    room = _room(game, str(room_id)) if game else None
    if game is None or room is None:
        raise Http404
    return JsonResponse({"leaders": leaders_among(game, room.tables)}, headers=FRESH)


@require_safe
def screen_standings(request: HttpRequest, code: str) -> HttpResponse:
    """Return all standings while the desk shows them on the screens; otherwise the hall is told the leaders
    only.
    """
    return _answer(request, code, lambda game: is_shown(game, OnScreens.Mode.STANDINGS), standings_on_screens)


@require_safe
def screen_race(request: HttpRequest, code: str) -> HttpResponse:
    """Return the ranks by round while the desk shows the race."""
    return _answer(request, code, lambda game: is_shown(game, OnScreens.Mode.RACE), race_on_screens)


@require_safe
def screen_names(request: HttpRequest, code: str) -> HttpResponse:
    """Return who has come, before the first rack and while the desk shows the way in."""
    return _answer(request, code, names_are_shown, names_on_screens)


def _answer(
    request: HttpRequest,
    code: str,
    may_be_told: Callable[[Game], bool],
    read: Callable[[Game], dict[str, Any]],
) -> HttpResponse:
    """Return what the screens of the game ask for while it may be told.

    Raises:
        Http404: there is no such game, or it may not be told now.
    """
    game = game_asked_for(request, code)
    if game is None or not may_be_told(game):
        raise Http404
    return JsonResponse(read(game), headers=FRESH)


def _room(game: Game, key: str) -> Room | None:
    known = key.isascii() and key.isdigit() and len(key) < 16
    return game.event.rooms.filter(pk=int(key)).first() if known else None
