"""Envelopes at a club's desk: importing one, its header, opening it with the code. Only the importer sees it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from duplicate.forms.simultaneous import CodeForm, EnvelopeForm
from duplicate.models.simultaneous import ReceivedEnvelope
from duplicate.simultaneous import participant
from duplicate.simultaneous.envelope import MOST_BYTES
from duplicate.simultaneous.participant import envelopes_for, facts_of_envelope
from tournaments.core.engine_messages import message_for
from tournaments.core.errors import RuleViolation
from tournaments.core.http.uploads import takes_upload
from tournaments.views.permissions import arbitrator

P = ParamSpec("P")


def of_receiver(view: Callable[Concatenate[HttpRequest, ReceivedEnvelope, P], HttpResponse]) -> Any:
    """Guard a view of one envelope: for everybody but its importer the envelope does not exist."""

    @login_required
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, envelope_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        received = get_object_or_404(envelopes_for(arbitrator(request)), pk=envelope_id)
        return view(request, received, *args, **kwargs)

    return guarded


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def new_envelope(request: HttpRequest) -> HttpResponse:
    posted = request.method == "POST"
    form = EnvelopeForm(request.POST if posted else None, request.FILES if posted else None)
    if posted and form.is_valid():
        try:
            received = participant.import_envelope(
                data=form.cleaned_data["file"].read(), by=arbitrator(request)
            )
        except RuleViolation as error:
            form.add_error("file", message_for(error))
        else:
            return redirect("envelope", received.pk)
    return render(
        request,
        "duplicate/desk/simultaneous/import_envelope.html",
        {"form": form},
        status=422 if form.errors else 200,
    )


@require_http_methods(["GET", "POST"])
@of_receiver
def envelope(request: HttpRequest, received: ReceivedEnvelope) -> HttpResponse:
    """Show the header and the form that opens the envelope; once it is open, the link to its game."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            prepared = participant.open_received(
                received=received, code=form.cleaned_data["code"], by=arbitrator(request)
            )
        except RuleViolation as error:
            form.add_error("code", message_for(error))
        else:
            messages.success(request, gettext("The envelope is open: make a game of it."))
            return redirect("prepared-game", prepared.pk)
    return render(
        request,
        "duplicate/desk/simultaneous/envelope.html",
        {"received": received, "form": form, **_facts(received)},
        status=422 if form.errors else 200,
    )


@require_POST
@of_receiver
def all_played(request: HttpRequest, received: ReceivedEnvelope) -> HttpResponse:
    try:
        participant.say_all_have_played(received=received, by=arbitrator(request))
    except RuleViolation as error:
        messages.error(request, message_for(error))
    return redirect("envelope", received.pk)


@require_POST
@of_receiver
def throw_away(request: HttpRequest, received: ReceivedEnvelope) -> HttpResponse:
    try:
        participant.throw_away(received=received, by=arbitrator(request))
    except RuleViolation as error:
        messages.error(request, message_for(error))
        return redirect("envelope", received.pk)
    messages.success(request, gettext("The envelope is thrown away."))
    return redirect("simultaneous")


def _facts(received: ReceivedEnvelope) -> dict[str, Any]:
    try:
        return {"facts": facts_of_envelope(received)}
    except RuleViolation as error:
        return {"problem": message_for(error)}
