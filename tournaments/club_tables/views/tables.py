"""Pages of club tables: opening one at the desk, its codes, and the table itself, which is the same page for
all.
"""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import EngineError, RuleSetError
from engine.modes import MODES, Mode, mode_of
from engine.modes.bingo.mode import BINGO
from engine.modes.solitaire.mode import SOLITAIRE
from engine.tiles import load_tile_set
from tournaments.accounts import rate_limit
from tournaments.club_tables import tables as club_table_services
from tournaments.club_tables.forms import BingoCardsForm, TableForm
from tournaments.club_tables.games import high_scores, records
from tournaments.club_tables.models import ClubTable
from tournaments.club_tables.printing.bingo_cards import cards_for_table
from tournaments.club_tables.selectors import closed_tables, open_tables
from tournaments.club_tables.variants import BY_CODE, way_of_mode
from tournaments.club_tables.views.strings import table_strings
from tournaments.codes import TABLE_LENGTH
from tournaments.errors import RuleViolation
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.organisers.rights import Right
from tournaments.printing.letterhead import paper_called
from tournaments.printing.registry import Kind
from tournaments.printing.render import TYPES
from tournaments.views.downloads import file_response
from tournaments.views.pagination import PageOfList, find_part
from tournaments.views.permissions import arbitrator, for_organiser
from tournaments.views.qr import link_shown
from tournaments.views.refusals import refusals_in, refusals_told
from tournaments.wording.engine_messages import message_for

P = ParamSpec("P")


