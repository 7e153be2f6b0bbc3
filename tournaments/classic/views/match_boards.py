"""Pages of a match kept move by move: the live board, the keeper's page, and the director's acts."""

from collections.abc import Sequence
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.errors import EngineError
from engine.referee.turns import bag_after, exchange_refused
from engine.tiles import load_tile_set
from tournaments.classic.clocks.overtime import overtime_of
from tournaments.classic.core.scores import Score
from tournaments.classic.match_records import gcg_import
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.forms import GcgForm, RecordForm
from tournaments.classic.match_records.gcg_import import MOST_BYTES
from tournaments.classic.match_records.selectors import settings_of
from tournaments.classic.match_records.services import Keeper
from tournaments.classic.models import Division, Match, MatchRecord
from tournaments.classic.printing.data.match_records import gcg_of
from tournaments.classic.rounds import results
from tournaments.classic.rounds.selectors import MATCH_NAMES
from tournaments.classic.views.divisions import division_of, overtime_said
from tournaments.core import name_visibility
from tournaments.core.engine_messages import message_for
from tournaments.core.errors import RuleViolation
from tournaments.core.http.addresses import address_for_phones
from tournaments.core.http.uploads import takes_upload
from tournaments.core.text.folding import slug
from tournaments.models import Event
from tournaments.printing.render import TYPES
from tournaments.views.board_strings import exchange_strings, match_strings
from tournaments.views.permissions import arbitrator, for_event_arbitrators, for_event_chief
from tournaments.views.qr import qr_svg


@require_safe
@never_cache
def live_board(request: HttpRequest, record_code: str) -> HttpResponse:
    """Render the match as everybody may see it."""
    record = _record(record_code)
    if not record.live:
        raise Http404
    return _page(request, record, keeping=False)


@require_safe
@never_cache
def keep_record(request: HttpRequest, record_code: str) -> HttpResponse:
    """Render the match with a field to enter turns; the token behind the # of the link, or of a player's
    phone, opens it.
    """
    return _page(request, _record(record_code), keeping=True)


@require_safe
@never_cache
def board_gcg(_request: HttpRequest, record_code: str) -> HttpResponse:
    """Export a live match as GCG for everybody, once it is over: the file reveals the racks."""
    record = _record(record_code)
    if not record.live or record_selectors.final_scores(record) is None:
        raise Http404
    with name_visibility.hidden(name_visibility.names_are_hidden_in(record.match.round.division.event)):
        return _gcg_file(record)


@require_safe
@never_cache
def may_exchange(request: HttpRequest, event_id: int) -> HttpResponse:
    """Render how many tiles are in the bag, from the tiles on the board, for a table that keeps no record."""
    event = get_object_or_404(Event.objects.filter(divisions__isnull=False).distinct(), pk=event_id)
    found = list(event.divisions.select_related("lexicon"))
    divisions = [
        {"name": division.name, "minimum": division.exchange_minimum, "tiles": _tiles(division)}
        for division in found
    ]
    context = {
        "event": event,
        "asked": _asked(request, found),
        "divisions": divisions,
        "config": {"event": event.pk, "divisions": divisions},
        "strings": exchange_strings(),
    }
    return render(request, "classic/match_records/exchange.html", context)


@require_POST
@for_event_chief
def open_record(
    request: HttpRequest, event: Event, division_id: int, number: int, table: int
) -> HttpResponse:
    """Open the record of a match, or change its keeper."""
    match = _match(division_of(event, division_id), number, table)
    form = RecordForm(request.POST)
    if form.is_valid():
        try:
            record_services.open_record(match=match, by=arbitrator(request), **form.cleaned_data)
        except RuleViolation as error:
            messages.error(request, message_for(error))
        else:
            messages.success(request, gettext("The match is kept move by move."))
    else:
        messages.error(request, gettext("That cannot be: nothing was changed."))
    return redirect("division-match", event.pk, division_id, number, table)


@takes_upload(MOST_BYTES)
@require_POST
@for_event_chief
def import_gcg(request: HttpRequest, event: Event, division_id: int, number: int, table: int) -> HttpResponse:
    """Import the record of the match from a file; an error names its line."""
    match = _match(division_of(event, division_id), number, table)
    form = GcgForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            gcg_import.import_gcg(match=match, data=form.cleaned_data["file"].read(), by=arbitrator(request))
        except (RuleViolation, EngineError) as error:
            messages.error(request, message_for(error))
        else:
            messages.success(request, gettext("The record is here, as the file tells it."))
    else:
        for problem in form.errors.get("file", ()):
            messages.error(request, str(problem))
    return redirect("division-match", event.pk, division_id, number, table)


@require_POST
@for_event_chief
def link_annotator(
    request: HttpRequest, event: Event, division_id: int, number: int, table: int
) -> HttpResponse:
    """Make the annotator's link, which is shown once: asking again makes a new one."""
    match = _match(division_of(event, division_id), number, table)
    try:
        record = record_selectors.record_of_match(match)
    except RuleViolation as error:
        messages.error(request, message_for(error))
        return redirect("division-match", event.pk, division_id, number, table)
    token = record_services.link_annotator(record=record, by=arbitrator(request))
    # The fragment stays in the browser: no server, proxy or log sees the token.
    address = address_for_phones(request, reverse("keep-record", args=[record.code])) + f"#t={token}"
    label = gettext("QR code for the annotator of table %(table)s") % {"table": table}
    context = {"event": event, "match": match, "address": address, "qr": qr_svg(address, label)}
    return render(request, "classic/match_records/link.html", context)


