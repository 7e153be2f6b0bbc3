"""Pages without a login: joining by code, the player's phone, the projector. They carry the program and its
words; the game itself comes to them as frames, and what is a player's own by the API.
"""

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from duplicate.frame import leaders_among
from duplicate.models import Game
from duplicate.views import strings
from tournaments import guessing
from tournaments.addresses import address_for_phones
from tournaments.guessing import Kind
from tournaments.models import Room
from tournaments.views.board_strings import board_strings
from tournaments.views.qr import qr_svg


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Ask for a game's code; with one, go on to its join page."""
    return _ask_for_code(request, "join", _("Join a game"))


@require_safe
def screens(request: HttpRequest) -> HttpResponse:
    """The address to open on the projector's machine: the only game in progress, or the question for a code."""
    playing = Game.objects.filter(state=Game.State.PLAYING)[:2]
    if "code" not in request.GET and len(playing) == 1:
        return redirect("screen", playing[0].code)
    return _ask_for_code(request, "screen", _("Big screen"))


@require_safe
def join(request: HttpRequest, code: str) -> HttpResponse:
    game = _game(request, code)
    if game is None or code != game.code:
        return _elsewhere("join", code, game)
    context = {
        "game": game,
        "finished": game.state == Game.State.FINISHED,
        "config": {
            "code": game.code,
            "others": _others(game),
            "play": reverse("play", args=[game.code]),
        },
        "strings": strings.join_strings(),
    }
    return render(request, "duplicate/join.html", context)


@require_safe
def play(request: HttpRequest, code: str) -> HttpResponse:
    game = _game(request, code)
    if game is None or code != game.code:
        return _elsewhere("play", code, game)
    words = {
        "phone": strings.phone_strings(),
        "board": board_strings(),
        "clock": strings.clock_strings(),
    }
    config = _config(game) | {
        "api": reverse("api-game", args=[game.code]),
        "join": reverse("join", args=[game.code]),
        "others": _others(game),
        "oneDevice": game.event.one_device,
    }
    return render(request, "duplicate/play.html", {"game": game, "config": config, "strings": words})


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    game = _game(request, code)
    if game is None or code != game.code:
        return _elsewhere("screen", code, game)
    address = address_for_phones(request, reverse("join", args=[game.code]))
    room = _room(game, request.GET.get("room", ""))
    best = {"best": reverse("room-leaders", args=[game.code, room.pk])} if room else {}
    context = {
        "game": game,
        "room": room,
        "address": address_for_phones(request, ""),
        "qr": qr_svg(address, _("QR code: %(address)s") % {"address": address}),
        "config": _config(game) | best,
        "strings": {
            "screen": strings.projector_strings(),
            "board": board_strings(),
            "clock": strings.clock_strings(),
        },
    }
    return render(request, "duplicate/screen.html", context)


@require_safe
def room_leaders(request: HttpRequest, code: str, room_id: int) -> HttpResponse:
    """The best of a room, which its projector asks for with every new frame."""
    game = _game(request, code)
    room = _room(game, str(room_id)) if game else None
    if game is None or room is None:
        raise Http404
    return JsonResponse({"leaders": leaders_among(game, room.tables)}, headers={"Cache-Control": "no-store"})


def _room(game: Game, key: str) -> Room | None:
    known = key.isascii() and key.isdigit() and len(key) < 16
    return game.event.rooms.filter(pk=int(key)).first() if known else None


def _ask_for_code(request: HttpRequest, page: str, title: str) -> HttpResponse:
    code = _tidy(request.GET.get("code", ""))
    if code and _game(request, code):
        return redirect(page, code)
    error, status = "", 200
    if code and guessing.is_stopped(Kind.CODE, request.META["REMOTE_ADDR"], code):
        error, status = _("Too many codes that do not exist were tried from here. Wait ten minutes."), 429
    elif code:
        error, status = _("There is no game with the code “%(code)s”.") % {"code": code}, 404
    context = {"title": title, "code": code, "error": error}
    return render(request, "duplicate/home.html", context, status=status)


def _config(game: Game) -> dict[str, Any]:
    return {"code": game.code, "notation": game.notation}


def _others(game: Game) -> list[str]:
    """The codes of the event's other games, the newest first: a phone that has joined one of them is known in this."""
    others = Game.objects.filter(event=game.event_id).exclude(pk=game.pk)
    return list(others.order_by("-number").values_list("code", flat=True))


def _tidy(code: str) -> str:
    """A code as people type it: small letters, blanks, dashes."""
    return re.sub(r"[\W_]", "", code).upper()[:8]


def _game(request: HttpRequest, code: str) -> Game | None:
    """The game; None also where too many codes were tried."""
    address, code = request.META["REMOTE_ADDR"], _tidy(code)
    if guessing.is_stopped(Kind.CODE, address, code):
        return None
    game = Game.objects.select_related("event").filter(code=code).first()
    guessing.note(Kind.CODE, address, code, right=game is not None)
    return game


def _elsewhere(page: str, code: str, game: Game | None) -> HttpResponse:
    """The page under the code as it should be written, or the question for a code that exists."""
    if game:
        return redirect(page, game.code)
    asking = "screens" if page == "screen" else "home"
    return redirect(f"{reverse(asking)}?code={_tidy(code)}")
