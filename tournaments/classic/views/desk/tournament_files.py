"""Views of the import of an event that another program ran, or of further divisions of an event: the files, their
review, the button that imports them.
"""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.classic.exchange import services
from tournaments.classic.exchange.export import settings_told
from tournaments.classic.exchange.files import MOST_BYTES
from tournaments.classic.exchange.forms import TournamentFilesForm, TournamentReviewForm
from tournaments.classic.exchange.review import FilesReview
from tournaments.classic.exchange.values import FileDivision, FileProblem
from tournaments.classic.pairing.plan import planned_rounds
from tournaments.classic.rounds.plan import PlannedLine
from tournaments.classic.rounds.values import rules_of
from tournaments.classic.rules.standings import rank_division
from tournaments.classic.rules.values import Contestant
from tournaments.errors import RuleViolation
from tournaments.http.uploads import takes_upload
from tournaments.models import Event
from tournaments.organisers.rights import Right
from tournaments.views.permissions import arbitrator, for_event_chief, for_organiser
from tournaments.views.refusals import refusals_in
from tournaments.wording.engine_messages import message_for

SHOWN = 100
FIRST_RANKS = 3


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
def new_upload(request: HttpRequest) -> HttpResponse:
    """Store uploaded files of a new event for review."""
    return _upload_page(request, None)


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@for_event_chief
def new_division_upload(request: HttpRequest, event: Event) -> HttpResponse:
    """Store uploaded files for review, whose divisions are added to the event."""
    return _upload_page(request, event)


@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
def review_upload(request: HttpRequest) -> HttpResponse:
    """Show what comes of the files in review, and import them with the answers."""
    return _review_page(request, None)


@require_http_methods(["GET", "POST"])
@for_event_chief
def review_division_upload(request: HttpRequest, event: Event) -> HttpResponse:
    """Show what comes of the files in review, and add their divisions to the event."""
    return _review_page(request, event)


@require_POST
@for_organiser(Right.RUN_EVENTS)
def cancel_upload(request: HttpRequest) -> HttpResponse:
    """Delete the files in review."""
    services.cancel_upload(by=arbitrator(request))
    return redirect("tournament-files")


@require_POST
@for_event_chief
def cancel_division_upload(request: HttpRequest, event: Event) -> HttpResponse:
    """Delete the files in review whose divisions were to be added to the event."""
    services.cancel_upload(by=arbitrator(request), event=event)
    return redirect("division-files", event.pk)


def _upload_page(request: HttpRequest, event: Event | None) -> HttpResponse:
    posted = request.method == "POST"
    form = TournamentFilesForm(request.POST if posted else None, request.FILES if posted else None)
    addresses = _addresses(event)
    if form.is_bound and form.is_valid():
        with refusals_in(form, "uploads"):
            services.keep_upload(files=form.contents(), by=arbitrator(request), event=event)
            return redirect(addresses["review_at"])
    context = {"form": form, "waits": services.upload_in_review(arbitrator(request), event), "event": event}
    status = 422 if form.errors else 200
    return render(request, "classic/exchange/upload.html", context | addresses, status=status)


def _review_page(request: HttpRequest, event: Event | None) -> HttpResponse:
    kept = services.upload_in_review(arbitrator(request), event)
    addresses = _addresses(event)
    if kept is None:
        return redirect(addresses["upload"])
    review = services.review_of(kept)
    mark = services.tag_upload_review(kept, review)
    posted = request.POST if request.method == "POST" else None
    form = TournamentReviewForm(posted, review=review, file_name=kept.file_name, mark=mark, event=event)
    if form.is_overtaken:
        messages.error(request, message_for(services.review_changed()))
    elif form.is_bound and form.is_valid():
        try:
            stored = services.import_upload(
                kept=kept, mark=form.cleaned_data["mark"], answers=form.answers(), by=arbitrator(request)
            )
        except (RuleViolation, ValidationError) as error:
            form.add_error(None, error if isinstance(error, ValidationError) else message_for(error))
        else:
            messages.success(request, gettext("Imported."))
            return redirect("event", stored.pk)
    context = {"kept": kept, "form": form, "review": review, "event": event} | _review_shown(review)
    status = 422 if form.is_overtaken or form.errors else 200
    return render(request, "classic/exchange/review.html", context | addresses, status=status)


def _addresses(event: Event | None) -> dict[str, str]:
    """Return the addresses of the upload, its review and its end: of a new event, or of one that is there."""
    if event is None:
        names, place = ("tournament-files", "review-tournament-files", "cancel-tournament-files"), []
    else:
        names, place = ("division-files", "review-division-files", "cancel-division-files"), [event.pk]
    return dict(
        zip(("upload", "review_at", "cancel"), (reverse(name, args=place) for name in names), strict=True)
    )


def _review_shown(review: FilesReview) -> dict[str, Any]:
    return {
        "divisions": [
            (division, _first_ranks(division), _plan(division)) for division in review.event.divisions
        ],
        "faults": _in_words(review.faults),
        "more_faults": max(0, len(review.faults) + review.more_faults - SHOWN),
        "remarks": _in_words(review.remarks),
    }


def _first_ranks(division: FileDivision) -> list[tuple[str, str, int]]:
    """Return the names, wins and spread of the first in the standings, which show whether the file was read right."""
    contestants = [
        Contestant(player.number, player.number, player.name, last_round=player.last_round)
        for player in division.players
    ]
    counted = [match.facts for match in division.matches if match.facts.round <= division.begun]
    lines = rank_division(contestants, counted, rules_of(settings_told(division))) if division.begun else ()
    return [(line.contestant.name, line.wins, line.spread) for line in lines[:FIRST_RANKS]]


def _plan(division: FileDivision) -> list[PlannedLine]:
    planned = planned_rounds(division.stages, division.rounds_planned)
    return [PlannedLine(rounds, has_begun=False, is_over=False, cycles=division.cycles) for rounds in planned]


def _in_words(problems: tuple[FileProblem, ...]) -> list[tuple[str, int | None, str]]:
    return [(problem.file, problem.line, message_for(problem.error)) for problem in problems[:SHOWN]]
