"""Pages for the projector: they need no login, and show a game's frames and nothing else."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from duplicate.live.frame import leaders_among, standings_on_screens
from duplicate.models import Game
from duplicate.rounds.screens import standings_are_shown
from duplicate.views import strings
from duplicate.views.phone import config_of, elsewhere, game_asked_for
from tournaments.core.http.addresses import address_for_phones
from tournaments.events.languages import render_in_language_of
from tournaments.models import Room
from tournaments.views.board_strings import board_strings
from tournaments.views.qr import qr_svg

FRESH = {"Cache-Control": "no-store"}


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    game = game_asked_for(request, code)
    if game is None or code != game.code:
        return elsewhere("screen", code, game)
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
    }
    return {
        "game": game,
        "room": room,
        "address": address_for_phones(request, ""),
        "qr": qr_svg(address, _("QR code: %(address)s") % {"address": address}),
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
    game = game_asked_for(request, code)
    if game is None or not standings_are_shown(game):
        raise Http404
    return JsonResponse(standings_on_screens(game), headers=FRESH)


def _room(game: Game, key: str) -> Room | None:
    known = key.isascii() and key.isdigit() and len(key) < 16
    return game.event.rooms.filter(pk=int(key)).first() if known else None
