"""Views of the import of an event that another program ran: the files, their review, the button that imports them."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.classic.exchange import services
from tournaments.classic.exchange.files import MOST_BYTES
from tournaments.classic.exchange.forms import TournamentFilesForm, TournamentReviewForm
from tournaments.classic.exchange.review import Review
from tournaments.classic.exchange.values import FileDivision, Problem
from tournaments.classic.models import TournamentUpload
from tournaments.classic.rules.standings import StandingRules, rank_division
from tournaments.classic.rules.values import Contestant
from tournaments.core.engine_messages import message_for
from tournaments.core.errors import RuleViolation
from tournaments.core.http.uploads import takes_upload
from tournaments.organisers.rights import Right
from tournaments.views.permissions import arbitrator, for_organiser
from tournaments.views.refusals import refusals_in

SHOWN = 100
FIRST_RANKS = 3


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
def new_upload(request: HttpRequest) -> HttpResponse:
    """Store uploaded files for review."""
    posted = request.method == "POST"
    form = TournamentFilesForm(request.POST if posted else None, request.FILES if posted else None)
    if form.is_bound and form.is_valid():
        with refusals_in(form, "uploads"):
            services.keep_upload(files=form.contents(), by=arbitrator(request))
            return redirect("review-tournament-files")
    context = {"form": form, "waits": TournamentUpload.objects.filter(read_by=arbitrator(request)).first()}
    return render(request, "classic/exchange/upload.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
def review_upload(request: HttpRequest) -> HttpResponse:
    """Show what comes of the files in review, and import them with the answers."""
    kept = TournamentUpload.objects.filter(read_by=arbitrator(request)).first()
    if kept is None:
        return redirect("tournament-files")
    review = services.review_of(kept)
    mark = services.mark_of(kept, review)
    posted = request.POST if request.method == "POST" else None
    form = TournamentReviewForm(posted, review=review, file_name=kept.file_name, mark=mark)
    if form.is_overtaken:
        messages.error(request, message_for(services.review_changed()))
    elif form.is_bound and form.is_valid():
        try:
            event = services.import_upload(
                kept=kept, mark=form.cleaned_data["mark"], answers=form.answers(), by=arbitrator(request)
            )
        except (RuleViolation, ValidationError) as error:
            form.add_error(None, error if isinstance(error, ValidationError) else message_for(error))
        else:
            messages.success(request, gettext("Imported."))
            return redirect("event", event.pk)
    context = {"kept": kept, "form": form, "review": review} | _review_shown(review)
    return render(
        request,
        "classic/exchange/review.html",
        context,
        status=422 if form.is_overtaken or form.errors else 200,
    )


@require_POST
@for_organiser(Right.RUN_EVENTS)
def cancel_upload(request: HttpRequest) -> HttpResponse:
    """Delete the files in review."""
    services.cancel_upload(by=arbitrator(request))
    return redirect("tournament-files")


def _review_shown(review: Review) -> dict[str, Any]:
    return {
        "divisions": [(division, _first_ranks(division)) for division in review.event.divisions],
        "faults": _in_words(review.faults),
        "more_faults": max(0, len(review.faults) - SHOWN),
        "remarks": _in_words(review.remarks),
    }


def _first_ranks(division: FileDivision) -> list[tuple[str, str, int]]:
    """Return the names, wins and spread of the first in the standings, which show whether the file was read right."""
    contestants = [Contestant(one.number, one.number, one.name) for one in division.players]
    rules = StandingRules(
        spread_cap=division.spread_cap, bye_spread=division.bye_spread, forfeit_spread=division.forfeit_spread
    )
    counted = [one.facts for one in division.matches if one.facts.round <= division.begun]
    lines = rank_division(contestants, counted, rules) if division.begun else ()
    return [(line.contestant.name, line.wins, line.spread) for line in lines[:FIRST_RANKS]]


def _in_words(problems: tuple[Problem, ...]) -> list[tuple[str, int | None, str]]:
    return [(one.file, one.line, message_for(one.error)) for one in problems[:SHOWN]]
