"""The words of an event, for its chief: accepted and refused for all of its games."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from duplicate.arbitration.event_words import decide_event_word, find_event_word, take_event_word_back
from duplicate.forms.event_words import ACCEPT, EventWordForm
from duplicate.website.events.selectors import games_with_own_words
from engine.tiles import load_tile_set
from tournaments.http.numbers import read_number
from tournaments.lexicons import additions
from tournaments.lexicons.readings import describe_words
from tournaments.models import Event
from tournaments.views.permissions import arbitrator, for_event_chief
from tournaments.views.refusals import refusals_in, refusals_told


@require_http_methods(["GET", "POST"])
@for_event_chief
def event_words(request: HttpRequest, event: Event) -> HttpResponse:
    """List the words of an event; accept, refuse or take back one, keep it in our additions or remove it there."""
    for name, act in ACTS.items():
        if name in request.POST:
            with refusals_told(request):
                act(request, event, read_number(request.POST[name]) or 0)
            return redirect("event-words", event.pk)
    form = EventWordForm(request.POST or None, event=event)
    if form.is_bound and form.is_valid():
        said = form.cleaned_data
        with refusals_in(form, "word"):
            games = decide_event_word(
                event=event,
                lexicon=said["lexicon"],
                word=said["word"],
                accepted=said["decision"] == ACCEPT,
                reason=said["reason"],
                by=arbitrator(request),
            )
            readings = describe_words(said["word"], load_tile_set(said["lexicon"].tile_set))
            messages.success(request, " ".join([_said(games), *readings]))
            return redirect("event-words", event.pk)
    kept = additions.additions_to(OuterRef("lexicon")).filter(word=OuterRef("word"))
    words = event.words.in_force().select_related("by").order_by("lexicon", "word")
    context = {
        "event": event,
        "form": form,
        "words": words.annotate(is_kept=Exists(kept)),
        "games": games_with_own_words(event),
        "may_keep": additions.may_add_words(arbitrator(request)),
    }
    return render(request, "website/events/words.html", context, status=422 if form.errors else 200)


def _take_back(request: HttpRequest, event: Event, key: int) -> None:
    games = take_event_word_back(event=event, key=key, by=arbitrator(request))
    messages.success(request, _said(games))


def _keep(request: HttpRequest, event: Event, key: int) -> None:
    _change_additions(request, event, key, additions.keep_word, additions.KEPT)


def _remove(request: HttpRequest, event: Event, key: int) -> None:
    _change_additions(request, event, key, additions.remove_kept_word, additions.REMOVED)


def _change_additions(
    request: HttpRequest, event: Event, key: int, change: Callable[..., None], said: Promise
) -> None:
    """Keep a word of the event among the organiser's additions, or remove it there: for its administrators."""
    by = arbitrator(request)
    if not additions.may_add_words(by):
        raise PermissionDenied
    word = find_event_word(event, key)
    change(word, lexicon=word.lexicon, by=by)
    messages.success(request, str(said).format(word=word))


def _said(games: int) -> str:
    return gettext("Saved. Games judged again: {games}.").format(games=games)


ACTS = {"take_back": _take_back, "keep": _keep, "remove": _remove}
