"""A division for everybody, without a login: its pairings; the standings and the matches of a player once they are
released.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.classic.columns.matches import matches_table
from tournaments.classic.divisions.public import (
    is_released,
    resting_seconds,
    rounds_for_all,
    version_of,
    visible_divisions,
)
from tournaments.classic.match_records.annotated_boards import annotated_lines
from tournaments.classic.match_records.selectors import live_records
from tournaments.classic.models import Division
from tournaments.classic.rounds.selectors import load_round_view, matches_of
from tournaments.classic.scores.match_rules import describe_match_rules
from tournaments.classic.standings.prizes import awards_of
from tournaments.classic.views.desk.standings import standings_context
from tournaments.models import Event
from tournaments.names import name_visibility
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


@for_everybody
def public_entrant(request: HttpRequest, event_id: int, division_id: int, entrant_id: int) -> HttpResponse:
    """Show a player's matches, once the standings are released."""
    divisions = visible_divisions().exclude(event__released=Event.Released.HIDDEN)
    division = get_object_or_404(divisions, event__id=event_id, pk=division_id)
    rows = division.entries.select_related("entry__player__club", "entry__partner")
    entrant = get_object_or_404(rows, pk=entrant_id)
    hidden = name_visibility.names_are_hidden_in(division.event)
    with name_visibility.hidden(hidden, division.event):

        def respond() -> HttpResponse:
            lines = [line for line in matches_of(entrant) if line.match.round.begun_at is not None]
            context: dict[str, Any] = {"event": division.event, "division": division, "entrant": entrant}
            context["table"] = matches_table(lines)
            context |= {"rating": None if hidden else entrant.rating, "asked": ""}
            return page("classic/public_player.html", context)

        version = f"{version_of(division)}{'h' if hidden else ''}-{entrant.pk}"
        return answer_if_changed(request, Freshness(version, resting_seconds(division)), respond)


def _context(request: HttpRequest, division: Division) -> dict[str, Any]:
    asked = request.GET.copy()
    context: dict[str, Any] = {"event": division.event, "division": division, "asked": asked.urlencode()}
    context["match_rules"] = describe_match_rules(division)
    context["annotated"] = annotated_lines(division)
    begun = rounds_for_all(division) if division.event.public else []
    if begun:
        asked_for = request.GET.get("round", "")
        round_ = next((one for one in begun if str(one.number) == asked_for), begun[-1])
        round_.division = division
        context |= {"round": round_, "shown": load_round_view(round_), "boards": live_records(round_)}
        context["rounds"] = begun
    if is_released(division.event):
        context |= standings_context(request, division) | {"person_page": "public-entrant"}
    if division.event.released == Event.Released.FINAL:
        context["awards"] = awards_of(division)
        # Somebody who asks for a round looks for its matches.
        context["is_over"] = "round" not in request.GET
    return context
