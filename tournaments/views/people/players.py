"""Views of the club's people: search, changes, merging, and everybody as a file.

They are for users who may change players (a permission that an administrator gives), as this is personal
data.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.errors import RuleViolation
from tournaments.http.numbers import read_number
from tournaments.models import NAME_LENGTH, Club, Event, PeopleList, Player
from tournaments.organisers.rights import Right
from tournaments.people import privacy
from tournaments.people import services as people_services
from tournaments.people.export import people_table
from tournaments.people.forms import ClubMergeForm, MergeForm, PeopleFilterForm, PersonForm, clubs_by_name
from tournaments.people.selectors import names_shared, people_found, players_alike, sort_keys
from tournaments.reports.tables import DataTable
from tournaments.views.downloads import table_file
from tournaments.views.pagination import PageOfList, take_part
from tournaments.views.permissions import for_organiser
from tournaments.views.refusals import refusals_told
from tournaments.wording.engine_messages import message_for

P = ParamSpec("P")
LINES, GROUPS = 100, 20


def for_keepers(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view for users who may change players."""
    return for_organiser(Right.ENTER_PEOPLE)(view)


@require_GET
@for_keepers
def people_list(request: HttpRequest) -> HttpResponse:
    form = PeopleFilterForm(request.GET)
    people = _find_people(form)
    part: PageOfList[int] = take_part(request.GET, sort_keys(people))
    shown = people.in_bulk(part.page.object_list)
    context = {
        "form": form,
        "part": part,
        "players": [shown[pk] for pk in part.page if pk in shown],
        "alike": names_shared().count(),
    }
    return render(request, "tournaments/people/list.html", context)


@require_http_methods(["GET", "POST"])
@for_keepers
def new_person(request: HttpRequest) -> HttpResponse:
    form = PersonForm(request.POST or None)
    player = _save_person(form, None)
    if player is not None:
        messages.success(request, gettext("%(name)s saved.") % {"name": player.name})
        return redirect("people")
    return _form_page(request, form, None)


