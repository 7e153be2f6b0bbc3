"""An event as a folder of pages for a web site: asked for, its progress, and its file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from duplicate.website.public.visibility import visible_events
from duplicate.website.static_site.jobs import site_of, start_site
from duplicate.website.static_site.site import folder_of
from tournaments.jobs import progress_of
from tournaments.models import Event, PrintJob
from tournaments.views.downloads import file_response
from tournaments.views.permissions import arbitrator, for_event_chief, is_htmx
from tournaments.views.refusals import refusals_told


@require_http_methods(["GET", "POST"])
@for_event_chief
def static_site(request: HttpRequest, event: Event) -> HttpResponse:
    """Show what a site has, and the progress of the last one; make one."""
    by = arbitrator(request)
    if request.method == "POST":
        with refusals_told(request):
            start_site(event=event, by=by)
        return redirect("static-site", event.pk)
    job = site_of(event, by)
    context = {
        "event": event,
        "job": job,
        "progress": progress_of(job) if job else "",
        "visible": visible_events().filter(pk=event.pk).exists(),
    }
    template = "website/events/static_site.html"
    return render(request, f"{template}#state" if is_htmx(request) else template, context)


@require_GET
@for_event_chief
def static_site_file(request: HttpRequest, event: Event) -> HttpResponse:
    """Send the site that is ready; without one, lead to its page."""
    job = site_of(event, arbitrator(request))
    if job is None or job.state != PrintJob.State.DONE:
        return redirect("static-site", event.pk)
    return file_response(bytes(job.file), "application/zip", f"{folder_of(event)}.zip")
