"""Files of the desk: standings, game sheet, poster, game record."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from duplicate.models import Game
from duplicate.printing.data.game_sheet import record_for_game, sheet_for_game
from duplicate.printing.values.games import Poster
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.views.file_names import name_file
from duplicate.views.permissions import for_arbitrators, for_printers
from tournaments.http.addresses import address_for_phones
from tournaments.printing.letterhead import paper_for
from tournaments.printing.pdf.values import Paper
from tournaments.printing.registry import documents_of
from tournaments.printing.render import note_printed
from tournaments.time import clock
from tournaments.views.downloads import file_response
from tournaments.views.permissions import arbitrator


@require_GET
@for_printers
def standings(request: HttpRequest, game: Game) -> HttpResponse:
    from duplicate.printing.pdf.standings import standings_pdf  # noqa: PLC0415 - ReportLab loads slowly

    began = clock.now()
    pdf = standings_pdf(standings_for_game(game), _paper(request, game))
    _note(request, game, "standings", began)
    return file_response(pdf, "application/pdf", name_file(game, gettext("standings"), "pdf"), shown=True)


@require_GET
@for_printers
def sheet(request: HttpRequest, game: Game) -> HttpResponse:
    from duplicate.printing.pdf.game_sheet import game_sheet_pdf  # noqa: PLC0415 - ReportLab loads slowly

    began = clock.now()
    pdf = game_sheet_pdf(sheet_for_game(game), _paper(request, game))
    _note(request, game, "sheet", began)
    return file_response(pdf, "application/pdf", name_file(game, gettext("game sheet"), "pdf"), shown=True)


@require_GET
@for_printers
def poster(request: HttpRequest, game: Game) -> HttpResponse:
    """Print the code to join with, for the door."""
    from duplicate.printing.pdf.poster import poster_pdf  # noqa: PLC0415 - ReportLab loads slowly

    began = clock.now()
    pdf = poster_pdf(Poster(reverse("join", args=[game.code]), game.code), _paper(request, game))
    _note(request, game, "poster", began)
    return file_response(pdf, "application/pdf", name_file(game, gettext("poster"), "pdf"), shown=True)


@require_GET
@for_arbitrators
def record(request: HttpRequest, game: Game) -> HttpResponse:  # noqa: ARG001 - doors of the desk take a request
    """Save the game as `python -m engine replay` reads it."""
    text = record_for_game(game).to_json()
    return file_response(text.encode(), "application/json", name_file(game, gettext("record"), "json"))


def _note(request: HttpRequest, game: Game, name: str, began: datetime) -> None:
    """Record the printing for the Print page, which offers the same paper."""
    made = next(document for document in documents_of("game") if document.name == name)
    options = made.options(game, {})
    note_printed(
        event=game.event,
        kind="game",
        subject=game,
        document=made,
        options=options,
        by=arbitrator(request),
        at=began,
    )


def _paper(request: HttpRequest, game: Game) -> Paper:
    return paper_for(game.event, name=game.name, site=address_for_phones(request, ""))
