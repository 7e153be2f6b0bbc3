"""Envelopes at a club's desk: importing one, its header, opening it with the code. Only the importer sees it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from duplicate.models.simultaneous import ReceivedEnvelope
from duplicate.prepared_games.clubs import participant
from duplicate.prepared_games.clubs.envelope import MOST_BYTES
from duplicate.prepared_games.clubs.forms import CodeForm, EnvelopeForm
from duplicate.prepared_games.clubs.participant import facts_of_envelope
from duplicate.prepared_games.clubs.selectors import envelopes_for
from duplicate.prepared_games.views.guards import for_owner
from tournaments.errors import RuleViolation
from tournaments.http.uploads import takes_upload
from tournaments.organisers.rights import Right
from tournaments.views.permissions import arbitrator, for_organiser
from tournaments.wording.engine_messages import message_for

of_receiver = for_owner(envelopes_for, "envelope_id", "envelope")


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
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
            messages.success(request, gettext("The envelope is open: create a game from it."))
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
    participant.say_all_have_played(received=received, by=arbitrator(request))
    return redirect("envelope", received.pk)


@require_POST
@of_receiver
def throw_away(request: HttpRequest, received: ReceivedEnvelope) -> HttpResponse:
    participant.throw_away(received=received, by=arbitrator(request))
    messages.success(request, gettext("Envelope deleted."))
    return redirect("simultaneous")


def _facts(received: ReceivedEnvelope) -> dict[str, Any]:
    try:
        return {"facts": facts_of_envelope(received)}
    except RuleViolation as error:
        return {"problem": message_for(error)}
