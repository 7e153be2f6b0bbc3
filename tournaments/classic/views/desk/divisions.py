"""Divisions for their directors: a new tournament, the divisions of an event, one division, its settings."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.classic.divisions import services as division_services
from tournaments.classic.divisions.phones import join_code
from tournaments.classic.forms.divisions import DivisionForm, TournamentForm
from tournaments.classic.match_records.annotated_boards import annotated_lines
from tournaments.classic.match_records.forms import GcgForm
from tournaments.classic.models import Division
from tournaments.classic.pairing import method_choices
from tournaments.classic.rounds.overview import overview_of
from tournaments.classic.rounds.plan import last_change
from tournaments.classic.scores.match_rules import describe_match_rules
from tournaments.classic.views.desk.permissions import for_division_chief, for_division_desk
from tournaments.errors import RuleViolation
from tournaments.events.actions import act_text
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.lexicons.services import lexicon_for_language
from tournaments.models import Event
from tournaments.organisers.rights import Right
from tournaments.views.permissions import arbitrator, at_desk, for_event_chief, for_organiser
from tournaments.views.refusals import refusals_in, refusals_told
from tournaments.wording.engine_messages import message_for

FIELDS_OF = {"division_name_taken": "name", "rounds_are_paired": "rounds_planned"}


@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Create an event with its first division and no duplicate game."""
    form = TournamentForm(request.POST or None, prefix="event")
    division_form = DivisionForm(request.POST or None, initial=_initial(gettext("Open")))
    if request.method == "POST" and form.is_valid() and division_form.is_valid():
        division = _create_division(request, form, division_form)
        if division is not None:
            return redirect("division-players", division.event_id, division.pk)
    return _new_page(request, division_form, event_form=form)


@require_http_methods(["GET", "POST"])
@for_event_chief
def new_division(request: HttpRequest, event: Event) -> HttpResponse:
    """Create a further division, with settings of its own."""
    form = DivisionForm(request.POST or None, initial=_initial(_free_name(event)))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, fields=FIELDS_OF):
            made = division_services.make_division(
                event=event, settings=form.instance, by=arbitrator(request)
            )
            return redirect("division-players", event.pk, made.pk)
    return _new_page(request, form, event=event)


@require_GET
@for_division_desk
def division_page(request: HttpRequest, division: Division) -> HttpResponse:
    """Render the division's rounds and the next step."""
    overview = overview_of(division)
    change = last_change(division) if at_desk(request).is_chief and not overview.all_begun else None
    context = {
        "event": division.event,
        "division": division,
        "overview": overview,
        "change": change,
        "change_text": act_text(change) if change else "",
        "methods": method_choices(),
        "match_rules": describe_match_rules(division),
        "code": join_code(division.event),
        "annotated": annotated_lines(division),
        "gcg_form": GcgForm(),
        "upload": reverse("import-annotated-game", args=[division.event_id, division.pk]),
    }
    return render(request, "classic/division.html", context)


@require_http_methods(["GET", "POST"])
@for_division_chief
def division_settings(request: HttpRequest, division: Division) -> HttpResponse:
    form = DivisionForm.of(division, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, fields=FIELDS_OF):
            division_services.change_division(
                division=division, settings=form.instance, by=arbitrator(request)
            )
            messages.success(request, gettext("Saved."))
            return redirect("division", division.event_id, division.pk)
    context = {
        "event": division.event,
        "division": division,
        "form": form,
        "removable": not division.rounds.exists(),
    }
    return render(request, "classic/settings.html", context, status=422 if form.errors else 200)


@require_POST
@for_division_chief
def remove_division(request: HttpRequest, division: Division) -> HttpResponse:
    with refusals_told(request):
        division_services.remove_division(division=division, by=arbitrator(request))
        messages.success(request, gettext("%(name)s deleted.") % {"name": division.name})
        return redirect("event", division.event_id)
    return redirect("division-settings", division.event_id, division.pk)


def _create_division(
    request: HttpRequest, form: TournamentForm, division_form: DivisionForm
) -> Division | None:
    by, data = arbitrator(request), form.cleaned_data
    try:
        return division_services.create_tournament(
            name=data["name"], day=data["date"], settings=division_form.instance, by=by
        )
    except ValidationError as error:
        form.add_error(None, error)
    except RuleViolation as error:
        division_form.add_error(FIELDS_OF.get(error.code), message_for(error))
    return None


def _initial(name: str) -> dict[str, Any]:
    return {"name": name, "lexicon": lexicon_for_language(get_language() or "en")}


def _free_name(event: Event) -> str:
    """Return “Open”, or a letter for each further division."""
    count = event.divisions.count()
    return (
        gettext("Division %(letter)s") % {"letter": chr(ord("A") + count % 26)} if count else gettext("Open")
    )


def _new_page(request: HttpRequest, form: DivisionForm, **more: Any) -> HttpResponse:
    event_form = more.get("event_form")
    wrong = form.errors or (event_form and event_form.errors)
    context = {"form": form, "lexicons": lexicons_offered().exists()} | more
    return render(request, "classic/new.html", context, status=422 if wrong else 200)
