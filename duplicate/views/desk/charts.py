"""The charts of a game for its arbitrators: in a tab of the desk, or as a page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from duplicate.models import Game
from duplicate.standings.rows.game_charts import charts_for_game
from duplicate.standings.tables.rounds_table import rounds_table
from duplicate.views.permissions import for_arbitrators
from tournaments.views.permissions import is_htmx


@require_GET
@for_arbitrators
def charts(request: HttpRequest, game: Game) -> HttpResponse:
    template = "duplicate/desk/charts_inside.html" if is_htmx(request) else "duplicate/desk/charts.html"
    charts = charts_for_game(game)
    context = {"game": game, "charts": charts, "rounds_table": rounds_table(charts.rounds)}
    return render(request, template, context)
