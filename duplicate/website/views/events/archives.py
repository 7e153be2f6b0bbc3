"""Saving an event as one file, and importing one."""

import io

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from duplicate.website.archive.exporter import write_archive
from duplicate.website.archive.format import MOST_BYTES
from duplicate.website.archive.importer import read_archive
from duplicate.website.events.forms import ArchiveForm
from tournaments.errors import RuleViolation
from tournaments.events.staff import role_of
from tournaments.http.uploads import takes_upload
from tournaments.models import Event
from tournaments.names.folding import slug
from tournaments.organisers.rights import Right
from tournaments.views.downloads import file_response
from tournaments.views.permissions import arbitrator, for_event_chief, for_organiser
from tournaments.wording.engine_messages import message_for


@require_GET
@for_event_chief
def save_event(request: HttpRequest, event: Event) -> HttpResponse:  # noqa: ARG001 - the desk's decorators pass a request
    """Send the event's archive; compressed, even a large one takes a few MB only."""
    file = io.BytesIO()
    write_archive(event, file)
    name = f"{slug(event.name) or 'event'}-{event.date.isoformat()}.isotop.zip"
    return file_response(file.getvalue(), "application/zip", name)


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
@permission_required("tournaments.import_event", raise_exception=True)
def import_event(request: HttpRequest) -> HttpResponse:
    """Import an archive: redirect to its event, or show the form again with what is wrong and where."""
    by = arbitrator(request)
    form = ArchiveForm(request.POST or None, request.FILES or None)
    there = None
    if request.method == "POST" and form.is_valid():
        try:
            event = read_archive(form.cleaned_data["file"], by=by)
        except RuleViolation as error:
            form.add_error("file", message_for(error))
            if error.code == "archive_here":
                there = Event.objects.filter(pk=str(error.params["key"])).first()
        else:
            told = gettext(
                "Event imported. You are its chief arbitrator. It is not public and its standings are "
                "hidden until you change that."
            )
            messages.success(request, told)
            return redirect("event", event.pk)
    at_desk = there is not None and role_of(there, by) is not None
    context = {"form": form, "there": there if at_desk else None}
    return render(request, "website/events/import_event.html", context, status=422 if form.errors else 200)