@require_http_methods(["GET", "POST"])
@for_keepers
def person(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show or change one player: the data, their events, and the data of before."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=player_id)
    known = people_services.person_of(player)
    form = PersonForm(request.POST or None, initial=asdict(known) | {"seen": asdict(known)})
    if _save_person(form, player) is not None:
        messages.success(request, gettext("%(name)s saved.") % {"name": player.name})
        return redirect("person", player_id)
    return _form_page(request, form, player)


@require_GET
@for_keepers
def person_data(request: HttpRequest, player_id: int) -> HttpResponse:  # noqa: ARG001 - the decorator needs it
    """Return all data that is stored of one person, to be given to them."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=player_id)
    answer = JsonResponse(privacy.data_of(player), json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="person-{player_id}.json"'
    return answer


@require_POST
@for_keepers
def erase(request: HttpRequest, player_id: int) -> HttpResponse:
    """Erase one person, if the user has confirmed it."""
    player = get_object_or_404(Player, pk=player_id)
    if request.POST.get("confirmed") != str(player_id):
        messages.error(request, gettext("Nothing was erased: tick the box to confirm."))
        return redirect("person", player_id)
    with refusals_told(request):
        privacy.erase_player(player)
        messages.success(request, gettext("Erased."))
        return redirect("people")
    return redirect("person", player_id)


@require_GET
@for_keepers
def duplicates(request: HttpRequest) -> HttpResponse:
    """Show players who may be one person, to be merged."""
    clubs = ClubMergeForm() if Club.objects.count() > 1 else None
    names = names_shared().order_by("alike").values_list("alike", flat=True)
    part: PageOfList[str] = take_part(request.GET, names, per_page=GROUPS)
    context = {"part": part, "groups": players_alike(list(part.page)), "clubs": clubs}
    return render(request, "tournaments/people/duplicates.html", context)


@require_http_methods(["GET", "POST"])
@for_keepers
def same_person(request: HttpRequest, player_id: int) -> HttpResponse:
    """Search another row of this person by name or licence, and merge it with this one, which stays."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=player_id)
    if request.method == "POST" and _merge(request, player):
        return redirect("person", player_id)
    text = request.GET.get("text", "")[:NAME_LENGTH].strip()
    others = people_found(text).exclude(pk=player.pk) if text else Player.objects.none()
    keys = sort_keys(others)[: LINES + 1]
    found = others.in_bulk(keys)
    context = {"player": player, "text": text, "found": [found[pk] for pk in keys if pk in found]}
    return render(request, "tournaments/people/same.html", context)


def _merge(request: HttpRequest, keep: Player) -> bool:
    """Merge the chosen player into `keep`, and tell whether that was possible."""
    other = Player.objects.filter(pk=read_number(request.POST.get("other"), digits=15) or 0).first()
    if other is None:
        messages.error(request, gettext("Choose two players."))
        return False
    with refusals_told(request):
        people_services.merge_players(keep=keep, other=other, licence=request.POST.get("licence", ""))
        messages.success(
            request, gettext("%(other)s is now %(name)s.") % {"other": other.name, "name": keep.name}
        )
        return True
    return False


@require_POST
@for_keepers
def merge(request: HttpRequest) -> HttpResponse:
    form = MergeForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose two players."))
        return redirect("people-duplicates")
    keep, other = form.cleaned_data["keep"], form.cleaned_data["other"]
    with refusals_told(request):
        people_services.merge_players(keep=keep, other=other)
        said = gettext("%(other)s is now %(name)s.") % {"other": other.name, "name": keep.name}
        messages.success(request, said)
    return redirect("people-duplicates")


@require_POST
@for_keepers
def merge_clubs(request: HttpRequest) -> HttpResponse:
    form = ClubMergeForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose two clubs."))
        return redirect("people-duplicates")
    keep, other = form.cleaned_data["keep"], form.cleaned_data["other"]
    said = gettext("%(other)s is now %(name)s.") % {"other": other.name, "name": keep.name}
    with refusals_told(request):
        people_services.merge_clubs(keep=keep, other=other, by=cast("User", request.user))
        messages.success(request, said)
    return redirect("people-duplicates")


@require_GET
@for_keepers
def export(request: HttpRequest, kind: str) -> HttpResponse:
    """Return the players found, in the order of the page, as a list that can be imported again."""
    people = _find_people(PeopleFilterForm(request.GET))
    shown = people.in_bulk()
    return people_file([shown[pk] for pk in sort_keys(people)], gettext("people"), kind)


def _find_people(form: PeopleFilterForm) -> QuerySet[Player]:
    form.is_valid()
    return people_found(form.cleaned_data.get("text", ""), form.cleaned_data.get("club"))


def people_file(players: Iterable[Player], name: str, kind: str) -> HttpResponse:
    """Return players as a file, named with the day."""
    return send_dated_file(people_table(players), name, kind)


def send_dated_file(table: DataTable, name: str, kind: str) -> HttpResponse:
    """Return any table as a file, named with the day."""
    return table_file(table, kind, f"{name}-{timezone.localdate():%Y-%m-%d}")


def _save_person(form: PersonForm, player: Player | None) -> Player | None:
    """Save the form's player; return None if the form is not sent, or is refused."""
    if not form.is_bound or not form.is_valid():
        return None
    try:
        # The values that the page showed: other changes since then stay.
        seen = form.cleaned_data["seen"] if player else None
        return people_services.save_player(
            form.person(), player, seen=seen if isinstance(seen, dict) else None
        )
    except RuleViolation as error:
        fields = {"licence_taken": "licence", "changed_meanwhile": str(error.params.get("field"))}
        form.add_error(fields.get(error.code, "name"), message_for(error))
    except ValidationError as error:
        form.add_error(None, error.messages)
    return None


def _form_page(request: HttpRequest, form: PersonForm, player: Player | None) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "player": player, "clubs": clubs_by_name()}
    if player and player.federation_player_id is not None:
        for field in form.fields.values():
            field.disabled = True
    if player:
        played = Event.objects.filter(entries__player=player) | Event.objects.filter(entries__partner=player)
        context |= {
            "name": Player.objects.values_list("name", flat=True).filter(pk=player.pk).first() or player.name,
            "events": played.distinct(),
            "past": _past(player),
        }
    return render(request, "tournaments/people/person.html", context, status=422 if form.errors else 200)


def _past(player: Player) -> list[Any]:
    """Return former data of a player, latest first, each with the list that it came from, if any."""
    rows = list(player.history.select_related("history_user", "club")[:LINES])
    for row in rows:
        row.list_id = PeopleList.of_reason(row.history_change_reason or "")
    return rows
