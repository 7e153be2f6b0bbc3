"""The broadcast of a game: a page to follow it from elsewhere, its parts for a streaming program, and its state.

All are as late as the event says: the server has nothing newer for these addresses.
"""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from duplicate.live.delayed import broadcast_game, delay_of, delayed_frame
from duplicate.models import DelayedFrame, Game
from duplicate.standings.tables.game_table import ON_SCREENS
from duplicate.views import strings
from tournaments.events.languages import render_in_language_of
from tournaments.standings.columns import formats_for_scripts
from tournaments.time import clock
from tournaments.views.board_strings import board_strings

# The parts that have an address of their own, in their order.
PARTS: Final = {
    "board": pgettext_lazy("part of a broadcast", "Board"),
    "rack": pgettext_lazy("part of a broadcast", "Rack"),
    "clock": pgettext_lazy("part of a broadcast", "Clock"),
    "standings": pgettext_lazy("part of a broadcast", "Standings"),
    "top": pgettext_lazy("part of a broadcast", "Last top"),
    "solo": pgettext_lazy("part of a broadcast", "Solo"),
}


@require_safe
def follow(request: HttpRequest, key: str) -> HttpResponse:
    """Show all parts of a game to somebody at home, in their language."""
    game = _game(key)
    return render(request, "duplicate/broadcast.html", _context(game, key, ""))


@require_safe
def part(request: HttpRequest, key: str, part: str) -> HttpResponse:
    """Show one part, for a streaming program, in the language of the event's screens."""
    game = _game(key)
    if part not in PARTS:
        raise Http404
    return render_in_language_of(
        game.event, request, "duplicate/broadcast.html", lambda: _context(game, key, part)
    )


@require_safe
def state(request: HttpRequest, key: str) -> HttpResponse:
    """Return the frame that viewers may see now, by a clock that is as late; 204 before there is one."""
    game = _game(key)
    frame = delayed_frame(game)
    late = clock.now() - delay_of(game.event)
    headers = {"Server-Time": str(clock.milliseconds(late)), "Cache-Control": "no-store"}
    if frame is None:
        return HttpResponse(status=204, headers=headers)
    headers["ETag"] = f'"{frame.version}"'
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return HttpResponse(status=304, headers=headers)
    return HttpResponse(frame.body, content_type="application/json", headers=headers)


def _game(key: str) -> Game:
    game = broadcast_game(key)
    if game is None:
        raise Http404
    return game


def _context(game: Game, key: str, part: str) -> dict[str, Any]:
    return {
        "game": game,
        "part": part,
        # Told only where no frame is waiting: that it is over would come before its time.
        "is_over": game.state == Game.State.FINISHED and not DelayedFrame.objects.filter(game=game).exists(),
        "config": {
            "state": reverse("broadcast-state", args=[key]),
            "notation": game.notation,
            "formats": formats_for_scripts(ON_SCREENS),
        },
        "strings": {
            "screen": strings.projector_strings(),
            "board": board_strings(),
            "clock": strings.clock_strings(),
        },
    }
