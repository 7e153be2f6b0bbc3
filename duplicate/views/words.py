"""Looking words up at the desk: a page of its own, and the same in a dialog of the dashboard."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from duplicate.models import Game
from duplicate.views.access import for_arbitrators
from duplicate.words import look_up
from engine.errors import EngineError
from engine.lexicon import load_lexicon
from tournaments.messages import message_for
from tournaments.views.access import is_htmx


@require_GET
@for_arbitrators
def words(request: HttpRequest, game: Game) -> HttpResponse:
    """What the game's lexicon says of the text in the field."""
    context: dict[str, Any] = {"game": game}
    try:
        lexicon = load_lexicon(game.lexicon)
        context["looked_up"] = look_up(request.GET.get("q", ""), lexicon, game.tiles)
    except EngineError as error:
        context["trouble"] = message_for(error)
    template = "duplicate/desk/word_answer.html" if is_htmx(request) else "duplicate/desk/words.html"
    return render(request, template, context)