def for_desks(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Restrict a view to users with an account here."""
    return for_organiser(Right.RUN_EVENTS)(view)


@require_safe
@for_desks
def tables(request: HttpRequest) -> HttpResponse:
    """Render the tables that are open, and those that are closed."""
    part: PageOfList[ClubTable] = find_part(request.GET, closed_tables)
    context = {
        "open": [_line(table) for table in open_tables()],
        "part": part,
        "closed": [_line(table) for table in part.page],
        "modes": [(mode, gettext(mode.name)) for mode in MODES],
    }
    return render(request, "club_tables/list.html", context)


@require_http_methods(["GET", "POST"])
@for_desks
def new_table(request: HttpRequest, mode_code: str) -> HttpResponse:
    """Render the form of a new table of that way to play, and open the table."""
    mode = _mode(mode_code)
    chosen = BY_CODE.get(request.GET.get("with", ""))
    form = TableForm(request.POST or None, mode=mode, chosen=chosen.settings if chosen else None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with refusals_in(form):
            opened = club_table_services.open_table(
                mode=mode.code,
                way=data["way"],
                lexicon=data["lexicon"],
                settings=data["settings"],
                by=arbitrator(request),
            )
            rate_limit.note_open_desk(request.META["REMOTE_ADDR"], opened.table.code)
            return redirect("club-table-desk", opened.table.code)
    context = {
        "form": form,
        "mode": mode,
        "way": way_of_mode(mode.code),
        "name": gettext(mode.name),
        "records": high_scores.own_records() if mode is SOLITAIRE else (),
        "lexicons": lexicons_offered().exists(),
    }
    return render(request, "club_tables/new.html", context)


@require_safe
@for_desks
def desk(request: HttpRequest, table_code: str) -> HttpResponse:
    """Render how people join the table, and the acts of its opener."""
    table = table_for_code(request, table_code)
    label = gettext("QR code to sit down at table %(code)s") % {"code": table.code}
    is_opener = club_table_services.is_opener(table, arbitrator(request))
    has_keeper = table.way != ClubTable.Way.PHONES or mode_of(table.mode).caller
    context = {
        "table": table,
        "line": _line(table),
        "way": way_of_mode(table.mode),
        **link_shown(request, reverse("club-table", args=[table.code]), label),
        "is_opener": is_opener,
        "keeps": is_opener and has_keeper,
        "cards": _cards_form(request) if table.mode == BINGO.code else None,
    }
    return render(request, "club_tables/desk.html", context)


@require_safe
@for_desks
def bingo_cards(request: HttpRequest, table_code: str) -> HttpResponse:
    """Return cards for bingo as PDF; with wrong input, the desk with the form's errors."""
    table = table_for_code(request, table_code)
    if table.mode != BINGO.code:
        raise Http404(gettext("Only bingo has cards."))
    form = _cards_form(request)
    if not form.is_valid():
        return desk(request, table_code)
    from tournaments.club_tables.printing.bingo_cards_pdf import bingo_cards_pdf  # noqa: PLC0415 - ReportLab takes long to load, and few processes print

    wanted = form.cleaned_data
    with refusals_told(request):
        cards = cards_for_table(table, number=wanted["number"], with_words=bool(wanted["words"]))
        pdf = bingo_cards_pdf(cards, paper_called(f"{gettext(BINGO.name)} {table.code}"))
        return file_response(pdf, TYPES["pdf"], f"isotop-{table.code}.pdf", shown=True)
    return redirect("club-table-desk", table.code)


@require_POST
@for_desks
def link(request: HttpRequest, table_code: str) -> HttpResponse:
    """Make the link of the tablet or of the score keeper, shown only this once, or open it here."""
    table = _own_table(request, table_code)
    token = club_table_services.renew_token(table=table, by=arbitrator(request))
    if "here" in request.POST:
        return redirect(_path_with(table, token))
    label = gettext("QR code for the tablet of table %(code)s") % {"code": table.code}
    return _link_page(request, table, token, label)


@require_POST
@for_desks
def seat_link(request: HttpRequest, table_code: str, number: int) -> HttpResponse:
    """Make the link of a seat, for a player who comes with another phone."""
    table = _own_table(request, table_code)
    with refusals_told(request):
        token = club_table_services.renew_seat(table=table, number=number, by=arbitrator(request))
        name = table.seats.get(number=number).name
        return _link_page(
            request, table, token, gettext("QR code for the phone of %(name)s") % {"name": name}, name
        )
    return redirect("club-table-desk", table.code)


def _path_with(table: ClubTable, token: str) -> str:
    """Return the URL with the token in the fragment, which stays in the browser: no server, proxy or log sees
    it.
    """
    return reverse("club-table", args=[table.code]) + f"#t={token}"


def _link_page(
    request: HttpRequest, table: ClubTable, token: str, label: str, name: str = ""
) -> HttpResponse:
    link = link_shown(request, _path_with(table, token), label)
    context = {"table": table, "line": _line(table), "name": name, **link}
    return render(request, "club_tables/link.html", context)


@require_POST
@for_desks
def close(request: HttpRequest, table_code: str) -> HttpResponse:
    table = _own_table(request, table_code)
    club_table_services.close(table=table, by=arbitrator(request))
    messages.success(request, gettext("Table %(code)s is closed.") % {"code": table.code})
    return redirect("club-tables")


@require_safe
@never_cache
def club_table(request: HttpRequest, table_code: str) -> HttpResponse:
    """Render the table: to sit down, to play, or to look on."""
    table = table_for_code(request, table_code)
    if table.code != table_code:
        return redirect("club-table", table.code)
    mode = mode_of(table.mode)
    config: dict[str, Any] = {
        "code": table.code,
        "mode": mode.code,
        "way": table.way,
        "fewest": mode.fewest,
        "most": mode.most,
        "handicaps": mode.handicaps,
        "values": load_tile_set(table.tile_set).values_by_text(),
        "table": reverse("club-table", args=[table.code]),
        "gcg": reverse("table-record", args=[table.code, "gcg"]),
        "review": reverse("table-review", args=[table.code]),
        "stream": f"/live/table/{table.code}/",
        **{name: reverse(f"api-{route}", args=[table.code]) for name, route in ROUTES.items()},
    }
    context = {
        "table": table,
        "name": gettext(mode.name),
        "way": way_of_mode(mode.code),
        "config": config,
        "strings": table_strings(mode.code),
        "part": f"club_tables/modes/{mode.code}.html",
        "script": f"club_tables/{mode.code}.js",
    }
    return render(request, "club_tables/table.html", context)


@require_safe
@never_cache
def table_record(request: HttpRequest, table_code: str, kind: Kind) -> HttpResponse:
    """Export a classic game that is over, for everybody who knows the code."""
    table = table_for_code(request, table_code)
    try:
        text = RECORDS[kind](table)
    except (KeyError, RuleViolation, EngineError) as error:
        raise Http404 from error
    return file_response(text, TYPES[kind], f"isotop-{table.code}.{kind}")


RECORDS: dict[Kind, Callable[[ClubTable], str]] = {
    "gcg": records.gcg_of,
    "json": lambda table: records.record_of(table).to_json(),
}


def is_table_code(request: HttpRequest, code: str) -> bool:
    """Tell whether a table has that code. The caller, who looks for the code elsewhere next, counts a wrong one."""
    address = request.META["REMOTE_ADDR"]
    if len(code) != TABLE_LENGTH or rate_limit.is_stopped(rate_limit.GuessKind.CODE, address, code):
        return False
    there = ClubTable.objects.filter(code=code).exists()
    if there:
        rate_limit.note(rate_limit.GuessKind.CODE, address, code, right=True)
    return there


ROUTES = {
    "frame": "table",
    "mine": "own-table",
    "seats": "table-seats",
    "leave": "leave-table",
    "begin": "begin-table",
    "acts": "table-acts",
    "undo": "table-undo",
    "answer": "undo-answer",
    "words": "table-words",
    "again": "play-again",
    "best": "best-known",
}


def _line(table: ClubTable) -> dict[str, Any]:
    seats = [seat.name for seat in table.seats.all()]
    return {"table": table, "name": gettext(mode_of(table.mode).name), "seats": seats}


def _cards_form(request: HttpRequest) -> BingoCardsForm:
    return BingoCardsForm(request.GET if "number" in request.GET else None)


def _mode(code: str) -> Mode:
    try:
        return mode_of(code)
    except RuleSetError as error:
        raise Http404(message_for(error)) from error


def _own_table(request: HttpRequest, code: str) -> ClubTable:
    """Return the table, for its opener only."""
    table = table_for_code(request, code)
    try:
        club_table_services.check_opener(table, arbitrator(request))
    except RuleViolation as error:
        raise PermissionDenied(message_for(error)) from error
    return table


def table_for_code(request: HttpRequest, code: str) -> ClubTable:
    """Return the table of that code; addresses that guess codes are stopped, as with games."""
    address = request.META["REMOTE_ADDR"]
    if rate_limit.is_stopped(rate_limit.GuessKind.CODE, address, code):
        raise Http404
    table = ClubTable.objects.filter(code=code.upper()).first()
    rate_limit.note(rate_limit.GuessKind.CODE, address, code, right=table is not None)
    if table is None:
        raise Http404(gettext("Table not found."))
    return table