@require_POST
@for_event_arbitrators
def take_score(request: HttpRequest, event: Event, division_id: int, number: int, table: int) -> HttpResponse:
    """Enter the score of the record as the result of the match."""
    division = division_of(event, division_id)
    try:
        record = record_selectors.record_of_match(_match(division, number, table))
        score = Score(*record_selectors.sheet_scores(record))
        results.enter_result(
            division=division,
            number=number,
            table=table,
            score=score,
            by=arbitrator(request),
            take_overtime_off=overtime_said(request),
        )
    except RuleViolation as error:
        messages.error(request, message_for(error))
    else:
        messages.success(request, gettext("The score of the record is the result."))
    return redirect("division-match", event.pk, division_id, number, table)


@require_POST
@for_event_arbitrators
def take_entry_back(
    request: HttpRequest, event: Event, division_id: int, number: int, table: int
) -> HttpResponse:
    """Take back the latest entry of the record, of any keeper."""
    match = _match(division_of(event, division_id), number, table)
    try:
        record = record_selectors.record_of_match(match)
        record_services.take_back(record=record, keeper=Keeper(by=arbitrator(request)), key=uuid4())
    except RuleViolation as error:
        messages.error(request, message_for(error))
    else:
        messages.success(request, gettext("The last entry of the record is taken back."))
    return redirect("division-match", event.pk, division_id, number, table)


@require_safe
@for_event_arbitrators
def record_gcg(
    _request: HttpRequest, event: Event, division_id: int, number: int, table: int
) -> HttpResponse:
    """Export the match so far as GCG, for its arbitrators."""
    match = _match(division_of(event, division_id), number, table)
    record = record_selectors.records_with_names().filter(match=match).first()
    if record is None:
        raise Http404
    return _gcg_file(record)


def record_of(match: Match) -> dict[str, object]:
    """Return the record part of a match's page: the record, its score once it is over, and the form to set it."""
    record = record_selectors.records_with_names().filter(match=match).first()
    if record is None:
        return {"record": None, "record_form": RecordForm(), "gcg_form": GcgForm()}
    initial = {"keeper": record.keeper, "live": record.live, "advice": record.advice}
    entered = record.entries.exists()
    return {
        "record": record,
        "gcg_form": None if entered else GcgForm(),
        "record_form": RecordForm(initial=initial),
        "record_scores": record_selectors.final_scores(record),
        "record_entries": bool(record_selectors.standing_entries(record.entries.all())),
        "overtime_in_doubt": overtime_of(match).in_doubt,
    }


def _asked(request: HttpRequest, divisions: Sequence[Division]) -> dict[str, object]:
    """Answer a phone without JavaScript, which sends the tiles on the board as a text."""
    played = request.GET.get("played", "")[:200]
    if not played:
        return {}
    number = (
        int(request.GET["division"])
        if request.GET.get("division", "") in map(str, range(len(divisions)))
        else 0
    )
    tiles, settings = load_tile_set(divisions[number].lexicon.tile_set), settings_of(divisions[number])
    asked: dict[str, object] = {"played": played, "number": number}
    try:
        bag = bag_after(len(tiles.encode_rack("".join(played.split()))), 2, tiles, settings)
    except EngineError as error:
        return asked | {"problem": message_for(error)}
    refused = exchange_refused(settings, bag)
    words = exchange_strings()["yes"].format(bag=bag)
    return asked | {"answer": message_for(refused) if refused else words}


def _tiles(division: Division) -> list[dict[str, object]]:
    """Return every tile of the set, the blank last."""
    tiles = load_tile_set(division.lexicon.tile_set)
    shown = [
        {"text": text, "value": value, "count": tiles.counts[number]}
        for number, (text, value) in enumerate(tiles.values_by_text().items())
    ]
    return [*shown[1:], shown[0]]


def _record(record_code: str) -> MatchRecord:
    return get_object_or_404(record_selectors.records_with_names(), code=record_code)


def _gcg_file(record: MatchRecord) -> HttpResponse:
    round_ = record.match.round
    name = slug(f"{round_.division.name}-{round_.number}-{record.match.table}")
    headers = {"Content-Disposition": f'attachment; filename="{name}.gcg"'}
    return HttpResponse(gcg_of(record), content_type=TYPES["gcg"], headers=headers)


def _match(division: Division, number: int, table: int) -> Match:
    rows = Match.objects.select_related("round__division__event", "round__division__lexicon", *MATCH_NAMES)
    return get_object_or_404(rows, round__division=division, round__number=number, table=table)


def _page(request: HttpRequest, record: MatchRecord, *, keeping: bool) -> HttpResponse:
    config = {
        "id": record.code,
        "event": record.match.round.division.event_id,
        "keeping": keeping,
        "frame": reverse("api-board", args=[record.code]),
        "stream": f"/live/board/{record.code}/",
        "best": reverse("api-best-plays", args=[record.code]),
        "turns": reverse("api-record-turns", args=[record.code]),
        "takeBack": reverse("api-take-back", args=[record.code]),
        "gcg": reverse("board-gcg", args=[record.code]) if record.live else "",
    }
    context = {"keeping": keeping, "config": config, "strings": match_strings()}
    return render(request, "classic/match_records/board.html", context)
