"""View of the names that a rule split into first and last names, for users who may change players."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tournaments.models import NAME_LENGTH
from tournaments.names.folding import tidy
from tournaments.names.name_parts import Doubt, NameParts, Order
from tournaments.people.name_checks import check_names, confirm_names, split_again, undo_checks
from tournaments.people.selectors import SplitName, people_found, split_names
from tournaments.views.pagination import PageOfList, chosen_filter, find_part
from tournaments.views.people.players import for_keepers

PER_PAGE = 50
WHY: dict[Doubt, str | Promise] = {
    Doubt.CAPITALS: _("all in capitals"),
    Doubt.PARTICLE: _("a particle"),
    Doubt.WORDS: _("more than two words"),
    Doubt.ONE_WORD: _("one word"),
}
FILTERS: Final = (("", _("All names")), ("doubtful", _("Doubtful")), ("sure", _("Without doubt")))
ORDERS: Final[dict[str, Order]] = {"family": "family", "given": "given"}
# Key of the session: the last page of checks, as [player, parts before, parts after].
LAST_CHECKS: Final = "name_checks"


@require_http_methods(["GET", "POST"])
@for_keepers
def names(request: HttpRequest) -> HttpResponse:
    """Show names with the parts that a rule found, the doubtful ones first, and store what is right."""
    if request.method == "GET":
        return _page(request, {})
    if "undo" in request.POST:
        _undo(request)
    elif "all_sure" in request.POST:
        _tell_checked(request, confirm_names([name.player for name in split_names() if not name.doubts]))
    elif (order := request.POST.get("split")) is not None:
        _split(request, order)
    elif refused := _check(request):
        return _page(request, refused)
    return redirect(f"{reverse('people-names')}?{request.GET.urlencode()}".rstrip("?"))


def _page(request: HttpRequest, refused: Mapping[int, NameParts]) -> HttpResponse:
    """Render a page of names; the refused ones are first, with the parts that were typed."""
    of = chosen_filter(request.GET, FILTERS, "")
    found = split_names()
    doubtful = sum(bool(one.doubts) for one in found)

    def find(text: str) -> Sequence[SplitName]:
        there = set(people_found(text).values_list("pk", flat=True)) if text else set()
        return [
            one
            for one in found
            if (not text or one.player in there) and (not of or bool(one.doubts) == (of == "doubtful"))
        ]

    part: PageOfList[SplitName] = find_part(request.GET, find, per_page=PER_PAGE, filters=FILTERS, of=of)
    typed = [replace(one, parts=refused[one.player]) for one in found if one.player in refused]
    shown = [*typed, *(one for one in part.page if one.player not in refused)]
    context: dict[str, Any] = {
        "part": part,
        "rows": [(one, [WHY[doubt] for doubt in one.doubts], one.player in refused) for one in shown],
        "doubtful": doubtful,
        "sure": len(found) - doubtful,
        "count": len(found),
        "last": len(request.session.get(LAST_CHECKS, ())),
        "most": NAME_LENGTH,
    }
    return render(request, "tournaments/people/names.html", context, status=422 if refused else 200)


def _check(request: HttpRequest) -> dict[int, NameParts]:
    """Store the names of a page; return the parts of those that are refused."""
    posted = _posted(request.POST)
    done = check_names(posted, cast("User", request.user))
    if done.checked:
        request.session[LAST_CHECKS] = [
            [pk, [before.given, before.family], [after.given, after.family]]
            for pk, (before, after) in done.checked.items()
        ]
        _tell_checked(request, len(done.checked))
    return {pk: posted[pk] for pk in done.refused}


def _split(request: HttpRequest, order: str) -> None:
    """Split all names again, by the part that lists here write first."""
    if order in ORDERS:
        count = split_again(ORDERS[order], cast("User", request.user))
        messages.success(request, gettext("Names split in another way: %(count)s.") % {"count": count})


def _undo(request: HttpRequest) -> None:
    """Undo the last page of checks in this session."""
    last = request.session.pop(LAST_CHECKS, [])
    checked = {pk: (NameParts(*before), NameParts(*after)) for pk, before, after in last}
    count = undo_checks(checked, cast("User", request.user))
    said = ngettext(
        "Undone: %(count)s name to check again.", "Undone: %(count)s names to check again.", count
    )
    messages.success(request, said % {"count": count})


def _tell_checked(request: HttpRequest, count: int) -> None:
    said = ngettext("%(count)s name is right.", "%(count)s names are right.", count)
    messages.success(request, said % {"count": count})


def _posted(data: QueryDict) -> dict[int, NameParts]:
    """Return the parts of the page's names by player, swapped where that was ticked."""
    keys = [int(key) for key in data.getlist("player") if key.isdecimal() and len(key) < 16]
    swapped = {*data.getlist("swap")}
    found = {}
    for key in keys[:PER_PAGE]:
        given, family = (tidy(data.get(f"{part}-{key}", "")) for part in ("given", "family"))
        if str(key) in swapped or "swap_all" in data:
            given, family = family, given
        found[key] = NameParts(given, family)
    return found
