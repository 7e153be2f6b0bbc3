"""Bringing in a list of people: the file, what it would change, who is missing from it, and the button. For who may
change players, as in `views.people`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments import people_import, people_record
from tournaments.alike import club_key
from tournaments.errors import RuleViolation
from tournaments.forms import PeopleFileForm
from tournaments.messages import message_for
from tournaments.models import PeopleList, Player
from tournaments.people import Person, person_of
from tournaments.people_columns import COLUMNS
from tournaments.people_plan import Kind, PlannedLine
from tournaments.views.people import dated_file, for_keepers, people_file

SHOWN_OF_COLUMN = 3
LATEST = 20


@require_http_methods(["GET", "POST"])
@for_keepers
def new_import(request: HttpRequest) -> HttpResponse:
    """A list as a file, kept to be looked at."""
    posted = request.method == "POST"
    form = PeopleFileForm(request.POST if posted else None, request.FILES if posted else None)
    if form.is_bound and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            kept = people_import.keep_list(
                data=file.read(), file_name=file.name, by=cast("User", request.user)
            )
        except RuleViolation as error:
            form.add_error("file", message_for(error))
        else:
            return redirect("people-import", kept.pk)
    done = PeopleList.objects.exclude(done_at=None).select_related("asked_by")[:LATEST]
    context = {"form": form, "done": done}
    return render(request, "tournaments/people/import.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@for_keepers
def look_at_import(request: HttpRequest, list_id: int) -> HttpResponse:
    """What a list would change and the button that brings it in; then how far that is, and what was done."""
    kept = get_object_or_404(PeopleList, pk=list_id)
    status = 200
    if request.method == "POST":
        try:
            by, mark = cast("User", request.user), request.POST.get("mark", "")
            people_import.ask_import(people=kept, mark=mark, by=by, choices=_chosen(request, kept))
        except RuleViolation as error:
            messages.error(request, message_for(error))
            status = 422
        else:
            return redirect("people-import", list_id)
    match people_import.progress_of_import(kept):
        case "running":
            return _under_way(request, kept, status)
        case "done":
            return _done(request, kept, status)
        case progress:
            context = _plan_shown(kept) | {"progress": progress}
            return _afresh(request) or render(request, "tournaments/people/look.html", context, status=status)


@require_POST
@for_keepers
def choose_columns(request: HttpRequest, list_id: int) -> HttpResponse:
    """Read a list again, each column as what the user says it is."""
    kept = get_object_or_404(PeopleList, pk=list_id)
    try:
        people_import.read_again(people=kept, reading=request.POST.getlist("column"))
    except RuleViolation as error:
        messages.error(request, message_for(error))
    return redirect("people-import", list_id)


@require_GET
@for_keepers
def left_out(request: HttpRequest, list_id: int) -> HttpResponse:  # noqa: ARG001 - the decorator needs it
    """The lines that are not brought in, with the reasons, as a file to be mended and brought in again."""
    kept = get_object_or_404(PeopleList, pk=list_id)
    lines = kept.left_out
    if kept.done_at is None:
        lines = people_record.left_out_lines(kept, people_import.plan_of(kept))
    return dated_file(people_record.left_out_table(kept.headings, lines), gettext("left out"), "csv")


@require_GET
@for_keepers
def missing(request: HttpRequest, list_id: int) -> HttpResponse:  # noqa: ARG001 - the decorator needs it
    """Who is missing from a list, as a file for asking their clubs."""
    kept = get_object_or_404(PeopleList, pk=list_id)
    return people_file(_missing_from(kept), gettext("missing"), "csv")


def _missing_from(kept: PeopleList) -> list[Player]:
    """As it is now, or as it was when the list was brought in."""
    keys = kept.result.get("missing", []) if kept.done_at else None
    if keys is None:
        keys = [pk for pk, _person in people_import.look_at(kept)[1]]
    players = Player.objects.select_related("club").in_bulk(keys)
    return [players[pk] for pk in keys if pk in players]


def _under_way(request: HttpRequest, kept: PeopleList, status: int) -> HttpResponse:
    template = "tournaments/people/under_way.html" + ("#state" if "HX-Request" in request.headers else "")
    steps = [(step.label, step == kept.step) for step in PeopleList.Step]
    place = list(PeopleList.Step).index(PeopleList.Step(kept.step)) if kept.step else 0
    context = {"kept": kept, "steps": steps, "place": place + 1, "count": len(kept.lines)}
    return render(request, template, context, status=status)


def _done(request: HttpRequest, kept: PeopleList, status: int) -> HttpResponse:
    lacking = [(player.pk, person_of(player)) for player in _missing_from(kept)]
    context = _groups(people_record.brought_in(kept)) | {
        "kept": kept,
        "same": kept.result.get(Kind.SAME, 0),
        "said": _imported(Counter(kept.result)),
        "missing": lacking,
        "missing_by_club": _by_club(lacking, ()),
    }
    return _afresh(request) or render(request, "tournaments/people/done.html", context, status=status)


def _afresh(request: HttpRequest) -> HttpResponse | None:
    """The progress that asks again and again is over: its whole page comes anew."""
    return HttpResponse(headers={"HX-Refresh": "true"}) if "HX-Request" in request.headers else None


def _chosen(request: HttpRequest, kept: PeopleList) -> people_import.Choices:
    """What the form says that was sent."""
    asked, number = request.POST, request.POST.get("left_out", "")
    renamed = {int(line) for line in asked.getlist("renamed") if line.isdecimal() and len(line) < 9}
    if "all_renamed" in asked:
        renamed = {line.number for line in people_import.plan_of(kept) if line.kind is Kind.RENAMED}
    return people_import.Choices(
        renamed=renamed,
        left_out=int(number) if number.isdecimal() and len(number) < 9 else 0,
        without_licences="without_licences" in asked,
    )


def _plan_shown(kept: PeopleList) -> dict[str, Any]:
    planned, lacking = people_import.look_at(kept)
    return _groups(planned) | {
        "kept": kept,
        "mark": people_import.mark_of(planned),
        "planned": planned,
        "columns": _columns(kept),
        "choices": COLUMNS,
        "licences_unread": people_import.licences_unread(kept),
        "new_clubs": people_import.new_clubs(planned),
        "missing": lacking,
        "missing_by_club": _by_club(lacking, [line.person.club for line in planned]),
    }


def _groups(planned: Sequence[PlannedLine]) -> dict[str, Any]:
    """The lines by what becomes of them; who changes in two ways stands in two groups."""
    by_kind = {kind: [line for line in planned if line.kind is kind] for kind in Kind}
    changed = by_kind[Kind.CHANGED] + by_kind[Kind.RENAMED]
    return {
        "wrong": by_kind[Kind.WRONG],
        "renamed": sorted(by_kind[Kind.RENAMED], key=lambda line: not line.notes),
        "changed": by_kind[Kind.CHANGED],
        "moved": [line for line in changed if line.move],
        "new_series": [line for line in changed if line.new_series],
        "respelled": [
            line for line in by_kind[Kind.CHANGED] if line.before and line.before.name != line.person.name
        ],
        "others": [line for line in changed if line.other_changes],
        "new": by_kind[Kind.NEW],
        "noted": [line for line in by_kind[Kind.NEW] if line.notes],
        "nobody": by_kind[Kind.NOBODY],
        "same": len(by_kind[Kind.SAME]),
    }


def _columns(kept: PeopleList) -> list[dict[str, Any]]:
    """Each column with what it is read as, and the first things that stand in it."""
    columns = []
    for place, (heading, column) in enumerate(zip(kept.headings, kept.reading, strict=True)):
        cells = (cells[place] for _number, cells in kept.lines if place < len(cells) and cells[place])
        columns.append({"heading": heading, "column": column, "said": list(islice(cells, SHOWN_OF_COLUMN))})
    return columns


def _by_club(
    lacking: Sequence[tuple[int, Person]], named: Iterable[str]
) -> list[tuple[str, list[tuple[int, Person]]]]:
    """Those who are missing, by club: first the clubs that the list names, as theirs are the ones to ask about."""
    clubs: dict[str, list[tuple[int, Person]]] = {}
    for pk, one in lacking:
        clubs.setdefault(one.club, []).append((pk, one))
    in_list = {club_key(club) for club in named if club}
    return sorted(clubs.items(), key=lambda found: club_key(found[0]) not in in_list)


def _imported(counts: Counter[str]) -> str:
    new = ngettext("%(count)s new player", "%(count)s new players", counts[Kind.NEW]) % {
        "count": counts[Kind.NEW]
    }
    number = counts[Kind.CHANGED] + counts[Kind.RENAMED]
    changed = ngettext("%(count)s changed", "%(count)s changed", number) % {"count": number}
    return gettext("Brought in: %(new)s, %(changed)s.") % {"new": new, "changed": changed}
