"""The rooms of a game at its desk: how far each is, and what each says."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_POST

from duplicate import multiplex
from duplicate.models import Game
from duplicate.room_forms import LineCutForm
from duplicate.room_list import rooms_of_game
from duplicate.views.access import for_arbitrators
from tournaments.errors import RuleViolation
from tournaments.messages import message_for
from tournaments.models import Room
from tournaments.views.access import arbitrator


@require_GET
@for_arbitrators
def game_rooms(request: HttpRequest, game: Game) -> HttpResponse:
    """Each room with its slips, and the buttons of those for which one speaks."""
    return _page(request, game, {})


@require_POST
@for_arbitrators
def room_act(request: HttpRequest, game: Game, room_id: int, act: str) -> HttpResponse:
    """A room is ready, or not after all, or its line was cut."""
    if act not in ROOM_ACTS:
        raise Http404
    room = get_object_or_404(game.event.rooms, pk=room_id)
    form = LineCutForm(request.POST, prefix=f"room-{room.pk}")
    try:
        ROOM_ACTS[act](request, game, room, form)
    except RuleViolation as error:
        form.add_error(None, message_for(error))
        return _page(request, game, {room.pk: form})
    return redirect("game-rooms", game.code)


def _ready(request: HttpRequest, game: Game, room: Room, form: LineCutForm) -> None:
    form.full_clean()
    multiplex.say_ready(game=game, room=room, by=arbitrator(request))


def _not_ready(request: HttpRequest, game: Game, room: Room, form: LineCutForm) -> None:
    form.full_clean()
    multiplex.take_ready_back(game=game, room=room, by=arbitrator(request))


def _line_cut(request: HttpRequest, game: Game, room: Room, form: LineCutForm) -> None:
    form.full_clean()
    said = form.cleaned_data
    count = multiplex.take_late_slips(
        game=game,
        room=room,
        by=arbitrator(request),
        reason=said.get("reason", ""),
        number=said.get("number"),
        table=said.get("table"),
    )
    done = ngettext("%(count)s late slip counts.", "%(count)s late slips count.", count)
    messages.success(request, done % {"count": count})


ROOM_ACTS: dict[str, Callable[[HttpRequest, Game, Room, LineCutForm], None]] = {
    "ready": _ready,
    "not-ready": _not_ready,
    "line-cut": _line_cut,
}


def _page(request: HttpRequest, game: Game, refused: dict[int, LineCutForm]) -> HttpResponse:
    rooms = rooms_of_game(game, arbitrator(request))
    number = rooms.round.number if rooms.round else None
    usual = {"number": number, "reason": gettext("The line was cut")}
    lines = [
        (line, refused.get(line.room.pk) or LineCutForm(prefix=f"room-{line.room.pk}", initial=usual))
        for line in rooms.lines
    ]
    context = {"game": game, "rooms": rooms, "lines": lines}
    return render(request, "duplicate/desk/rooms.html", context, status=422 if refused else 200)
