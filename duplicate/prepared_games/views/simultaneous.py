"""Simultaneous games at the desk of their organiser, and the list of them with the envelopes of other
organisers.

Only the organiser of a game sees it here.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.games.rules.presets import rules_title
from duplicate.models.simultaneous import ReceivedEnvelope, Simultaneous
from duplicate.prepared_games.clubs import envelope, organiser
from duplicate.prepared_games.clubs.clubs import club_states
from duplicate.prepared_games.clubs.forms import ClubForm, SendForm
from duplicate.prepared_games.clubs.organiser import code_of
from duplicate.prepared_games.clubs.selectors import list_envelopes, list_simultaneous, simultaneous_for
from duplicate.prepared_games.results.forms import ResultFileForm
from duplicate.prepared_games.views.guards import for_owner
from duplicate.rounds.confirmations import ConfirmationNeeded
from tournaments.errors import RuleViolation
from tournaments.http.addresses import address_for_phones
from tournaments.names.folding import slug
from tournaments.organisers.rights import Right
from tournaments.views.downloads import file_response
from tournaments.views.pagination import PageOfList, find_part, take_part
from tournaments.views.permissions import arbitrator, for_organiser
from tournaments.wording.engine_messages import message_for

ENVELOPES = 20
# Results on the page of the game, the last to arrive first; all are on that of its clubs.
LATEST = 8
of_organiser = for_owner(simultaneous_for, "simultaneous_id", "simultaneous-game")


@require_GET
@for_organiser(Right.RUN_EVENTS)
def simultaneous_list(request: HttpRequest) -> HttpResponse:
    by = arbitrator(request)
    part: PageOfList[Simultaneous] = find_part(request.GET, lambda text: list_simultaneous(by, text))
    envelopes: PageOfList[ReceivedEnvelope] = take_part(
        request.GET, list_envelopes(by), per_page=ENVELOPES, parameter="envelopes"
    )
    context = {
        "part": part,
        "envelopes_part": envelopes,
        "received": [(each, _name_in(each)) for each in envelopes.page],
    }
    return render(request, "duplicate/desk/simultaneous/list.html", context)


@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
def send_out(request: HttpRequest) -> HttpResponse:
    by = arbitrator(request)
    form = SendForm(request.POST or None, by=by, initial={"prepared": request.GET.get("prepared")})
    if request.method == "POST" and form.is_valid():
        try:
            sent = organiser.send_out(**form.cleaned_data, by=by)
        except RuleViolation as error:
            form.add_error(None, message_for(error))
        else:
            return redirect("simultaneous-game", sent.pk)
    return render(
        request, "duplicate/desk/simultaneous/send.html", {"form": form}, status=422 if form.errors else 200
    )


@require_GET
@of_organiser
def game(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Show the envelope and its code, the clubs with tokens, their results."""
    return game_page(request, sent)


@require_GET
@of_organiser
def download(request: HttpRequest, sent: Simultaneous) -> HttpResponse:  # noqa: ARG001 - the decorator needs it
    name = f"{slug(sent.name) or 'simultaneous'}.isotop"
    return file_response(bytes(sent.envelope), "application/octet-stream", name)


@require_POST
@of_organiser
def settle(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Set the results final or provisional again, and how solos count; ask before missing clubs are left out."""
    by = arbitrator(request)
    if "final" in request.POST:
        final, confirmed = request.POST["final"] == "yes", request.POST.getlist("confirmed")
        try:
            organiser.set_final(sent=sent, final=final, by=by, confirmed=confirmed)
        except ConfirmationNeeded as needed:
            return game_page(request, sent, needed=needed)
    if "published" in request.POST:
        organiser.set_published(sent=sent, published=request.POST["published"] == "yes", by=by)
    if "merged_solos" in request.POST:
        organiser.set_merged_solos(sent=sent, merged_solos=request.POST["merged_solos"] == "yes", by=by)
    return redirect("simultaneous-game", sent.pk)


@require_POST
@of_organiser
def take_back(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    organiser.take_back(sent=sent, by=arbitrator(request))
    messages.success(request, gettext("“%(name)s” cancelled.") % {"name": sent.name})
    return redirect("simultaneous")


def game_page(request: HttpRequest, sent: Simultaneous, **more: Any) -> HttpResponse:
    """Show the organiser's page, perhaps with a form that was refused or an act that is to be confirmed."""
    forms = {"club_form": ClubForm(), "file_form": ResultFileForm()} | more
    errors = "needed" in more or any(getattr(form, "errors", None) for form in forms.values())
    context = {
        "sent": sent,
        "header": envelope.read_header(bytes(sent.envelope)),
        "rules": rules_title(sent.prepared.rule_set),
        "invited": None,
        "public_address": address_for_phones(request, reverse("public-simultaneous", args=[sent.pk])),
        **_results(sent),
        **_code(sent),
        **forms,
    }
    return render(request, "duplicate/desk/simultaneous/game.html", context, status=422 if errors else 200)


def _results(sent: Simultaneous) -> dict[str, Any]:
    """Return how many clubs have sent, of how many, and the latest results with their numbers of players."""
    states = club_states(sent)
    versions = sorted(
        (state.version for state in states if state.version),
        key=lambda each: (each.arrived_at, each.pk),
        reverse=True,
    )
    latest = versions[:LATEST]
    contents = sent.results.filter(pk__in=[each.pk for each in latest]).values_list("pk", "content")
    players = {key: len(content["entries"]) for key, content in contents}
    return {
        "clubs": len(states),
        "in_count": len(versions),
        "versions": [(each, players[each.pk]) for each in latest],
    }


def _code(sent: Simultaneous) -> dict[str, str]:
    try:
        return {"code": code_of(sent)}
    except RuleViolation as error:
        return {"code_problem": message_for(error)}


def _name_in(received: ReceivedEnvelope) -> envelope.Header | None:
    """Return the header; None if the stored file is damaged."""
    try:
        return envelope.read_header(bytes(received.data))
    except RuleViolation:
        return None
