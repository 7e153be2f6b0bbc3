"""Pages without a login for one game: joining it, and the player's phone; the projector has its own
(`screens`). They carry the program and its words. The game itself comes to them as frames, the first one with
a phone's page, and the player's own data through the API. Both pages are shared ones: a whole hall opens them.
"""

import json
import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from duplicate.cases.addresses import cases_address
from duplicate.live import subscriptions
from duplicate.models import Game
from duplicate.standings.tables.game_table import ON_SCREENS
from duplicate.views import strings
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.standings.columns import formats_for_scripts
from tournaments.views import shared_pages
from tournaments.views.board_strings import board_strings
from tournaments.views.places import place_for_scripts


@require_safe
@never_cache
def join(request: HttpRequest, code: str) -> HttpResponse:
    game = game_asked_for(request, code)
    if game is None or code != game.code:
        return redirect_to_page("join", code, game)
    context = {
        "game": game,
        "finished": game.state == Game.State.FINISHED,
        "closed": game.event.door_closed,
        "config": {
            "code": game.code,
            "others": _others(game),
            "play": reverse("play", args=[game.code]),
            "me": reverse("api-me", args=[game.code]),
        },
        "strings": strings.join_strings(),
    }
    return render(request, "duplicate/join.html", context | shared_pages.context_of(request))


@require_safe
def last_game(request: HttpRequest) -> HttpResponse:
    """Show the page that the icon on the home screen opens: the phone alone knows its last game."""
    return render(request, "duplicate/last_game.html")


@require_safe
@never_cache
def play(request: HttpRequest, code: str) -> HttpResponse:
    game = game_asked_for(request, code)
    if game is None or code != game.code:
        return redirect_to_page("play", code, game)
    words = {
        "phone": strings.phone_strings(),
        "board": board_strings(),
        "clock": strings.clock_strings(),
    }
    config = config_of(game) | {
        "api": reverse("api-game", args=[game.code]),
        "join": reverse("join", args=[game.code]),
        "others": _others(game),
        "now": shared_pages.time_for_page(request),
        "oneDevice": game.event.one_device,
        "cases": cases_address(game.rule_set),
    }
    context = {
        "game": game,
        "config": config,
        "strings": words,
        "frame": _public_state(game.code),
    }
    return render(request, "duplicate/play.html", context | shared_pages.context_of(request))


def _public_state(code: str) -> dict[str, Any]:
    """Return the game as it stands, which a phone shows until it has received newer data; names are left out."""
    frame = subscriptions.current_frame(code)
    if frame is None:
        raise Http404
    state: dict[str, Any] = json.loads(frame.body)
    return state | {"leaders": [], "last": state["last"] and state["last"] | {"solo": None}}


def config_of(game: Game) -> dict[str, Any]:
    return {
        "code": game.code,
        "notation": game.notation,
        "formats": formats_for_scripts(ON_SCREENS),
        "place": place_for_scripts(game.event.zone),
    }


def _others(game: Game) -> list[str]:
    """List the codes of the event's other games, the newest first: a phone that has joined one of them is
    known here.
    """
    others = Game.objects.filter(event=game.event_id).exclude(pk=game.pk)
    return list(others.order_by("-number").values_list("code", flat=True))


def tidy_code(code: str) -> str:
    """Normalise a code as people type it: small letters, blanks, dashes."""
    return re.sub(r"[\W_]", "", code).upper()[:8]


def game_asked_for(request: HttpRequest, code: str) -> Game | None:
    """Return the game; None also after too many wrong codes."""
    address, code = request.META["REMOTE_ADDR"], tidy_code(code)
    if rate_limit.is_stopped(GuessKind.CODE, address, code):
        return None
    game = Game.objects.select_related("event").filter(code=code, event__whole=True).first()
    rate_limit.note(GuessKind.CODE, address, code, right=game is not None)
    return game


def redirect_to_page(page: str, code: str, game: Game | None) -> HttpResponse:
    """Redirect to the page under the code in its right form, or to the question for a code that exists."""
    if game:
        return redirect(page, game.code)
    asking = "screens" if page == "screen" else "home"
    return redirect(f"{reverse(asking)}?code={tidy_code(code)}")
