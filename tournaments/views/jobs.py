"""The page of a job that is done in steps, while it is under way."""

from collections.abc import Sequence
from typing import Any

from django.db.models import TextChoices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.jobs import stop
from tournaments.models.jobs import Job
from tournaments.views.permissions import is_htmx

DESK_NAV = "tournaments/desk_nav.html"


def show_steps(
    request: HttpRequest, job: Job, steps: Sequence[TextChoices], *, status: int = 200, **context: Any
) -> HttpResponse:
    """Show which of the steps a job has come to, or only the region with them: the page asks for it each second.

    `context` has the words of `tournaments/job_steps.html`.
    """
    context |= {
        "steps": [(step.label, step == job.step) for step in steps],
        "place": next((place for place, step in enumerate(steps, 1) if step == job.step), 1),
    }
    template = "tournaments/job_steps.html" + ("#state" if is_htmx(request) else "")
    return render(request, template, {"nav": DESK_NAV} | context, status=status)


def stop_if_asked(request: HttpRequest, job: Job) -> HttpResponse | None:
    """Stop a job if the button of its page asks for it, and lead to what has come of it."""
    if "stop" not in request.POST:
        return None
    stop(job)
    return redirect(request.path)


def reload_page(request: HttpRequest) -> HttpResponse | None:
    """Return a reload of the whole page if the progress of a job is asked for that is over."""
    return HttpResponse(headers={"HX-Refresh": "true"}) if is_htmx(request) else None
