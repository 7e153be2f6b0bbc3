"""Annotated games for everybody who may see their division: the game step by step, and its file."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournaments.classic.divisions.public import resting_seconds, version_of, visible_divisions
from tournaments.classic.match_records.annotated_boards import gcg_of_game, replay_values, shown_names
from tournaments.classic.models import AnnotatedGame
from tournaments.names import name_visibility
from tournaments.names.folding import slug
from tournaments.printing.render import TYPES
from tournaments.views.board_strings import replay_strings
from tournaments.views.conditional import Freshness, answer_if_changed, for_everybody, page
from tournaments.views.downloads import file_response


@for_everybody
def public_game(request: HttpRequest, game_code: str) -> HttpResponse:
    """Render a game step by step."""
    game = _public_game(game_code)
    division = game.division
    hidden = name_visibility.names_are_hidden_in(division.event)
    with name_visibility.hidden(hidden, division.event):
        file = reverse("public-annotated-game-gcg", args=[game.code])
        return answer_if_changed(
            request,
            Freshness(f"{version_of(division)}{'h' if hidden else ''}-{game.pk}", resting_seconds(division)),
            lambda: page("classic/annotated_games/public.html", {"asked": "", **game_context(game, file)}),
        )


@for_everybody
def public_game_gcg(_request: HttpRequest, game_code: str) -> HttpResponse:
    """Export a game as GCG."""
    game = _public_game(game_code)
    event = game.division.event
    with name_visibility.hidden(name_visibility.names_are_hidden_in(event), event):
        return game_file(game)


def game_context(game: AnnotatedGame, file: str) -> dict[str, Any]:
    """Return what the page of a game shows; `file` is the address of its GCG."""
    replay, strings = replay_values(game), replay_strings()
    return {
        "event": game.division.event,
        "division": game.division,
        "game": game,
        "names": shown_names(game),
        "file": file,
        "replay": replay,
        "strings": strings,
        "turns": _turns_in_words(replay, cast("dict[str, str]", strings["kinds"])),
    }


def _turns_in_words(replay: dict[str, Any], kinds: dict[str, str]) -> list[dict[str, object]]:
    """Return the turns with both totals after each, for readers without the script."""
    return [
        {
            "text": kinds[turn["kind"]].format(**turn),
            "name": "" if turn["player"] is None else replay["names"][turn["player"]],
            "totals": " : ".join(map(str, turn["totals"])),
            "withdrawn": turn["withdrawn"],
        }
        for turn in replay["turns"]
    ]


def game_file(game: AnnotatedGame) -> HttpResponse:
    name = slug("-".join((game.division.name, *shown_names(game))))
    return file_response(gcg_of_game(game), TYPES["gcg"], f"{name or 'game'}.gcg")


def _public_game(game_code: str) -> AnnotatedGame:
    rows = AnnotatedGame.objects.filter(division__in=visible_divisions()).select_related("division__event")
    return get_object_or_404(rows, code=game_code)
