"""Bringing in a list of people: the file, what it would change, who is missing from it, and the button. For who may
change players, as in `views.people`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods

from tournaments import people_import
from tournaments.errors import RuleViolation
from tournaments.forms import PeopleFileForm
from tournaments.messages import message_for
from tournaments.models import PeopleList, Player
from tournaments.people import Person, person_of
from tournaments.people_plan import Kind
from tournaments.views.people import LINES, for_keepers, people_file


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
    return render(
        request, "tournaments/people/import.html", {"form": form}, status=422 if form.errors else 200
    )


@require_http_methods(["GET", "POST"])
@for_keepers
def look_at_import(request: HttpRequest, list_id: int) -> HttpResponse:
    """What a list would change and the button that brings it in; then how far that is, and what was done."""
    kept = get_object_or_404(PeopleList, pk=list_id)
    status = 200
    if request.method == "POST":
        try:
            by, mark = cast("User", request.user), request.POST.get("mark", "")
            people_import.ask_import(people=kept, mark=mark, by=by)
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
    context = {
        "kept": kept,
        "said": _imported(Counter(kept.result)),
        "moved": kept.result.get("moved", 0),
        "missing": lacking,
        "missing_by_club": _by_club(lacking, ()),
    }
    return _afresh(request) or render(request, "tournaments/people/done.html", context, status=status)


def _afresh(request: HttpRequest) -> HttpResponse | None:
    """The progress that asks again and again is over: its whole page comes anew."""
    return HttpResponse(headers={"HX-Refresh": "true"}) if "HX-Request" in request.headers else None


def _plan_shown(kept: PeopleList) -> dict[str, Any]:
    planned, lacking = people_import.look_at(kept)
    by_kind = {kind: [line for line in planned if line.kind is kind] for kind in Kind}
    return {
        "kept": kept,
        "mark": people_import.mark_of(planned),
        "wrong": by_kind[Kind.WRONG],
        "changed": by_kind[Kind.CHANGED],
        "moved": [line for line in by_kind[Kind.CHANGED] if line.move],
        "new": by_kind[Kind.NEW],
        "same": len(by_kind[Kind.SAME]),
        "missing": lacking,
        "missing_by_club": _by_club(lacking, [line.person.club for line in planned]),
        "shown": LINES,
    }


def _by_club(
    lacking: Sequence[tuple[int, Person]], named: Iterable[str]
) -> list[tuple[str, list[tuple[int, Person]]]]:
    """Those who are missing, by club: first the clubs that the list names, as theirs are the ones to ask about."""
    clubs: dict[str, list[tuple[int, Person]]] = {}
    for pk, one in lacking:
        clubs.setdefault(one.club, []).append((pk, one))
    in_list = set(named) - {""}
    return sorted(clubs.items(), key=lambda found: found[0] not in in_list)


def _imported(counts: Counter[str]) -> str:
    new = ngettext("%(count)s new player", "%(count)s new players", counts[Kind.NEW]) % {
        "count": counts[Kind.NEW]
    }
    changed = ngettext("%(count)s changed", "%(count)s changed", counts[Kind.CHANGED]) % {
        "count": counts[Kind.CHANGED]
    }
    return gettext("Brought in: %(new)s, %(changed)s.") % {"new": new, "changed": changed}
