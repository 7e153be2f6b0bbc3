"""Files of the desk: standings, game sheet, poster, game record."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from duplicate.core.standings.game_standings import standings_for_game
from duplicate.models import Game
from duplicate.printing.data.game_sheet import record_for_game, sheet_for_game
from duplicate.values.games import Poster
from duplicate.views.permissions import for_arbitrators, for_printers
from tournaments.core import clock
from tournaments.core.http.addresses import address_for_phones
from tournaments.core.text.folding import slug
from tournaments.printing.letterhead import paper_for
from tournaments.printing.pdf.values import Paper
from tournaments.printing.registry import documents_of
from tournaments.printing.render import note_printed
from tournaments.views.permissions import arbitrator


@require_GET
@for_printers
def standings(request: HttpRequest, game: Game) -> HttpResponse:
    from duplicate.printing.pdf.standings import standings_pdf  # noqa: PLC0415 - ReportLab loads slowly

    began = clock.now()
    pdf = standings_pdf(standings_for_game(game), _paper(request, game))
    _note(request, game, "standings", began)
    return document(pdf, "application/pdf", file_name(game, gettext("standings"), "pdf"))


@require_GET
@for_printers
def sheet(request: HttpRequest, game: Game) -> HttpResponse:
    from duplicate.printing.pdf.game_sheet import game_sheet_pdf  # noqa: PLC0415 - ReportLab loads slowly

    began = clock.now()
    pdf = game_sheet_pdf(sheet_for_game(game), _paper(request, game))
    _note(request, game, "sheet", began)
    return document(pdf, "application/pdf", file_name(game, gettext("game sheet"), "pdf"))


@require_GET
@for_printers
def poster(request: HttpRequest, game: Game) -> HttpResponse:
    """Print the code to join with, for the door."""
    from duplicate.printing.pdf.poster import poster_pdf  # noqa: PLC0415 - ReportLab loads slowly

    began = clock.now()
    pdf = poster_pdf(Poster(reverse("join", args=[game.code]), game.code), _paper(request, game))
    _note(request, game, "poster", began)
    return document(pdf, "application/pdf", file_name(game, gettext("poster"), "pdf"))


@require_GET
@for_arbitrators
def record(request: HttpRequest, game: Game) -> HttpResponse:  # noqa: ARG001 - doors of the desk take a request
    """Save the game as `python -m engine replay` reads it."""
    text = record_for_game(game).to_json()
    return document(text.encode(), "application/json", file_name(game, gettext("record"), "json"), saved=True)


def _note(request: HttpRequest, game: Game, name: str, began: datetime) -> None:
    """Record the printing for the Print page, which offers the same paper."""
    made = next(one for one in documents_of("game") if one.name == name)
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


def file_name(game: Game, kind: str, extension: str) -> str:
    """Return a name such as `standings-tuesday-evening-2026-03-03.pdf`; plain letters, for every file system."""
    return f"{stem(game, kind)}.{extension}"


def stem(game: Game, kind: str) -> str:
    """Return the same name without its extension."""
    return "-".join((slug(kind), slug(game.name) or game.code.lower(), game.event.date.isoformat()))


def document(content: bytes, kind: str, name: str, *, saved: bool = False) -> HttpResponse:
    """Return a file, which the browser shows, or saves if `saved`."""
    disposition = "attachment" if saved else "inline"
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": f'{disposition}; filename="{name}"'}
    )
