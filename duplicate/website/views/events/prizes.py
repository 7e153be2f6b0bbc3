"""The prizes of an event over its games: who would have which, and the list that its chief sets."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from duplicate.standings.rows.event_groups import event_groups
from duplicate.standings.rows.prize_winners import event_awards, prizes_are_provisional
from duplicate.website.events.prize_forms import EventPrizeForm, event_presets
from tournaments.events.prize_forms import PrizeListForm
from tournaments.events.prizes import set_event_prizes
from tournaments.events.results import competitors_of
from tournaments.models import Event
from tournaments.views.permissions import arbitrator, for_event_chief, for_event_desk
from tournaments.views.prizes import edit_prizes


@require_GET
@for_event_desk
def event_prizes(request: HttpRequest, event: Event) -> HttpResponse:
    context = {
        "event": event,
        "awards": event_awards(event),
        "provisional": prizes_are_provisional(event),
        "divisions": event.divisions.all(),
    }
    if not context["awards"]:
        context["presets"] = event_presets(event_groups(event, competitors_of(event)))
    return render(request, "website/events/prizes.html", context)


@require_http_methods(["GET", "POST"])
@for_event_chief
def set_prizes(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the list of prizes as lines to be filled in, or save it."""

    def save(form: PrizeListForm, seen: str) -> None:
        set_event_prizes(
            event=event, prizes=form.prizes(), one_each=form.one_each, by=arbitrator(request), seen=seen
        )

    groups = event_groups(event, competitors_of(event))
    page = edit_prizes(request, event, EventPrizeForm, event_presets(groups), save=save)
    if page is None:
        messages.success(request, gettext("Saved."))
        return redirect("event-prizes", event.pk)
    among = sorted({name for names in groups.values() for name in names})
    context = {"event": event, "among": among, **page}
    return render(request, "website/events/prizes_set.html", context, status=page["status"])
