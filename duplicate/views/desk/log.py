"""The log of a game: as a filtered page, and as a file of the filtered acts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from duplicate.desk.exports import log_table, questions_table
from duplicate.desk.open_questions import questions_of
from duplicate.forms.log import LogFilterForm
from duplicate.log.log_view import log_as_json, log_line
from duplicate.models import AuditLogEntry, Game
from duplicate.views.file_names import name_file, name_stem
from duplicate.views.permissions import for_arbitrators
from tournaments.views.downloads import file_response, table_file
from tournaments.views.pagination import PageOfList, take_part

LINES = 100


@require_GET
@for_arbitrators
def log_page(request: HttpRequest, game: Game) -> HttpResponse:
    """List the acts of a game as sentences, the last one first."""
    form = LogFilterForm(request.GET, game=game)
    part: PageOfList[AuditLogEntry] = take_part(request.GET, form.find_rows(), per_page=LINES)
    context = {
        "game": game,
        "form": form,
        "part": part,
        "lines": [log_line(entry) for entry in part.page],
    }
    return render(request, "duplicate/desk/log.html", context)


@require_GET
@for_arbitrators
def log_file(request: HttpRequest, game: Game, kind: str) -> HttpResponse:
    """Export the filtered acts as a table."""
    found = LogFilterForm(request.GET, game=game).find_rows()
    return table_file(log_table(map(log_line, found)), kind, name_stem(game, gettext("log")))


@require_GET
@for_arbitrators
def log_json(request: HttpRequest, game: Game) -> HttpResponse:
    """Export the filtered acts with all values."""
    text = log_as_json(LogFilterForm(request.GET, game=game).find_rows())
    return file_response(text.encode(), "application/json", name_file(game, gettext("log"), "json"))


@require_GET
@for_arbitrators
def questions_file(_request: HttpRequest, game: Game, kind: str) -> HttpResponse:
    """Export all questions of players about rulings, with the answers."""
    return table_file(questions_table(questions_of(game)), kind, name_stem(game, gettext("questions")))
