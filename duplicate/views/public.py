"""Pages without a login: joining by code, the player's phone, the projector. They carry the program and its
words; the game itself comes to them as frames, and what is a player's own by the API.
"""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from duplicate.models import Game
from duplicate.views import strings
from duplicate.views.qr import address_for_phones, qr_svg


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Ask for a game's code; with one, go on to its join page."""
    code = _tidy(request.GET.get("code", ""))
    if code and _game(code):
        return redirect("join", code)
    error = _("There is no game with the code “%(code)s”.") % {"code": code} if code else ""
    return render(
        request, "duplicate/home.html", {"code": code, "error": error}, status=404 if error else 200
    )


@require_safe
def join(request: HttpRequest, code: str) -> HttpResponse:
    game = _game(code)
    if game is None or code != game.code:
        return _elsewhere("join", code, game)
    context = {
        "game": game,
        "finished": game.state == Game.State.FINISHED,
        "config": {"code": game.code, "play": reverse("play", args=[game.code])},
        "strings": strings.join_strings(),
    }
    return render(request, "duplicate/join.html", context)


@require_safe
def play(request: HttpRequest, code: str) -> HttpResponse:
    game = _game(code)
    if game is None or code != game.code:
        return _elsewhere("play", code, game)
    words = {
        "phone": strings.phone_strings(),
        "board": strings.board_strings(),
        "clock": strings.clock_strings(),
    }
    config = _config(game) | {
        "api": reverse("api-game", args=[game.code]),
        "join": reverse("join", args=[game.code]),
    }
    return render(request, "duplicate/play.html", {"game": game, "config": config, "strings": words})


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    game = _game(code)
    if game is None or code != game.code:
        return _elsewhere("screen", code, game)
    address = address_for_phones(request, reverse("join", args=[game.code]))
    context = {
        "game": game,
        "address": address_for_phones(request, ""),
        "qr": qr_svg(address, _("QR code: %(address)s") % {"address": address}),
        "config": _config(game),
        "strings": {
            "screen": strings.projector_strings(),
            "board": strings.board_strings(),
            "clock": strings.clock_strings(),
        },
    }
    return render(request, "duplicate/screen.html", context)


def _config(game: Game) -> dict[str, str]:
    return {"code": game.code, "notation": game.notation}


def _tidy(code: str) -> str:
    """A code as people type it: small letters, blanks, dashes."""
    return re.sub(r"[\W_]", "", code).upper()[:8]


def _game(code: str) -> Game | None:
    return Game.objects.filter(code=_tidy(code)).first()


def _elsewhere(page: str, code: str, game: Game | None) -> HttpResponse:
    """The page under the code as it should be written, or the question for a code that exists."""
    if game:
        return redirect(page, game.code)
    return redirect(f"{reverse('home')}?code={_tidy(code)}")
