"""The page about joining: the door, the hall's address, and who joined lately, to be removed after a flood."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from duplicate.forms.players import JoinedForm
from duplicate.games.players.joined import list_joined, remove_joined, withdraw_joined
from duplicate.games.refused_joins import find_refused_joins
from duplicate.models import Game
from duplicate.views.permissions import for_arbitrators
from tournaments.errors import RuleViolation
from tournaments.events.door import hall_shown
from tournaments.time import clock
from tournaments.views.permissions import arbitrator, at_desk
from tournaments.wording.clauses import label_clause
from tournaments.wording.engine_messages import message_for


@require_http_methods(["GET", "POST"])
@for_arbitrators
def joining(request: HttpRequest, game: Game) -> HttpResponse:
    """Show who joined in the last minutes. A sent form removes the listed players except those that it keeps,
    or withdraws those who left slips.
    """
    if request.method == "POST":
        return _remove_or_withdraw(request, game)
    asked = "minutes" in request.GET and at_desk(request).registers
    form = JoinedForm(request.GET if asked else None, initial={"minutes": 10})
    context: dict[str, Any] = {
        "game": game,
        "form": form,
        "joins_refused": find_refused_joins(game, request.META["REMOTE_ADDR"]),
        **hall_shown(game.event, request.META["REMOTE_ADDR"]),
    }
    if asked and form.is_valid():
        # Removes nobody who joined after the page was made.
        until = clock.now()
        found = list_joined(game, until - timedelta(minutes=form.cleaned_data["minutes"]), until)
        context |= {
            "looked": True,
            "minutes": form.cleaned_data["minutes"],
            "until": until.isoformat(),
            "removable": [one for one in found if not one.reason],
            "withdrawable": [one for one in found if one.withdrawable],
            "staying": [one for one in found if one.reason and not one.withdrawable],
        }
    return render(request, "duplicate/desk/joining.html", context, status=422 if form.errors else 200)


def _remove_or_withdraw(request: HttpRequest, game: Game) -> HttpResponse:
    if not at_desk(request).registers:
        raise PermissionDenied
    form = JoinedForm(request.POST)
    keep = [int(key) for key in request.POST.getlist("keep") if key.isdecimal() and len(key) < 19]
    if not form.is_valid():
        for name, errors in form.errors.items():
            field, problem = form[name], " ".join(map(str, errors))
            messages.error(request, problem if field.is_hidden else label_clause(str(field.label), problem))
    elif (until := form.cleaned_data["until"]) is None:
        messages.error(request, gettext("This page is out of date: reload it."))
    else:
        since = until - timedelta(minutes=form.cleaned_data["minutes"])
        withdraws = "withdraw" in request.POST
        if withdraws and "confirmed" not in request.POST:
            messages.error(request, gettext("Nothing was changed: confirm that they drop out."))
            return redirect("joining", game.code)
        use_case = withdraw_joined if withdraws else remove_joined
        try:
            count = use_case(game=game, since=since, until=until, keep=keep, by=arbitrator(request))
        except RuleViolation as error:
            messages.error(request, message_for(error))
        else:
            said = (
                ngettext("%(count)s player has dropped out.", "%(count)s players have dropped out.", count)
                if withdraws
                else ngettext("%(count)s player removed.", "%(count)s players removed.", count)
            )
            messages.success(request, said % {"count": count})
    return redirect("joining", game.code)
