"""A division for everybody, without a login: its pairings, and the standings once they are released."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.classic.core.match_rules import describe_match_rules
from tournaments.classic.divisions.public import (
    is_released,
    resting_seconds,
    rounds_for_all,
    version_of,
    visible_divisions,
)
from tournaments.classic.match_records.selectors import live_records
from tournaments.classic.models import Division
from tournaments.classic.rounds.selectors import load_round_view
from tournaments.classic.standings.prizes import awards_of
from tournaments.classic.views.desk.standings import standings_context
from tournaments.core import name_visibility
from tournaments.models import Event
from tournaments.views.conditional import Freshness, answer_if_changed, for_everybody, page


@for_everybody
def public_division(request: HttpRequest, division_id: int) -> HttpResponse:
    division = get_object_or_404(visible_divisions(), pk=division_id)
    hidden = name_visibility.names_are_hidden_in(division.event)
    with name_visibility.hidden(hidden, division.event):
        return answer_if_changed(
            request,
            Freshness(f"{version_of(division)}{'h' if hidden else ''}", resting_seconds(division)),
            lambda: page("classic/public.html", _context(request, division)),
        )


def _context(request: HttpRequest, division: Division) -> dict[str, Any]:
    asked = request.GET.copy()
    context: dict[str, Any] = {"event": division.event, "division": division, "asked": asked.urlencode()}
    context["match_rules"] = describe_match_rules(division)
    begun = rounds_for_all(division) if division.event.public else []
    if begun:
        asked_for = request.GET.get("round", "")
        round_ = next((one for one in begun if str(one.number) == asked_for), begun[-1])
        round_.division = division
        context |= {"round": round_, "shown": load_round_view(round_), "boards": live_records(round_)}
        context["rounds"] = begun
    if is_released(division.event):
        context |= standings_context(request, division)
    if division.event.released == Event.Released.FINAL:
        context["awards"] = awards_of(division)
    return context
