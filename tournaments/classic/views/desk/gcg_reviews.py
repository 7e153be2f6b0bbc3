"""Views of the import of a GCG file as the record of a match: the file, its review, and the button that imports it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from engine.referee import state_of
from tournaments.classic.match_records import annotated_games, gcg_import
from tournaments.classic.match_records.contradictions import Contradiction, contradiction_in_file
from tournaments.classic.match_records.forms import GcgForm, GcgReviewForm
from tournaments.classic.match_records.gcg_import import MOST_BYTES
from tournaments.classic.match_records.gcg_review import GcgError, GcgReview, Judgement, Terms, review_gcg
from tournaments.classic.match_records.selectors import players_of
from tournaments.classic.models import Division, GcgFile, Match
from tournaments.classic.scores.match_rules import compare_in_words
from tournaments.classic.views.desk.match_records import match_at
from tournaments.classic.views.desk.permissions import for_division_chief
from tournaments.http.uploads import takes_upload
from tournaments.views.permissions import arbitrator
from tournaments.views.refusals import refusals_told
from tournaments.wording.engine_messages import message_for


@takes_upload(MOST_BYTES)
@require_POST
@for_division_chief
def new_file(request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    """Store an uploaded file for review; an error names its line."""
    match = match_at(division, number, table)
    form = GcgForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        with refusals_told(request):
            gcg_import.keep_file(match=match, data=file.read(), file_name=file.name, by=arbitrator(request))
            return redirect("review-gcg", division.event_id, division.pk, number, table)
    for problem in form.errors.get("file", ()):
        messages.error(request, str(problem))
    return redirect("division-match", division.event_id, division.pk, number, table)


@require_http_methods(["GET", "POST"])
@for_division_chief
def review_file(request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    """Show what comes of the file of a match, and import it as was chosen."""
    match = match_at(division, number, table)
    gcg_file = GcgFile.objects.filter(match=match).first()
    if gcg_file is None:
        return redirect("division-match", division.event_id, division.pk, number, table)
    gcg_file.match = match
    terms = gcg_import.terms_of(match)
    with refusals_told(request):
        # The tiles of the division may be others since.
        return _review_page(request, division, gcg_file, terms, review_gcg(bytes(gcg_file.content), terms))
    return redirect("division-match", division.event_id, division.pk, number, table)


def _review_page(
    request: HttpRequest, division: Division, kept: GcgFile, terms: Terms, review: GcgReview
) -> HttpResponse:
    match = kept.match
    assert match is not None  # it is a match's file
    place = (division.event_id, division.pk, match.round.number, match.table)
    form = _form(request, kept, review, terms)
    if form.is_bound and form.is_valid():
        with refusals_told(request):
            gcg_import.import_file(
                kept=kept,
                mark=form.cleaned_data["mark"],
                by=arbitrator(request),
                swapped=form.cleaned_data["players"] == "swapped",
                by_file=form.cleaned_data["rules"] == "file",
            )
            messages.success(request, gettext("The record of the match is imported."))
            return redirect("division-match", *place)
        return redirect("review-gcg", *place)
    context = {"event": division.event, "division": division, "match": match, "kept": kept, "form": form}
    context |= {"gcg_form": GcgForm(), "upload": reverse("import-gcg", args=place)} | review_shown(review)
    swapped = gcg_import.find_swapped(review, match)
    context |= {"cancel": reverse("cancel-gcg", args=place), "fits": swapped is not None}
    context |= {"contradiction": contradiction_shown(match, review, swapped)}
    template = "classic/match_records/gcg_review.html"
    return render(request, template, context, status=422 if form.is_bound else 200)


@require_POST
@for_division_chief
def cancel_file(request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    """Delete the file in review."""
    gcg_import.cancel_file(match=match_at(division, number, table), by=arbitrator(request))
    return redirect("division-match", division.event_id, division.pk, number, table)


@require_POST
@for_division_chief
def move_file(request: HttpRequest, division: Division, number: int, table: int) -> HttpResponse:
    """Review the file as a game of the division, whose players may be nobody there."""
    with refusals_told(request):
        if annotated_games.move_file(match=match_at(division, number, table), by=arbitrator(request)):
            return redirect("review-annotated-game", division.event_id, division.pk)
    return redirect("review-gcg", division.event_id, division.pk, number, table)


def _form(request: HttpRequest, kept: GcgFile, review: GcgReview, terms: Terms) -> GcgReviewForm:
    match = kept.match
    assert match is not None  # it is a match's file
    swapped = gcg_import.find_swapped(review, match)
    offered = review.judgements
    initial = {"mark": gcg_import.tag_gcg_review(kept, terms), "rules": next(iter(offered), "")}
    if swapped is not None:
        initial["players"] = "swapped" if swapped else "straight"
    posted = request.POST if request.method == "POST" else None
    return GcgReviewForm(posted, initial=initial, players=_player_choices(review, match), rules=offered)


def _player_choices(review: GcgReview, match: Match) -> list[tuple[str, str]]:
    """Return both ways in which the players of the file are those of the match."""
    ours = [player.entry.name for player in players_of(match)]
    theirs = [*review.names, "–"][: len(ours)]
    ways = {"straight": ours, "swapped": ours[::-1]}
    return [
        (way, ", ".join(f"{name} = {our}" for name, our in zip(theirs, order, strict=True)))
        for way, order in ways.items()
    ]


def contradiction_shown(match: Match, review: GcgReview, swapped: bool | None) -> Contradiction | None:
    """Return how the file contradicts the result of the match, if it can be imported."""
    offered = review.judgements
    return contradiction_in_file(match, next(iter(offered.values())), swapped=swapped) if offered else None


def review_shown(review: GcgReview) -> dict[str, Any]:
    """Return the errors by line, the rules side by side, and who begins with which score."""
    offered = review.judgements
    best = next(iter(offered.values()), review.by_file or review.by_match)
    *others, encoding = review.encodings
    rules = [review.by_match.settings, *([review.by_file.settings] if review.by_file else [])]
    return {
        "names": review.names,
        "starter": review.names[review.starter],
        "encoding": encoding,
        "other_encodings": others,
        "readings": review.readings,
        "importable": bool(offered),
        "faults": _in_words(best.faults),
        "against_rules": _in_words(review.by_match.faults) if offered else [],
        "remarks": _in_words(best.remarks),
        "rules": compare_in_words(review.shown, *rules),
        "differ": review.by_file is not None,
        "scores": _scores(review, best),
    }


def _scores(review: GcgReview, judgement: Judgement) -> list[tuple[str, int]]:
    if judgement.game is None:
        return []
    return list(zip(review.names, state_of(judgement.game).scores, strict=False))


def _in_words(errors: tuple[GcgError, ...]) -> list[tuple[int | None, str]]:
    return [(one.line, message_for(one.error)) for one in errors]
