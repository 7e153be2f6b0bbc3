"""The record of a match for its directors: opening it, its links and files, its score as the result."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.classic.clocks.overtime import overtime_of
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.contradictions import find_contradiction
from tournaments.classic.match_records.forms import GcgForm, RecordForm
from tournaments.classic.match_records.services import Keeper
from tournaments.classic.models import Division, Match
from tournaments.classic.rounds import results
from tournaments.classic.rounds.selectors import MATCH_NAMES
from tournaments.classic.scores.scores import Score
from tournaments.classic.views.desk.overtime import read_overtime_answer
from tournaments.classic.views.desk.permissions import for_division_arbitrators, for_division_chief
from tournaments.classic.views.match_boards import gcg_file
from tournaments.http.numbers import read_shown_key
from tournaments.views.permissions import arbitrator
from tournaments.views.qr import link_shown
from tournaments.views.refusals import refusals_told


@require_POST
@for_division_chief
def open_record(request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    """Open the record of a match, or change its keeper."""
    match = match_at(division, number, table)
    form = RecordForm(request.POST)
    if form.is_valid():
        with refusals_told(request):
            record_services.open_record(match=match, by=arbitrator(request), **form.cleaned_data)
            messages.success(request, gettext("The match is now recorded move by move."))
    else:
        messages.error(request, gettext("This is not possible. Nothing was changed."))
    return redirect("division-match", division.event_id, division.pk, number, table)


@require_POST
@for_division_chief
def link_annotator(request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    """Make the annotator's link, which is shown once: asking again makes a new one."""
    match = match_at(division, number, table)
    with refusals_told(request):
        record = record_selectors.record_of_match(match)
        token = record_services.link_annotator(record=record, by=arbitrator(request))
        # The fragment stays in the browser: no server, proxy or log sees the token.
        path = reverse("keep-record", args=[record.code]) + f"#t={token}"
        label = gettext("QR code for the annotator of table %(table)s") % {"table": table}
        context = {"event": division.event, "match": match, **link_shown(request, path, label)}
        return render(request, "classic/match_records/link.html", context)
    return redirect("division-match", division.event_id, division.pk, number, table)


@require_POST
@for_division_arbitrators
def take_score(request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    """Enter the score of the record as the result of the match."""
    with refusals_told(request):
        record = record_selectors.record_of_match(match_at(division, number, table))
        score = Score(*record_selectors.sheet_scores(record))
        results.enter_result(
            division=division,
            number=number,
            table=table,
            score=score,
            by=arbitrator(request),
            take_overtime_off=read_overtime_answer(request),
        )
        messages.success(request, gettext("The score of the record is the result."))
    return redirect("division-match", division.event_id, division.pk, number, table)


@require_POST
@for_division_arbitrators
def take_entry_back(request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    """Take back the latest entry of the record, of any keeper."""
    match = match_at(division, number, table)
    with refusals_told(request):
        record = record_selectors.record_of_match(match)
        seen = read_shown_key(request.POST.get("seen"))
        keeper = Keeper(by=arbitrator(request))
        record_services.take_back(record=record, keeper=keeper, key=uuid4(), seen=seen)
        messages.success(request, gettext("Last entry undone."))
    return redirect("division-match", division.event_id, division.pk, number, table)


@require_safe
@for_division_arbitrators
def record_gcg(_request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    """Export the match so far as GCG, for its arbitrators."""
    match = match_at(division, number, table)
    record = record_selectors.records_with_names().filter(match=match).first()
    if record is None:
        raise Http404
    return gcg_file(record)


def record_of(match: Match) -> dict[str, object]:
    """Return the record part of a match's page: the record, its score once it is over, and the form to set it."""
    record = record_selectors.records_with_names().filter(match=match).first()
    if record is None:
        return {"record": None, "record_form": RecordForm(), "gcg_form": GcgForm()}
    initial = {"keeper": record.keeper, "live": record.live, "advice": record.advice}
    entered, scores = record.entries.exists(), record_selectors.final_scores(record)
    return {
        "record": record,
        "gcg_form": None if entered else GcgForm(),
        "record_form": RecordForm(initial=initial),
        "record_scores": scores,
        "contradiction": find_contradiction(match, scores) if scores else None,
        "record_entries": bool(record_selectors.standing_entries(record.entries.all())),
        "overtime_in_doubt": overtime_of(match).in_doubt,
    }


def match_at(division: Division, number: int, table: int) -> Match:
    """Return the match at a table of a round, or answer 404."""
    rows = Match.objects.select_related("round", *MATCH_NAMES)
    match = get_object_or_404(rows, round__division=division, round__number=number, table=table)
    match.round.division = division
    return match
