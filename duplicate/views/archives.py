"""A whole event as one file: saving it, and bringing one in."""

import io

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from duplicate.event_archive.reading import check_nobody_waits, read_archive
from duplicate.event_archive.writing import write_archive
from duplicate.event_forms import ArchiveForm
from duplicate.views.printing import document
from tournaments.alike import slug
from tournaments.errors import RuleViolation
from tournaments.messages import message_for
from tournaments.models import Event
from tournaments.posts import role_of
from tournaments.views.access import arbitrator
from tournaments.views.event_access import for_event_chief


@require_GET
@for_event_chief
def save_event(request: HttpRequest, event: Event) -> HttpResponse:  # noqa: ARG001 - doors of the desk take a request
    """Packed it takes a few MB, whoever it is of."""
    file = io.BytesIO()
    write_archive(event, file)
    name = f"{slug(event.name) or 'event'}-{event.date.isoformat()}.isotop.zip"
    return document(file.getvalue(), "application/zip", name, saved=True)


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def bring_in_event(request: HttpRequest) -> HttpResponse:
    """Read an archive: on to its event, or the form again with what is wrong and where."""
    by = arbitrator(request)
    form = ArchiveForm(request.POST or None, request.FILES or None)
    there = None
    if request.method == "POST" and form.is_valid():
        try:
            check_nobody_waits()
            event = read_archive(form.cleaned_data["file"], by=by)
        except RuleViolation as error:
            form.add_error("file", message_for(error))
            if error.code == "archive_here":
                there = Event.objects.filter(pk=str(error.params["key"])).first()
        else:
            told = gettext(
                "The event is here, and you are its chief. Its standings are hidden and it is not public, "
                "until you say so."
            )
            messages.success(request, told)
            return redirect("event", event.pk)
    at_desk = there is not None and role_of(there, by) is not None
    context = {"form": form, "there": there if at_desk else None}
    return render(request, "duplicate/events/bring_in.html", context, status=422 if form.errors else 200)
