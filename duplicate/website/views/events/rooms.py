"""The rooms of an event, for its chief."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from duplicate.forms.rooms import plans_of, read_seen_rooms, room_forms
from tournaments.errors import RuleViolation
from tournaments.events.rooms import set_rooms
from tournaments.models import Event
from tournaments.views.permissions import arbitrator, for_event_chief
from tournaments.wording.engine_messages import message_for


@require_http_methods(["GET", "POST"])
@for_event_chief
def event_rooms(request: HttpRequest, event: Event) -> HttpResponse:
    """Show and store the name, and the first and last table, of each room."""
    posted = request.method == "POST"
    forms = room_forms(event, request.POST if posted else None)
    wrong = [form for form in forms if not form.is_valid()]
    if posted and not wrong:
        try:
            set_rooms(event=event, plans=plans_of(forms), by=arbitrator(request), seen=read_seen_rooms(forms))
        except RuleViolation as error:
            messages.error(request, message_for(error))
        else:
            messages.success(request, gettext("Saved."))
            return redirect("event-rooms", event.pk)
    context = {"event": event, "forms": forms}
    return render(request, "website/events/rooms.html", context, status=422 if posted else 200)
