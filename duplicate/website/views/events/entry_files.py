"""Entering a file into an event: the review with its one list of questions, the progress, and the result.

It shows and adds people of the organiser's list: for users at the desk who may change that list.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from itertools import islice
from typing import Any, Concatenate, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import localize
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.website.events import entry_import
from tournaments.errors import RuleViolation
from tournaments.events.registration.entry_columns import EventParts
from tournaments.events.registration.entry_plan import CATEGORIES, PlannedEntry, PlanState, tag_plan
from tournaments.http.uploads import takes_upload
from tournaments.jobs import UNDER_WAY, progress_of
from tournaments.models import Event, PeopleList, organiser_in_scope
from tournaments.names.folding import slug
from tournaments.organisers.rights import Right, has_right
from tournaments.people.forms import PeopleFileForm
from tournaments.people.imports.files import MOST_BYTES
from tournaments.people.imports.questions import PersonQuestion
from tournaments.people.imports.report import left_out_table
from tournaments.processes.memory import returns_memory
from tournaments.views.answers import read_answers
from tournaments.views.downloads import table_file
from tournaments.views.jobs import reload_page, show_steps, stop_if_asked
from tournaments.views.permissions import arbitrator, for_event_registrars
from tournaments.views.refusals import refusals_in, refusals_told
from tournaments.wording.engine_messages import message_for

SHOWN_OF_COLUMN = 3
P = ParamSpec("P")


def for_list_keepers(
    view: Callable[Concatenate[HttpRequest, Event, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate a view for users who may enter people here and change the list of people."""

    @wraps(view)
    def guarded(request: HttpRequest, event: Event, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not has_right(arbitrator(request), organiser_in_scope(), Right.ENTER_PEOPLE):
            raise PermissionDenied
        return view(request, event, *args, **kwargs)

    return for_event_registrars(guarded)


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@for_list_keepers
@returns_memory
def enter_file(request: HttpRequest, event: Event) -> HttpResponse:
    """Store an uploaded file for review."""
    posted = request.method == "POST"
    form = PeopleFileForm(request.POST if posted else None, request.FILES if posted else None)
    if form.is_bound and form.is_valid():
        file = form.cleaned_data["file"]
        with refusals_in(form, "file"):
            kept = entry_import.keep_entry_list(
                event=event, data=file.read(), file_name=file.name, by=arbitrator(request)
            )
            return redirect("entry-list", event.pk, kept.pk)
    done = event.entry_lists.exclude(done_at=None)
    context = {"event": event, "form": form, "done": done}
    return render(request, "website/events/enter_file.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@for_list_keepers
@returns_memory
def entry_list(request: HttpRequest, event: Event, entry_list_id: int) -> HttpResponse:
    """Show the plan of a file and what it asks; then the progress, and the result."""
    kept = _list_of(event, entry_list_id)
    if stopped := stop_if_asked(request, kept):
        return stopped
    answers, refused = read_answers(request), ""
    if request.method == "POST":
        try:
            entry_import.ask_entering(
                kept=kept,
                event=event,
                by=arbitrator(request),
                answers=answers,
                mark=request.POST.get("mark", ""),
            )
        except RuleViolation as error:
            refused = message_for(error)
        else:
            return redirect("entry-list", event.pk, entry_list_id)
    progress = progress_of(kept)
    if progress in UNDER_WAY:
        return _show_progress(request, event, kept)
    if over := reload_page(request):
        return over
    context: dict[str, Any] = {"event": event, "kept": kept, "progress": progress, "refused": refused}
    if progress == "done":
        return render(request, "website/events/entry_list_done.html", context)
    context |= _plan_shown(request, kept, event, answers)
    return render(request, "website/events/entry_list.html", context, status=422 if refused else 200)


def _show_progress(request: HttpRequest, event: Event, kept: PeopleList) -> HttpResponse:
    count = len(kept.lines)
    return show_steps(
        request,
        kept,
        list(PeopleList.Step),
        nav="tournaments/events/nav.html",
        page="door",
        event=event,
        name=kept.file_name,
        title=ngettext("One line is being entered", "%(number)s lines are being entered", count)
        % {"number": localize(count)},
        hint=gettext("You may leave this page."),
    )


@require_POST
@for_list_keepers
def choose_columns(request: HttpRequest, event: Event, entry_list_id: int) -> HttpResponse:
    """Read a file again, with the meaning of each column that the user chose."""
    kept = _list_of(event, entry_list_id)
    with refusals_told(request):
        entry_import.read_entries_again(kept=kept, event=event, reading=request.POST.getlist("column"))
    return redirect("entry-list", event.pk, entry_list_id)


@require_GET
@for_list_keepers
def left_out(request: HttpRequest, event: Event, entry_list_id: int) -> HttpResponse:
    """Send the lines that are not entered, with the reasons, as a file to be mended and entered again."""
    kept = _list_of(event, entry_list_id)
    lines = kept.left_out
    if kept.done_at is None:
        plan = entry_import.plan_of(kept, event, arbitrator(request), {})
        lines = entry_import.list_left_out(kept, plan)
    stem = f"{slug(gettext('left out'))}-{slug(event.name) or event.pk}-{event.date.isoformat()}"
    return table_file(left_out_table(kept.headings, lines), "csv", stem)


def _list_of(event: Event, key: int) -> PeopleList:
    return get_object_or_404(event.entry_lists, pk=key)


def _plan_shown(
    request: HttpRequest, kept: PeopleList, event: Event, answers: dict[str, str]
) -> dict[str, Any]:
    by = arbitrator(request)
    plan = entry_import.plan_of(kept, event, by, answers)
    usual = entry_import.plan_of(kept, event, by, {}) if answers else plan
    parts = entry_import.parts_of(event)
    strange, sets = entry_import.ask_about_categories(kept, event, by)
    by_state = {state.value: [one for one in plan if one.state is state] for state in PlanState}
    people = [line for one in by_state["enter"] for line in one.people]
    return by_state | {
        "planned": plan,
        "mark": tag_plan(usual),
        "questions": _questions(plan),
        "strange_categories": strange,
        "category_sets": sets,
        "categories_answer": answers.get(CATEGORIES, ""),
        "cells": [one for one in plan if one.cells and one.state in {PlanState.ENTER, PlanState.OPEN}],
        "pairs": sum(len(one.people) > 1 for one in by_state["enter"]),
        "new_people": [line.person for line in people if line.pk is None],
        "idle": [one for one in by_state["enter"] if _plays_nothing(one, parts)],
        "groups": sorted({one.details.group for one in plan} - {"", *event.groups}),
        "teams": len({one.details.team for one in plan} - {""}),
        "paid_count": sum(one.details.paid for one in by_state["enter"]),
        "parts": _count_parts(by_state["enter"], parts.games, parts.divisions),
        "columns": _columns(kept),
        "choices": parts.columns,
        "columns_address": reverse("entry-columns", args=[event.pk, kept.pk]),
    }


def _questions(plan: Sequence[PlannedEntry]) -> list[tuple[PersonQuestion, PlannedEntry]]:
    """Return all questions; those without an answer come first."""
    asked = [(question, one) for one in plan for question in one.questions]
    return sorted(asked, key=lambda pair: bool(pair[0].answer))


def _count_parts(
    entering: Sequence[PlannedEntry], games: Mapping[int, str], divisions: Mapping[int, str]
) -> list[tuple[str, int]]:
    """Return each game and division, with how many entries play it."""
    into = Counter(one.details.division for one in entering)
    plays = [
        (name, sum(number not in one.details.skips for one in entering)) for number, name in games.items()
    ]
    return plays + [(name, into[key]) for key, name in divisions.items()]


def _plays_nothing(one: PlannedEntry, parts: EventParts) -> bool:
    return bool(parts.games) and one.details.division is None and one.details.skips >= parts.games.keys()


def _columns(kept: PeopleList) -> list[dict[str, Any]]:
    """Return each column with its meaning and its first values."""
    columns = []
    for place, (heading, column) in enumerate(zip(kept.headings, kept.reading, strict=True)):
        cells = (cells[place] for _number, cells in kept.lines if place < len(cells) and cells[place])
        columns.append({"heading": heading, "column": column, "said": list(islice(cells, SHOWN_OF_COLUMN))})
    return columns
