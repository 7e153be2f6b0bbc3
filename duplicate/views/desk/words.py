"""Word lookup at the desk: a page of its own, and the same in a dialog of the dashboard."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from duplicate.desk.word_lookup import look_up
from duplicate.models import Game
from duplicate.positions.game_words import are_words_fixed, lexicon_of, list_words
from duplicate.views.permissions import for_arbitrators
from engine.errors import EngineError
from tournaments.lexicons import additions
from tournaments.positions.in_play import SearchAsker
from tournaments.views.permissions import arbitrator, is_htmx
from tournaments.wording.engine_messages import message_for


@require_GET
@for_arbitrators
def words(request: HttpRequest, game: Game) -> HttpResponse:
    """Show what the game's lexicon says of the text in the field."""
    context: dict[str, Any] = {"game": game, "in_dialog": is_in_dialog(request)} | words_context(
        request, game
    )
    try:
        lexicon = lexicon_of(game)
        asker = SearchAsker(arbitrator(request))
        context["looked_up"] = look_up(request.GET.get("q", ""), lexicon, game.tiles, asker)
    except EngineError as error:
        context["trouble"] = message_for(error)
    template = "duplicate/desk/word_answer.html" if is_htmx(request) else "duplicate/desk/words.html"
    return render(request, template, context)


def words_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Return the words of a game, whether they stay as they are, and which of them the organiser keeps."""
    listed = list_words(game)
    decided = {one.word for one in listed}
    return {
        "game_words": listed,
        "decided": decided,
        "kept": additions.added_among(game.lexicon, decided),
        "may_keep": bool(listed) and additions.may_add_words(arbitrator(request)),
        "words_are_fixed": are_words_fixed(game),
    }


def is_in_dialog(request: HttpRequest) -> bool:
    """Tell whether the answer is shown in a dialog of the dashboard, whose acts stay on the page."""
    return request.GET.get("in") == "dialog"
