"""The moves of a round at the desk: a page of its own, and the same in a dialog of the dashboard."""

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from duplicate.desk.completions import completions_for, without_place
from duplicate.desk.move_check import TypedLine, check_line
from duplicate.desk.table_rows import playable_round
from duplicate.forms.moves import MoveSearchForm
from duplicate.models import Game, Round
from duplicate.positions.board_state import convention_of, position_of
from duplicate.positions.game_words import are_words_fixed
from duplicate.rounds.moves import best_below_top, search_moves
from duplicate.views.desk.words import is_in_dialog
from duplicate.views.permissions import for_arbitrators
from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.views.permissions import is_htmx
from tournaments.wording.engine_messages import message_for

MOST_PAGES = 10_000


@require_GET
@for_arbitrators
def moves(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the moves of a round that were searched for, and the check of a word or a move that was typed."""
    form = MoveSearchForm(request.GET, convention=convention_of(game))
    context: dict[str, Any] = {"game": game, "moves_form": form}
    context |= {"words_are_fixed": are_words_fixed(game), "in_dialog": is_in_dialog(request)}
    if form.is_valid():
        context |= _answer(game, form, _page_of(request))
    return render(request, _template(request), context)


@require_GET
@for_arbitrators
def below_top(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the best moves of the round in progress that are no top, for the board; none before there is a
    top.
    """
    round_ = game.rounds.in_progress().exclude(state=Round.State.DRAWN).select_related("game").first()
    context: dict[str, Any] = {"moves": []}
    if round_ is not None and round_.top_score is not None:
        try:
            context["moves"] = best_below_top(position_of(round_))
        except RuleViolation as error:
            context["trouble"] = message_for(error)
    return render(request, "duplicate/desk/below_top.html", context)


@require_GET
@for_arbitrators
def completions(_request: HttpRequest, game: Game) -> HttpResponse:
    """Return the moves that complete a word in the line, as JSON, with the key of their round."""
    round_ = playable_round(game, None)
    found = completions_for(round_) if round_ else []
    said = {"round": round_ and round_.pk, "moves": [asdict(move) for move in found]}
    return JsonResponse(said | {"without_place": round_ and without_place(round_)})


def _answer(game: Game, form: MoveSearchForm, page: int) -> dict[str, Any]:
    number = form.cleaned_data["number"]
    rounds = game.rounds.standing().select_related("game")
    round_ = rounds.filter(number=number).first() if number else rounds.last()
    if round_ is None:
        return {"trouble": gettext("There is no round {number} yet.").format(number=number or 1)}
    answer: dict[str, Any] = {"round": round_, "can_place": round_.state == Round.State.CLOSED}
    try:
        position = position_of(round_)
        line = TypedLine.parse(form.cleaned_data["q"], position.tiles)
        if line.word:
            answer["move_check"] = check_line(line, position, round_.game.rule_set)
        answer["found"] = search_moves(position, line.narrow(form.query(), position), page=page)
    except (EngineError, RuleViolation) as error:
        answer["trouble"] = message_for(error)
    return answer


def _page_of(request: HttpRequest) -> int:
    """Return the page of the list, from 0 on."""
    page = request.GET.get("page", "")
    return min(int(page), MOST_PAGES) if page.isascii() and page.isdigit() and len(page) < 6 else 0


def _template(request: HttpRequest) -> str:
    if not is_htmx(request):
        return "duplicate/desk/moves.html"
    return "duplicate/desk/moves_rows.html" if "page" in request.GET else "duplicate/desk/moves_answer.html"
