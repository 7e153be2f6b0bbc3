"""Views of the import of people: the file, its changes, the people missing from it, and the button that
imports it.

They are for users who may change players, as in `players`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import localize
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.errors import RuleViolation
from tournaments.http.uploads import takes_upload
from tournaments.jobs import progress_of
from tournaments.models import PeopleList, Player
from tournaments.names.folding import club_key
from tournaments.people.forms import PeopleFileForm
from tournaments.people.imports import report
from tournaments.people.imports import services as import_services
from tournaments.people.imports.columns import COLUMNS
from tournaments.people.imports.files import MOST_BYTES
from tournaments.people.imports.plan import PlanKind
from tournaments.people.imports.writer import count_written_lines
from tournaments.people.services import Person, person_of
from tournaments.processes.memory import returns_memory
from tournaments.views.jobs import reload_page, show_steps, stop_if_asked
from tournaments.views.people.import_groups import SHOWN, group_cells, group_lines, more_lines, show_ticked
from tournaments.views.people.players import for_keepers, people_file, send_dated_file
from tournaments.views.refusals import refusals_in, refusals_told
from tournaments.wording.engine_messages import message_for

SHOWN_OF_COLUMN = 3
LATEST = 20


@takes_upload(MOST_BYTES)
@require_http_methods(["GET", "POST"])
@for_keepers
@returns_memory
def new_import(request: HttpRequest) -> HttpResponse:
    """Store an uploaded list for review."""
    posted = request.method == "POST"
    form = PeopleFileForm(request.POST if posted else None, request.FILES if posted else None)
    if form.is_bound and form.is_valid():
        file = form.cleaned_data["file"]
        with refusals_in(form, "file"):
            kept = import_services.keep_list(
                data=file.read(), file_name=file.name, by=cast("User", request.user)
            )
            return redirect("people-import", kept.pk)
    done = PeopleList.objects.filter(event=None).exclude(done_at=None).select_related("asked_by")[:LATEST]
    context = {"form": form, "done": done}
    return render(request, "tournaments/people/import.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@for_keepers
@returns_memory
def look_at_import(request: HttpRequest, list_id: int) -> HttpResponse:
    """Show the changes of a list and the button that imports it; then the progress, and the result."""
    kept = get_object_or_404(PeopleList, pk=list_id, event=None)
    status = 200
    if stopped := stop_if_asked(request, kept):
        return stopped
    if request.method == "POST":
        try:
            by, mark = cast("User", request.user), request.POST.get("mark", "")
            import_services.ask_import(people=kept, mark=mark, by=by, choices=_chosen(request, kept))
        except RuleViolation as error:
            messages.error(request, message_for(error))
            status = 422
        else:
            return redirect("people-import", list_id)
    match progress_of(kept):
        case "running" | "waiting":
            return _progress_page(request, kept, status)
        case "done":
            return _done_page(request, kept, status)
        case _ if "group" in request.GET:
            return more_lines(request, import_services.plan_of(kept))
        case progress:
            context = _plan_shown(kept, _ticked(request)) | {"progress": progress}
            return reload_page(request) or render(
                request, "tournaments/people/look.html", context, status=status
            )


@require_POST
@for_keepers
def choose_columns(request: HttpRequest, list_id: int) -> HttpResponse:
    """Read a list again, with the meaning of each column that the user chose."""
    kept = get_object_or_404(PeopleList, pk=list_id, event=None)
    with refusals_told(request):
        import_services.read_again(people=kept, reading=request.POST.getlist("column"))
    return redirect("people-import", list_id)


@require_GET
@for_keepers
def left_out(request: HttpRequest, list_id: int) -> HttpResponse:  # noqa: ARG001 - the decorator needs it
    """Return the lines that are not imported, with the reasons, as a file to be mended and imported again."""
    kept = get_object_or_404(PeopleList, pk=list_id, event=None)
    lines = kept.left_out
    if kept.done_at is None:
        lines = report.list_left_out(kept, import_services.plan_of(kept))
    return send_dated_file(report.left_out_table(kept.headings, lines), gettext("left out"), "csv")


@require_GET
@for_keepers
def missing(request: HttpRequest, list_id: int) -> HttpResponse:  # noqa: ARG001 - the decorator needs it
    """Return the people missing from a list, as a file for asking their clubs."""
    kept = get_object_or_404(PeopleList, pk=list_id, event=None)
    return people_file(_missing_from(kept), gettext("missing"), "csv")


def _missing_from(kept: PeopleList) -> list[Player]:
    """Return the missing people as of now, or as of the import."""
    keys = kept.result.get("missing", []) if kept.done_at else None
    if keys is None:
        keys = [pk for pk, _person in import_services.look_at(kept)[1]]
    players = Player.objects.select_related("club").in_bulk(keys)
    return [players[pk] for pk in keys if pk in players]


def _progress_page(request: HttpRequest, kept: PeopleList, status: int) -> HttpResponse:
    count = len(kept.lines)
    return show_steps(
        request,
        kept,
        list(PeopleList.Step),
        page="people",
        back=(reverse("people"), gettext("All people")),
        name=kept.file_name,
        title=ngettext("One line is being imported", "%(number)s lines are being imported", count)
        % {"number": localize(count)},
        hint=gettext(
            "You may leave this page. If the program is stopped, imported lines are kept and you can start again."
        ),
        status=status,
    )


def _done_page(request: HttpRequest, kept: PeopleList, status: int) -> HttpResponse:
    done = report.imported_lines(kept)
    if "group" in request.GET:
        return more_lines(request, done, done=True)
    lacking = [(player.pk, person_of(player)) for player in _missing_from(kept)]
    context = group_lines(done) | {
        "kept": kept,
        "same": kept.result.get(PlanKind.SAME, 0),
        "left_out_shown": kept.left_out[:SHOWN],
        "said": _describe_counts(Counter(kept.result)),
        "missing": lacking,
        "missing_by_club": _group_by_club(lacking, ()),
    }
    return reload_page(request) or render(request, "tournaments/people/done.html", context, status=status)


def _chosen(request: HttpRequest, kept: PeopleList) -> import_services.Choices:
    """Return the choices of the submitted form."""
    asked, number = request.POST, request.POST.get("left_out", "")
    renamed = _ticked(request)
    if "all_renamed" in asked:
        renamed = {line.number for line in import_services.plan_of(kept) if line.kind is PlanKind.RENAMED}
    return import_services.Choices(
        renamed=renamed,
        left_out=int(number) if number.isdecimal() and len(number) < 9 else 0,
        without_licences="without_licences" in asked,
    )


def _ticked(request: HttpRequest) -> set[int]:
    """Return the numbers of the lines whose new names are ticked in the submitted form."""
    asked = request.POST.getlist("renamed")
    return {int(line) for line in asked if line.isdecimal() and len(line) < 9}


def _plan_shown(kept: PeopleList, ticked: set[int]) -> dict[str, Any]:
    planned, lacking = import_services.look_at(kept)
    groups = group_lines(planned)
    return groups | {
        "renamed": show_ticked(groups["renamed"], ticked),
        "ticked": ticked,
        "kept": kept,
        "mark": import_services.tag_import_plan(planned),
        "written": count_written_lines(kept),
        "planned": planned,
        "columns": _columns(kept),
        "choices": COLUMNS,
        "columns_address": reverse("people-columns", args=[kept.pk]),
        "licences_unread": import_services.licences_unread(kept),
        "new_clubs": import_services.new_clubs(planned),
        "cells": group_cells(planned),
        "missing": lacking,
        "missing_by_club": _group_by_club(lacking, [line.person.club for line in planned]),
    }


def _columns(kept: PeopleList) -> list[dict[str, Any]]:
    """Return each column with its meaning and its first values."""
    columns = []
    for place, (heading, column) in enumerate(zip(kept.headings, kept.reading, strict=True)):
        cells = (cells[place] for _number, cells in kept.lines if place < len(cells) and cells[place])
        columns.append({"heading": heading, "column": column, "said": list(islice(cells, SHOWN_OF_COLUMN))})
    return columns


def _group_by_club(
    lacking: Sequence[tuple[int, Person]], named: Iterable[str]
) -> list[tuple[str, list[tuple[int, Person]]]]:
    """Return the missing people by club: first the clubs that the list names, as these are the ones to ask."""
    clubs: dict[str, list[tuple[int, Person]]] = {}
    for pk, one in lacking:
        clubs.setdefault(one.club, []).append((pk, one))
    in_list = {club_key(club) for club in named if club}
    return sorted(clubs.items(), key=lambda found: club_key(found[0]) not in in_list)


def _describe_counts(counts: Counter[str]) -> str:
    new = ngettext("%(count)s new player", "%(count)s new players", counts[PlanKind.NEW]) % {
        "count": counts[PlanKind.NEW]
    }
    number = counts[PlanKind.CHANGED] + counts[PlanKind.RENAMED]
    changed = ngettext("%(count)s changed", "%(count)s changed", number) % {"count": number}
    return gettext("Imported: %(new)s, %(changed)s.") % {"new": new, "changed": changed}
