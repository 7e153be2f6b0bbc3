"""One match for its directors: its reports and results, why the two meet; correcting and taking back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from tournaments.classic.forms.results import ScoreCorrectionForm
from tournaments.classic.models import Division, Match
from tournaments.classic.rounds import results
from tournaments.classic.rounds.pairing_reasons import reasons_in_words
from tournaments.classic.rounds.selectors import match_line
from tournaments.classic.scores.scores import score_of
from tournaments.classic.views.desk.match_records import match_at, record_of
from tournaments.classic.views.desk.permissions import (
    for_division_arbitrators,
    for_division_chief,
    for_division_desk,
)
from tournaments.http.numbers import read_shown_key
from tournaments.views.permissions import arbitrator
from tournaments.views.refusals import refusals_in, refusals_told


@require_GET
@for_division_desk
def match_page(request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    return _page(request, division, match_at(division, number, table), None)


@require_POST
@for_division_chief
def correct(request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    """Replace the result that holds, with the reason."""
    match = match_at(division, number, table)
    form = _form(match, request.POST)
    if form.is_valid():
        with refusals_in(form):
            results.correct_result(
                division=division,
                number=number,
                table=table,
                score=form.score(),
                reason=form.cleaned_data["reason"],
                by=arbitrator(request),
                seen=form.cleaned_data["seen"],
            )
            messages.success(request, gettext("Corrected."))
            return redirect("division-match", division.event_id, division.pk, number, table)
    return _page(request, division, match, form)


@require_POST
@for_division_arbitrators
def take_back(request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    with refusals_told(request):
        results.take_back(
            division=division,
            number=number,
            table=table,
            by=arbitrator(request),
            seen=read_shown_key(request.POST.get("seen")),
        )
        messages.success(request, gettext("Undone."))
    return redirect("division-match", division.event_id, division.pk, number, table)


def _form(match: Match, data: object) -> ScoreCorrectionForm:
    """Return the correction form, filled with the result that holds."""
    line = match_line(match)
    assert match.second is not None
    initial: dict[str, object] = {}
    if line.result is not None:
        score = score_of(line.result)
        initial = {
            "outcome": score.outcome,
            "first": score.sheets[0],
            "second": score.sheets[1],
            "first_overtime": score.first_overtime,
            "second_overtime": score.second_overtime,
            "seen": line.result.version,
        }
    return ScoreCorrectionForm(
        data, initial=initial, first_name=match.first.entry.name, second_name=match.second.entry.name
    )


def _page(
    request: HttpRequest, division: Division, match: Match, form: ScoreCorrectionForm | None
) -> HttpResponse:
    context = {
        "event": division.event,
        "division": division,
        "round": match.round,
        "match": match,
        "line": match_line(match),
        "versions": [
            (result, score_of(result)) for result in match.results.select_related("by").order_by("-version")
        ],
        "reports": match.reports.select_related("reporter__entry__player", "reporter__entry__partner"),
        "reasons": reasons_in_words(match),
        "form": form or _form(match, None),
        **record_of(match),
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "classic/match.html", context, status=status)
