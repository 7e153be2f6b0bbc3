"""Searches for a prepared game at the desk: criteria, progress, and the games found so far."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.games.rules.presets import rules_title
from duplicate.models.prepared import Preparation
from duplicate.prepared_games.drawing import search as prepared_search
from duplicate.prepared_games.drawing.forms import (
    RANKING_LABELS,
    PreparedNameForm,
    SearchForm,
    describe_criteria,
    suggest_name,
)
from duplicate.prepared_games.drawing.selectors import searches_for
from duplicate.prepared_games.views.guards import for_owner
from engine.duplicate_games.game_statistics import Criteria, GameFacts
from tournaments import jobs
from tournaments.errors import RuleViolation
from tournaments.http.numbers import read_number
from tournaments.organisers.rights import Right
from tournaments.views.permissions import arbitrator, for_organiser, is_htmx
from tournaments.wording.engine_messages import message_for

ACTS: dict[str, Callable[[Preparation], None]] = {
    "stop": jobs.stop,
    "resume": prepared_search.resume_search,
    "delete": prepared_search.delete_search,
}


of_searcher = for_owner(searches_for, "search_id", "game-search")


@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
def new_search(request: HttpRequest) -> HttpResponse:
    form = SearchForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            search = prepared_search.start_search(
                lexicon=data["lexicon"].name,
                rules=data["rules"],
                criteria=data["criteria"],
                games=data["games"],
                by=arbitrator(request),
            )
        except RuleViolation as error:
            form.add_error(None, message_for(error))
        else:
            return redirect("game-search", search.pk)
    status = 422 if form.errors else 200
    return render(request, "duplicate/desk/prepared/search_form.html", {"form": form}, status=status)


@require_GET
@of_searcher
def game_search(request: HttpRequest, search: Preparation) -> HttpResponse:
    """Show the progress and the games found; the page polls while the search is running."""
    template = "duplicate/desk/prepared/search.html" + ("#state" if is_htmx(request) else "")
    return render(request, template, _page(search, request.GET.getlist("game")))


@require_POST
@of_searcher
def act(_request: HttpRequest, search: Preparation, act: str) -> HttpResponse:
    """Stop, resume or delete a search."""
    ACTS[act](search)
    return redirect("prepared") if act == "delete" else redirect("game-search", search.pk)


@require_POST
@of_searcher
def keep(request: HttpRequest, search: Preparation) -> HttpResponse:
    """Seal the games that were ticked."""
    form, ticked = PreparedNameForm(request.POST), request.POST.getlist("game")
    if form.is_valid():
        try:
            kept = prepared_search.keep_found(
                search=search,
                numbers=[number for text in ticked if (number := read_number(text)) is not None],
                name=form.cleaned_data["name"],
                by=arbitrator(request),
            )
        except RuleViolation as error:
            form.add_error(None, message_for(error))
        else:
            text = ngettext("%(count)s game saved.", "%(count)s games saved.", len(kept))
            messages.success(request, text % {"count": len(kept)})
            return redirect("prepared-game", kept[0].pk) if len(kept) == 1 else redirect("prepared")
    context = _page(search, ticked) | {"form": form}
    return render(request, "duplicate/desk/prepared/search.html", context, status=422)


def _page(search: Preparation, ticked: list[str]) -> dict[str, Any]:
    criteria = search.asked
    return {
        "search": search,
        "progress": jobs.progress_of(search),
        "found": [_found_line(line, criteria) for line in search.found],
        "ticked": ticked,
        "asked": describe_criteria(criteria),
        "with_spread": criteria.asks_spread,
        "long_word": criteria.long_word,
        "ranking": RANKING_LABELS[criteria.ranking],
        "rules": rules_title(search.rule_set),
        "form": PreparedNameForm(initial={"name": suggest_name()}),
    }


def _found_line(line: dict[str, Any], criteria: Criteria) -> dict[str, Any]:
    facts = GameFacts.from_data(line["facts"])
    return line | {"facts": facts, "long_words": facts.words_from(criteria.long_word)}
