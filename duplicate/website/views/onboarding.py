"""The first evening: the steps on the desk's home, and the sample event."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from duplicate.website.models import SampleEvent
from duplicate.website.onboarding import checklist, sample_event
from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.http.addresses import address_for_phones
from tournaments.names.folding import tidy
from tournaments.organisers.rights import Right
from tournaments.views.permissions import arbitrator, for_organiser
from tournaments.views.qr import qr_svg
from tournaments.wording.engine_messages import message_for

COOKIE, YEAR = "first-steps", 60 * 60 * 24 * 365


def steps_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the first steps for the desk's home; empty if there are none."""
    if request.COOKIES.get(COOKIE) == "known":
        return {}
    steps = checklist.first_steps_for(arbitrator(request))
    if steps is None or steps.game is None:
        return {"steps": steps}
    address = address_for_phones(request, reverse("join", args=[steps.game.code]))
    return {
        "steps": steps,
        "address": address,
        "qr": qr_svg(address, _("QR code: %(address)s") % {"address": address}),
    }


@require_POST
@for_organiser(Right.ADMINISTER)
def name_club(request: HttpRequest) -> HttpResponse:
    name = tidy(request.POST.get("club", ""))
    try:
        if name:
            checklist.name_club(name=name, by=arbitrator(request))
    except RuleViolation as refused:
        messages.error(request, message_for(refused))
    return redirect("desk")


@require_POST
@login_required
@never_cache
def dismiss(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - the cookie is the same for every request
    """Dismiss the first steps: a cookie of the browser remembers it."""
    answer = redirect("desk")
    answer.set_cookie(
        COOKIE,
        "known",
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


@require_POST
@for_organiser(Right.RUN_EVENTS)
def make(request: HttpRequest) -> HttpResponse:
    try:
        sample_event.make_sample(by=arbitrator(request))
    except (RuleViolation, EngineError) as refused:
        messages.error(request, message_for(refused))
    else:
        messages.success(request, _("Sample event created. Open one of its games."))
    return redirect("desk")


@require_POST
@for_organiser(Right.RUN_EVENTS)
def remove(request: HttpRequest) -> HttpResponse:
    by = arbitrator(request)
    made = SampleEvent.objects.select_related("event").filter(made_by=by).first()
    if made is None:
        return redirect("desk")
    try:
        sample_event.remove_sample(event=made.event, by=by)
    except RuleViolation as refused:
        messages.error(request, message_for(refused))
    else:
        messages.success(request, _("Sample event removed."))
    return redirect("desk")
