"""The moves of a round at the desk: a page of its own, and the same in a dialog of the dashboard."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from duplicate.models import Game, Round
from duplicate.move_forms import MoveSearchForm
from duplicate.moves import best_below_top, search_moves
from duplicate.positions import convention_of, position_of
from duplicate.trying import Line, try_line
from duplicate.views.access import for_arbitrators
from engine.errors import EngineError
from tournaments.messages import message_for
from tournaments.views.access import is_htmx

MOST_PAGES = 10_000


@require_GET
@for_arbitrators
def moves(request: HttpRequest, game: Game) -> HttpResponse:
    """The moves of a round that were asked for, and what is to be said of a word or a move that was typed."""
    form = MoveSearchForm(request.GET, convention=convention_of(game))
    context: dict[str, Any] = {"game": game, "moves_form": form}
    if form.is_valid():
        context |= _answer(game, form, _page_of(request))
    return render(request, _template(request), context)


@require_GET
@for_arbitrators
def below_top(request: HttpRequest, game: Game) -> HttpResponse:
    """The best moves of the round in progress that are no top, to look at on the board; none before there is a top."""
    round_ = game.rounds.in_progress().exclude(state=Round.State.DRAWN).select_related("game").first()
    known = round_ is not None and round_.top_score is not None
    context = {"moves": best_below_top(position_of(round_)) if round_ and known else []}
    return render(request, "duplicate/desk/below_top.html", context)


def _answer(game: Game, form: MoveSearchForm, page: int) -> dict[str, Any]:
    number = form.cleaned_data["number"]
    rounds = game.rounds.standing().select_related("game")
    round_ = rounds.filter(number=number).first() if number else rounds.last()
    if round_ is None:
        return {"trouble": gettext("There is no round {number} yet.").format(number=number or 1)}
    answer: dict[str, Any] = {"round": round_, "can_place": round_.state == Round.State.CLOSED}
    try:
        position = position_of(round_)
        line = Line.parse(form.cleaned_data["q"], position.tiles)
        if line.word:
            answer["tried"] = try_line(line, position, round_.game.rule_set)
        answer["found"] = search_moves(position, line.narrowed(form.query(), position), page=page)
    except EngineError as error:
        answer["trouble"] = message_for(error)
    return answer


def _page_of(request: HttpRequest) -> int:
    """Which page of the list, from 0 on."""
    page = request.GET.get("page", "")
    return min(int(page), MOST_PAGES) if page.isascii() and page.isdigit() and len(page) < 6 else 0


def _template(request: HttpRequest) -> str:
    if not is_htmx(request):
        return "duplicate/desk/moves.html"
    return "duplicate/desk/moves_rows.html" if "page" in request.GET else "duplicate/desk/moves_answer.html"
