"""The prizes of an event over its games: who would have which, and the list that its chief sets."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from duplicate.standings.rows.event_groups import event_groups
from duplicate.standings.rows.prize_winners import event_awards, prizes_are_provisional
from duplicate.website.events.prize_forms import EventPrizesForm
from tournaments.errors import RuleViolation
from tournaments.events.prizes import prizes_version, set_event_prizes
from tournaments.events.results import competitors_of
from tournaments.models import Event
from tournaments.views.permissions import arbitrator, for_event_chief, for_event_desk
from tournaments.wording.engine_messages import message_for


@require_GET
@for_event_desk
def event_prizes(request: HttpRequest, event: Event) -> HttpResponse:
    context = {
        "event": event,
        "awards": event_awards(event),
        "provisional": prizes_are_provisional(event),
        "divisions": event.divisions.all(),
    }
    return render(request, "website/events/prizes.html", context)


@require_http_methods(["GET", "POST"])
@for_event_chief
def set_prizes(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the list of prizes as lines to be filled in; refused input stays in the form."""
    form, refused = EventPrizesForm(event, request.POST or None), ""
    seen = request.POST.get("seen") or prizes_version(event.prizes.all())
    if request.method == "POST" and form.is_valid():
        try:
            set_event_prizes(
                event=event,
                prizes=form.prizes(),
                one_each=form.one_each,
                by=arbitrator(request),
                seen=seen,
            )
        except RuleViolation as error:
            refused = message_for(error)
            if error.code == "prizes_changed":
                seen = prizes_version(event.prizes.all())
        else:
            messages.success(request, gettext("Saved."))
            return redirect("event-prizes", event.pk)
    groups = event_groups(event, competitors_of(event))
    context = {
        "event": event,
        "form": form,
        "seen": seen,
        "refused": refused,
        "among": sorted({name for names in groups.values() for name in names}),
    }
    wrong = request.method == "POST"
    return render(request, "website/events/prizes_set.html", context, status=422 if wrong else 200)
