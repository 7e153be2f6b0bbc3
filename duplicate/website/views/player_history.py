"""A player's games, for those who maintain the club's list of players."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from duplicate.website.events.exports import history_table
from duplicate.website.events.season_index import events_with_hidden_names
from duplicate.website.views.events.standings import LINES
from tournaments.models import Player
from tournaments.names.folding import slug
from tournaments.seasons.history import PlayerGames, history_of
from tournaments.views.downloads import table_file
from tournaments.views.pagination import take_part
from tournaments.views.people.players import for_keepers


@require_GET
@for_keepers
def person_games(request: HttpRequest, player_id: int) -> HttpResponse:
    player = get_object_or_404(Player.objects.select_related("club"), pk=player_id)
    history = history_of(player, except_events=events_with_hidden_names())
    context = {"player": player} | history_context(request, history)
    return render(request, "website/people/person_games.html", context)


@require_GET
@for_keepers
def games_file(request: HttpRequest, player_id: int, kind: str) -> HttpResponse:  # noqa: ARG001 - the decorator needs it
    """Send all games of a player as a file, the newest first."""
    player = get_object_or_404(Player, pk=player_id)
    history = history_of(player, except_events=events_with_hidden_names())
    return table_file(history_table(history.lines[::-1]), kind, slug(player.name) or str(player.pk))


def history_context(request: HttpRequest, history: PlayerGames) -> dict[str, Any]:
    """Return the history with one page of its games, the newest first."""
    part = take_part(request.GET, history.lines[::-1], per_page=LINES)
    return {"history": history, "part": part, "asked": part.asked}
