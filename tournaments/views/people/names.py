"""View of the names that a rule split into first and last names, for users who may change players."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tournaments.core.text.folding import tidy
from tournaments.core.text.name_parts import Doubt, NameParts
from tournaments.models import NAME_LENGTH
from tournaments.people.name_checks import check_names
from tournaments.people.selectors import SplitName, split_names
from tournaments.views.pagination import Part, take_part
from tournaments.views.people.players import for_keepers

PER_PAGE = 50
WHY: dict[Doubt, str | Promise] = {
    Doubt.CAPITALS: _("all in capitals"),
    Doubt.PARTICLE: _("a particle"),
    Doubt.WORDS: _("more than two words"),
    Doubt.ONE_WORD: _("one word"),
}


@require_http_methods(["GET", "POST"])
@for_keepers
def names(request: HttpRequest) -> HttpResponse:
    """Show names with the parts that a rule found, the doubtful ones first, and store what is right."""
    if request.method == "POST":
        done = check_names(_posted(request.POST), cast("User", request.user))
        said = ngettext("%(count)s name is right.", "%(count)s names are right.", done.confirmed)
        messages.success(request, said % {"count": done.confirmed})
        for name in done.refused:
            said = gettext("%(name)s stays: the first and the last name are not the name.")
            messages.error(request, said % {"name": name})
        return redirect("people-names")
    found = split_names()
    part: Part[SplitName] = take_part(request.GET, found, per_page=PER_PAGE)
    context: dict[str, Any] = {
        "part": part,
        "rows": [(one, [WHY[doubt] for doubt in one.doubts]) for one in part.page],
        "doubtful": sum(bool(one.doubts) for one in found),
        "count": len(found),
        "most": NAME_LENGTH,
    }
    return render(request, "tournaments/people/names.html", context)


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
