"""Pages without a login: public events and seasons, one event, a season's index, a player's public games."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from duplicate.standings.rows.prize_winners import event_awards, prizes_are_provisional
from duplicate.website.events.season_index import events_with_hidden_names, read_index
from duplicate.website.events.season_records import read_records
from duplicate.website.events.selectors import list_public_events
from duplicate.website.public.visibility import (
    freshness_of_all,
    freshness_of_event,
    is_any_running,
    is_released,
    public_games,
    visible_events,
)
from duplicate.website.views.events.standings import standings_context
from duplicate.website.views.player_history import history_context
from duplicate.website.views.seasons import index_context
from tournaments.classic.standings.rows import state_of_divisions
from tournaments.models import Event, Season
from tournaments.names import name_visibility
from tournaments.names.name_visibility import names_are_hidden_in
from tournaments.seasons.history import history_of, public_players
from tournaments.seasons.selectors import list_seasons
from tournaments.views.conditional import answer_if_changed, for_everybody, page
from tournaments.views.pagination import PageOfList, find_part

# Seasons below the events: more than anybody looks back to.
SEASONS = 30


@for_everybody
def public_list(request: HttpRequest) -> HttpResponse:
    seasons = list(list_seasons(public_only=True)[:SEASONS])
    facts = [(season.pk, season.name, str(season.organiser)) for season in seasons]

    def respond() -> HttpResponse:
        part: PageOfList[Event] = find_part(request.GET, list_public_events)
        context = {"part": part, "seasons": seasons, "asked": part.kept}
        return page("website/public/list.html", context)

    return answer_if_changed(request, freshness_of_all("list", facts, running=is_any_running()), respond)


@for_everybody
def public_event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the games, the standings once they are released, and the prizes once those are final."""
    event = get_object_or_404(visible_events(), pk=event_id)
    with name_visibility.hidden(names_are_hidden_in(event), event):
        return answer_if_changed(
            request,
            freshness_of_event(event),
            lambda: page("website/public/event.html", _event_context(request, event)),
        )


@for_everybody
def public_season(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the index over the games of public events."""
    season = get_object_or_404(Season.objects.select_related("organiser"), public=True, pk=season_id)
    hidden = events_with_hidden_names()

    def respond() -> HttpResponse:
        shown = read_index(request.GET, season, public_only=True, except_events=hidden)
        return page("website/public/season.html", index_context(request, shown))

    told = (season.pk, season.name, str(season.organiser), season.first_day, season.last_day, season.rules)
    return answer_if_changed(request, freshness_of_all("season", *told, sorted(hidden)), respond)


@for_everybody
def public_records(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the records and medals over the games of public events."""
    season = get_object_or_404(Season.objects.select_related("organiser"), public=True, pk=season_id)
    hidden = events_with_hidden_names()

    def respond() -> HttpResponse:
        shown = read_records(season, public_only=True, except_events=hidden)
        return page("website/public/records.html", {"shown": shown, "asked": ""})

    told = (season.pk, season.name, str(season.organiser), season.first_day, season.last_day)
    return answer_if_changed(request, freshness_of_all("records", *told, sorted(hidden)), respond)


@for_everybody
def public_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show a player's games in public events whose standings are released."""
    hidden = events_with_hidden_names()
    player = get_object_or_404(public_players(hidden).select_related("club"), pk=player_id)
    seasons = list(Season.objects.filter(public=True).values_list())

    def respond() -> HttpResponse:
        history = history_of(player, public_only=True, except_events=hidden)
        return page("website/public/player.html", {"player": player} | history_context(request, history))

    return answer_if_changed(request, freshness_of_all("player", player.pk, seasons, sorted(hidden)), respond)


def _event_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    games, divisions = public_games(event), list(event.divisions.select_related("event"))
    context: dict[str, Any] = {"event": event, "games": games, "divisions": divisions, "asked": ""}
    context["is_over"] = event.released == Event.Released.FINAL
    if is_released(event):
        context |= standings_context(request, event)
        if divisions and not games:
            context["state"] = state_of_divisions(divisions)
    # Prizes of clubs, series and categories cannot be given without the facts that go with names.
    if event.prizes.exists() and not name_visibility.are_hidden() and not prizes_are_provisional(event):
        context["awards"] = event_awards(event)
    return context | {"person_page": "public-player" if event.public and is_released(event) else ""}
