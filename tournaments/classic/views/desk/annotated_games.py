"""Annotated games for the directors of their division: the import of a file, the game, its file, its removal."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.classic.match_records import annotated_games
from tournaments.classic.match_records.annotated_games import GamePlayer
from tournaments.classic.match_records.contradictions import Contradiction
from tournaments.classic.match_records.forms import NOBODY, DivisionGcgForm, GcgForm
from tournaments.classic.match_records.gcg_import import (
    MOST_BYTES,
    tag_gcg_review,
    terms_of_division,
    terms_violation,
)
from tournaments.classic.match_records.gcg_review import GcgReview, review_gcg
from tournaments.classic.models import AnnotatedGame, Division, DivisionEntry, GcgFile, MatchRecord
from tournaments.classic.views.annotated_games import game_context, game_file
from tournaments.classic.views.desk.gcg_reviews import contradiction_shown, review_shown
from tournaments.classic.views.desk.permissions import for_division_chief, for_division_desk
from tournaments.errors import RuleViolation
from tournaments.http.uploads import takes_upload
from tournaments.views.permissions import arbitrator
from tournaments.views.refusals import refusals_in, refusals_told
from tournaments.wording.engine_messages import message_for


@takes_upload(MOST_BYTES)
@require_POST
@for_division_chief
def new_file(request: HttpRequest, division: Division) -> HttpResponse:
    """Store an uploaded file for review; an error names its line."""
    form = GcgForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        with refusals_told(request):
            annotated_games.keep_file(
                division=division, data=file.read(), file_name=file.name, by=arbitrator(request)
            )
            return redirect("review-annotated-game", division.event_id, division.pk)
    for problem in form.errors.get("file", ()):
        messages.error(request, str(problem))
    return redirect("division", division.event_id, division.pk)


@require_http_methods(["GET", "POST"])
@for_division_chief
def review_file(request: HttpRequest, division: Division) -> HttpResponse:
    """Show what comes of the user's file, and import it as was chosen."""
    kept = annotated_games.file_in_review(division, arbitrator(request))
    if kept is None:
        return redirect("division", division.event_id, division.pk)
    with refusals_told(request):
        # The tiles of the division may be others since.
        review = review_gcg(bytes(kept.content), terms_of_division(division))
        return _review_page(request, division, kept, review)
    return redirect("division", division.event_id, division.pk)


@require_POST
@for_division_chief
def cancel_file(request: HttpRequest, division: Division) -> HttpResponse:
    """Delete the user's file in review."""
    annotated_games.cancel_file(division=division, by=arbitrator(request))
    return redirect("division", division.event_id, division.pk)


@require_safe
@for_division_desk
def game_page(request: HttpRequest, division: Division, game_code: str) -> HttpResponse:
    """Render a game step by step."""
    game = _game(division, game_code)
    file = reverse("annotated-game-gcg", args=[division.event_id, division.pk, game.code])
    return render(request, "classic/annotated_games/desk.html", game_context(game, file))


@require_safe
@for_division_desk
def game_gcg(_request: HttpRequest, division: Division, game_code: str) -> HttpResponse:
    """Export a game as GCG."""
    return game_file(_game(division, game_code))


@require_POST
@for_division_chief
def remove_game(request: HttpRequest, division: Division, game_code: str) -> HttpResponse:
    """Delete a game once the director has said so."""
    game = _game(division, game_code)
    if not request.POST.get("confirmed"):
        messages.error(request, gettext("Tick that the game is to be removed."))
        return redirect("annotated-game", division.event_id, division.pk, game.code)
    with refusals_told(request):
        annotated_games.remove_game(game=game, by=arbitrator(request))
        messages.success(request, gettext("The annotated game is removed."))
    return redirect("division", division.event_id, division.pk)


def _review_page(request: HttpRequest, division: Division, kept: GcgFile, review: GcgReview) -> HttpResponse:
    place = (division.event_id, division.pk)
    entrants = list(division.entries.select_related("entry__player", "entry__partner"))
    form = _form(request, kept, review, entrants)
    if form.is_bound and form.data.get("mark") != form.initial["mark"]:
        messages.error(request, message_for(terms_violation()))
        return redirect("review-annotated-game", *place)
    if form.is_bound and form.is_valid():
        with refusals_in(form):
            made = annotated_games.import_file(
                kept=kept,
                mark=form.cleaned_data["mark"],
                by=arbitrator(request),
                players=_players(form, review, entrants),
                by_file=form.cleaned_data["rules"] == "file",
            )
            return _redirect_to_game(request, division, made)
    context = {"event": division.event, "division": division, "kept": kept, "form": form}
    context |= {"gcg_form": GcgForm(), "upload": reverse("import-annotated-game", args=place)}
    context |= review_shown(review) | {"cancel": reverse("cancel-annotated-game", args=place)}
    context |= {"contradiction": _contradiction(division, review, form, entrants)}
    template = "classic/match_records/gcg_review.html"
    return render(request, template, context, status=422 if form.is_bound else 200)


def _redirect_to_game(
    request: HttpRequest, division: Division, made: AnnotatedGame | MatchRecord
) -> HttpResponse:
    """Redirect to what was imported, and say what it is."""
    if isinstance(made, AnnotatedGame):
        messages.success(request, gettext("The annotated game is here, as the file tells it."))
        return redirect("annotated-game", division.event_id, division.pk, made.code)
    messages.success(request, gettext("The record of the match is imported."))
    match = made.match
    return redirect("division-match", division.event_id, division.pk, match.round.number, match.table)


def _form(
    request: HttpRequest, kept: GcgFile, review: GcgReview, entrants: list[DivisionEntry]
) -> DivisionGcgForm:
    offered, division, names = review.judgements, kept.division, annotated_games.names_in(review)
    assert division is not None  # it is a division's file
    initial: dict[str, Any] = {"mark": tag_gcg_review(kept, terms_of_division(division))}
    initial["rules"] = next(iter(offered), "")
    for field, name in zip(("first", "second"), names, strict=True):
        guess = annotated_games.guess_player(name, entrants)
        initial[field] = str(guess.pk) if isinstance(guess, DivisionEntry) else "" if guess else NOBODY
    return DivisionGcgForm(
        request.POST if request.method == "POST" else None,
        initial=initial,
        names=names,
        entrants=[(str(entrant.pk), entrant.entry.name) for entrant in entrants],
        rules=offered,
    )


def _contradiction(
    division: Division, review: GcgReview, form: DivisionGcgForm, entrants: list[DivisionEntry]
) -> Contradiction | None:
    """Return how the file contradicts the result of the match of the two whom its names mean."""
    by_key = {str(entrant.pk): entrant for entrant in entrants}
    first, second = (by_key.get(str(form[field].value())) for field in ("first", "second"))
    if first is None or second is None:
        return None
    try:
        match = annotated_games.match_of(division, first, second)
    except RuleViolation:
        return None
    return contradiction_shown(match, review, match.first_id != first.pk)


def _players(
    form: DivisionGcgForm, review: GcgReview, entrants: list[DivisionEntry]
) -> tuple[GamePlayer, GamePlayer]:
    by_key = {str(entrant.pk): entrant for entrant in entrants}
    chosen = (by_key.get(form.cleaned_data[field]) for field in ("first", "second"))
    first, second = (
        GamePlayer(one.entry.full_name if one else name, one)
        for name, one in zip(annotated_games.names_in(review), chosen, strict=True)
    )
    return first, second


def _game(division: Division, game_code: str) -> AnnotatedGame:
    game = get_object_or_404(division.annotated_games, code=game_code)
    game.division = division
    return game
