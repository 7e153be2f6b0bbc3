"""The rooms of a game at its desk: their progress, and their acts."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_POST

from duplicate.desk.room_progress import rooms_of_game
from duplicate.forms.rooms import LineCutForm
from duplicate.models import Game
from duplicate.rounds import room_readiness
from duplicate.views.permissions import for_arbitrators
from tournaments.errors import RuleViolation
from tournaments.models import Room
from tournaments.views.permissions import arbitrator
from tournaments.wording.engine_messages import message_for


@require_GET
@for_arbitrators
def game_rooms(request: HttpRequest, game: Game) -> HttpResponse:
    """Show each room with its slips, and buttons for the rooms that the user speaks for."""
    return _page(request, game, {})


@require_POST
@for_arbitrators
def room_act(request: HttpRequest, game: Game, room_id: int, act: str) -> HttpResponse:
    """Report that a room is ready, is not ready after all, or that its line was cut."""
    if act not in ROOM_ACTS:
        raise Http404
    room = get_object_or_404(game.event.rooms, pk=room_id)
    form = LineCutForm(request.POST, prefix=f"room-{room.pk}")
    # A mistyped table is not "all tables".
    if not form.is_valid():
        return _page(request, game, {room.pk: form})
    try:
        ROOM_ACTS[act](request, game, room, form)
    except RuleViolation as error:
        form.add_error(None, message_for(error))
        return _page(request, game, {room.pk: form})
    return redirect("game-rooms", game.code)


def _ready(request: HttpRequest, game: Game, room: Room, _form: LineCutForm) -> None:
    room_readiness.say_ready(game=game, room=room, by=arbitrator(request))


def _take_ready_back(request: HttpRequest, game: Game, room: Room, _form: LineCutForm) -> None:
    room_readiness.take_ready_back(game=game, room=room, by=arbitrator(request))


def _line_cut(request: HttpRequest, game: Game, room: Room, form: LineCutForm) -> None:
    said = form.cleaned_data
    count = room_readiness.take_late_slips(
        game=game,
        room=room,
        by=arbitrator(request),
        reason=said["reason"],
        number=said["number"],
        table=said["table"],
    )
    done = ngettext("%(count)s late slip counts.", "%(count)s late slips count.", count)
    messages.success(request, done % {"count": count})


ROOM_ACTS: dict[str, Callable[[HttpRequest, Game, Room, LineCutForm], None]] = {
    "ready": _ready,
    "not-ready": _take_ready_back,
    "line-cut": _line_cut,
}


def _page(request: HttpRequest, game: Game, refused: dict[int, LineCutForm]) -> HttpResponse:
    rooms = rooms_of_game(game, arbitrator(request))
    number = rooms.round.number if rooms.round else None
    usual = {"number": number, "reason": gettext("Connection lost")}
    lines = [
        (line, refused.get(line.room.pk) or LineCutForm(prefix=f"room-{line.room.pk}", initial=usual))
        for line in rooms.lines
    ]
    context = {"game": game, "rooms": rooms, "lines": lines}
    return render(request, "duplicate/desk/rooms.html", context, status=422 if refused else 200)
