"""A division for everybody, without a login: who plays whom, and the standings once they are released."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments import names
from tournaments.classic.prizes import awards_of
from tournaments.classic.public import (
    is_released,
    resting_seconds,
    rounds_for_all,
    version_of,
    visible_divisions,
)
from tournaments.classic.rounds import round_shown
from tournaments.match_records import live_records
from tournaments.models import Division, Event
from tournaments.views.cacheable import Freshness, for_everybody, kept, page
from tournaments.views.classic_standings import standings_context


@for_everybody
def public_division(request: HttpRequest, division_id: int) -> HttpResponse:
    division = get_object_or_404(visible_divisions(), pk=division_id)
    hidden = names.names_are_hidden_in(division.event)
    with names.hidden(hidden):
        return kept(
            request,
            Freshness(f"{version_of(division)}{'h' if hidden else ''}", resting_seconds(division)),
            lambda: page("tournaments/classic/public.html", _context(request, division)),
        )


def _context(request: HttpRequest, division: Division) -> dict[str, Any]:
    asked = request.GET.copy()
    context: dict[str, Any] = {"event": division.event, "division": division, "asked": asked.urlencode()}
    begun = rounds_for_all(division) if division.event.public else []
    if begun:
        asked_for = request.GET.get("round", "")
        round_ = next((one for one in begun if str(one.number) == asked_for), begun[-1])
        round_.division = division
        context |= {"round": round_, "shown": round_shown(round_), "boards": live_records(round_)}
        context["rounds"] = begun
    if is_released(division.event):
        context |= standings_context(request, division)
    if division.event.released == Event.Released.FINAL:
        context["awards"] = awards_of(division)
    return context
