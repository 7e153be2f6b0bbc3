"""The words of an event, for its chief: accepted and refused for all of its games."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from duplicate.arbitration.event_words import decide_event_word, take_event_word_back
from duplicate.forms.event_words import ACCEPT, EventWordForm
from tournaments.core.engine_messages import message_for
from tournaments.core.errors import RuleViolation
from tournaments.models import Event
from tournaments.views.permissions import arbitrator, for_event_chief
from tournaments.views.refusals import refusals_in


@require_http_methods(["GET", "POST"])
@for_event_chief
def event_words(request: HttpRequest, event: Event) -> HttpResponse:
    """List the words of an event; accept, refuse or take back one."""
    key = request.POST.get("take_back", "")
    if key:
        return _take_back(request, event, int(key) if key.isascii() and key.isdigit() else 0)
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
            messages.success(request, _said(games))
            return redirect("event-words", event.pk)
    words = event.words.in_force().select_related("by").order_by("lexicon", "word")
    context = {"event": event, "form": form, "words": words}
    return render(request, "website/events/words.html", context, status=422 if form.errors else 200)


def _take_back(request: HttpRequest, event: Event, key: int) -> HttpResponse:
    try:
        games = take_event_word_back(event=event, key=key, by=arbitrator(request))
    except RuleViolation as error:
        messages.error(request, message_for(error))
    else:
        messages.success(request, _said(games))
    return redirect("event-words", event.pk)


def _said(games: int) -> str:
    return gettext("Kept. Games judged again: {games}.").format(games=games)
