"""The public API of events, seasons and players: the same facts as on the public pages, for programs.

Every answer has a version (`ETag`) and says how long it may be kept. A request that names the version
(`If-None-Match`) is told when nothing has changed.
"""

from collections.abc import Callable
from typing import TypeVar

from django.core.paginator import Page
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.printing.data.event_standings import AskedStandings, read_standings, table_of
from duplicate.website.api import answers as data
from duplicate.website.api import operations
from duplicate.website.events.season_index import (
    ShownIndex,
    events_with_hidden_names,
    index_table,
    read_index,
)
from duplicate.website.events.selectors import list_public_events
from duplicate.website.public.visibility import (
    freshness_of_all,
    freshness_of_event,
    is_any_running,
    is_released,
    visible_events,
)
from tournaments.answers import answer_from
from tournaments.api.public import PublicView, answers, csv_answer, file_answers
from tournaments.classic.divisions.public import public_matches_of
from tournaments.models import Event, Season
from tournaments.names import name_visibility
from tournaments.names.name_visibility import names_are_hidden_in
from tournaments.seasons.history import history_of, public_players
from tournaments.seasons.selectors import list_seasons
from tournaments.views.conditional import answer_if_changed
from tournaments.views.pagination import search_text, take_part

# Lines of an index in one answer.
LINES = 200
Shown = TypeVar("Shown", AskedStandings, ShownIndex)


class EventListView(PublicView):
    parameters = operations.OF_EVENTS

    @extend_schema(
        summary="Public events, the newest first",
        responses=answers(data.EventPage),
    )
    def get(self, request: Request) -> HttpResponse:
        asked = request.query_params
        events = list_public_events(search_text(asked))
        for name, condition in (("from", "date__gte"), ("to", "date__lte")):
            if name in asked:
                events = events.filter(**{condition: asked[name]})

        def respond() -> HttpResponse:
            page: Page[Event] = take_part(request.query_params, events).page
            return Response(data.events_data(page))

        return answer_if_changed(request, freshness_of_all("events", running=is_any_running()), respond)


class EventView(PublicView):
    @extend_schema(summary="An event with its games and divisions", responses=answers(data.EventDetail))
    def get(self, request: Request, event_id: int) -> HttpResponse:
        event = get_object_or_404(visible_events(), pk=event_id)
        return answer_if_changed(request, freshness_of_event(event), lambda: Response(data.event_data(event)))


class StandingsView(PublicView):
    parameters = operations.OF_EVENT

    @extend_schema(
        summary="The standings of an event, once they are released",
        description="A filter with a value that does not occur is refused.",
        responses=answers(data.Standings),
    )
    def get(self, request: Request, event_id: int) -> HttpResponse:
        return _standings(request, event_id, lambda shown: Response(data.standings_data(shown)))


class StandingsTableView(PublicView):
    parameters = operations.OF_EVENT

    @extend_schema(
        summary="The same as a table for spreadsheets",
        responses=file_answers(),
    )
    def get(self, request: Request, event_id: int) -> HttpResponse:
        return _standings(
            request,
            event_id,
            lambda shown: csv_answer(table_of(shown, licences=False, all_columns=True)),
        )


class SeasonListView(PublicView):
    parameters = [operations.PAGE]

    @extend_schema(
        summary="Public seasons, the newest first",
        responses=answers(data.SeasonList),
    )
    def get(self, request: Request) -> HttpResponse:
        page: Page[Season] = take_part(request.query_params, list_seasons(public_only=True)).page
        seasons = data.seasons_data(page)
        return answer_if_changed(request, freshness_of_all("seasons", seasons), lambda: Response(seasons))


class SeasonIndexView(PublicView):
    parameters = [*operations.OF_SEASON, operations.PAGE]

    @extend_schema(
        summary="The index of a season, over the games of public events",
        description="A filter with a value that does not occur is refused.",
        responses=answers(data.SeasonIndex),
    )
    def get(self, request: Request, season_id: int) -> HttpResponse:
        def respond(shown: ShownIndex) -> HttpResponse:
            lines = shown.clubs if shown.form.clubs else shown.lines
            page = take_part(request.query_params, lines, per_page=LINES).page
            return Response(data.index_data(shown, page))

        return _index(request, season_id, respond)


class SeasonTableView(PublicView):
    parameters = operations.OF_SEASON

    @extend_schema(
        summary="The same as a table for spreadsheets",
        responses=file_answers(),
    )
    def get(self, request: Request, season_id: int) -> HttpResponse:
        return _index(
            request, season_id, lambda shown: csv_answer(index_table(shown, licences=False, all_columns=True))
        )


class PlayerHistoryView(PublicView):
    @extend_schema(
        summary="What a player did in public events whose standings are released",
        responses=answers(data.PlayerHistory),
    )
    def get(self, request: Request, player_id: int) -> HttpResponse:
        hidden = events_with_hidden_names()
        player = get_object_or_404(public_players(hidden).select_related("club"), pk=player_id)
        seasons = list(Season.objects.filter(public=True).values_list())

        def respond() -> HttpResponse:
            return Response(
                data.history_data(
                    player,
                    history_of(player, public_only=True, except_events=hidden),
                    public_matches_of(player, hidden),
                )
            )

        return answer_if_changed(
            request, freshness_of_all("player", player.pk, seasons, sorted(hidden)), respond
        )


def _standings(
    request: Request, event_id: int, answer: Callable[[AskedStandings], HttpResponse]
) -> HttpResponse:
    event = get_object_or_404(visible_events(), pk=event_id)
    if not is_released(event):
        raise Http404

    def respond() -> HttpResponse:
        shown = read_standings(_filters_in(request), event)
        if not shown.standings.games:
            raise Http404(_("This event has no duplicate game: ask for the standings of its divisions."))
        return answer(_checked(shown))

    with name_visibility.hidden(names_are_hidden_in(event), event):
        return answer_if_changed(request, freshness_of_event(event), respond)


def _index(request: Request, season_id: int, answer: Callable[[ShownIndex], HttpResponse]) -> HttpResponse:
    season = get_object_or_404(Season, public=True, pk=season_id)
    hidden = events_with_hidden_names()

    def respond() -> HttpResponse:
        shown = read_index(_filters_in(request), season, public_only=True, except_events=hidden)
        return answer(_checked(shown))

    return answer_if_changed(
        request, freshness_of_all("season", answer_from(season, data.ListedSeason), sorted(hidden)), respond
    )


def _filters_in(request: Request) -> QueryDict:
    filters = request.query_params.copy()
    if filters.get("sort") == "rank":  # the order without it
        del filters["sort"]
    return filters


def _checked(shown: Shown) -> Shown:
    """Return what is shown.

    Raises:
        ValidationError: a filter has a value that does not occur.
    """
    if shown.form.errors:
        wrong = {
            name: [ErrorDetail(error["message"], error["code"]) for error in errors]
            for name, errors in shown.form.errors.get_json_data().items()
        }
        raise ValidationError(wrong)
    return shown
