"""The API of divisions for everybody: the same facts as on their public pages, for programs.

Invariants: a round that is paired and has not begun is told to nobody. Pairings are those of public events; results,
standings and ratings are there once they are released. What there is nothing of is a 404, never an empty answer.
"""

from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.public import PublicView, answers, csv_answer, file_answers
from tournaments.classic.api import division_answers as data
from tournaments.classic.columns import ratings as rating_columns
from tournaments.classic.columns.ratings import ratings_table
from tournaments.classic.columns.standings import standings_table
from tournaments.classic.divisions.public import is_released, resting_seconds, version_of, visible_divisions
from tournaments.classic.match_records.annotated_boards import game_in_text, gcg_of_game, shown_names
from tournaments.classic.match_records.selectors import final_scores, game_of, records_with_names
from tournaments.classic.models import AnnotatedGame, Division, MatchRecord
from tournaments.classic.printing.data.match_records import gcg_of, names_of
from tournaments.classic.standings.ratings import RatingShown, rating_shown
from tournaments.classic.standings.rows import Standings, standings_of_division
from tournaments.names import name_visibility
from tournaments.printing.render import TYPES
from tournaments.views.conditional import Freshness, answer_if_changed

AFTER = OpenApiParameter("after", OpenApiTypes.INT, description="Only the rounds up to this one, from 1.")


class DivisionView(PublicView):
    @extend_schema(summary="A division of a classic event", responses=answers(data.DivisionDetail))
    def get(self, request: Request, division_id: int) -> HttpResponse:
        division = _division(division_id)
        return _answer(request, division, lambda: Response(data.division_data(division)))


class DivisionStandingsView(PublicView):
    parameters = [AFTER]

    @extend_schema(
        summary="The standings of a division, once they are released",
        description="They are there from the first round on. A round that has not begun is refused.",
        responses=answers(data.DivisionStandings),
    )
    def get(self, request: Request, division_id: int) -> HttpResponse:
        division = _released(division_id)
        return _answer(
            request, division, lambda: Response(data.standings_data(division, _standings(request, division)))
        )


class DivisionStandingsTableView(PublicView):
    parameters = [AFTER]

    @extend_schema(summary="The same as a table for spreadsheets", responses=file_answers())
    def get(self, request: Request, division_id: int) -> HttpResponse:
        division = _released(division_id)

        def respond() -> HttpResponse:
            table = standings_table(_standings(request, division), with_rounds=True)
            return csv_answer(table.without(("licence",)))

        return _answer(request, division, respond)


class DivisionRoundView(PublicView):
    @extend_schema(
        summary="The pairings of a round that has begun, with its results once they are released",
        responses=answers(data.DivisionRoundDetail),
    )
    def get(self, request: Request, division_id: int, number: int) -> HttpResponse:
        division = get_object_or_404(visible_divisions(), event__public=True, pk=division_id)
        begun = division.rounds.filter(begun_at__isnull=False).select_related("division__event")
        round_ = get_object_or_404(begun, number=number)
        return _answer(request, division, lambda: Response(data.round_data(round_)))


class DivisionRatingsView(PublicView):
    @extend_schema(
        summary="The ratings that a division gives, once its standings are released",
        description="There are none while names are hidden.",
        responses=answers(data.DivisionRatings),
    )
    def get(self, request: Request, division_id: int) -> HttpResponse:
        division = _released(division_id)
        return _answer(request, division, lambda: Response(data.ratings_data(division, _ratings(division))))


class DivisionRatingsTableView(PublicView):
    @extend_schema(summary="The same as a table for spreadsheets", responses=file_answers())
    def get(self, request: Request, division_id: int) -> HttpResponse:
        division = _released(division_id)

        def respond() -> HttpResponse:
            table = ratings_table(_ratings(division).lines)
            return csv_answer(table.without(("licence", *rating_columns.NOT_IN_FILES)))

        return _answer(request, division, respond)


class AnnotatedGameView(PublicView):
    @extend_schema(summary="An annotated game, move by move", responses=answers(data.GameRecordAnswer))
    def get(self, request: Request, game_code: str) -> HttpResponse:
        game = _annotated(game_code)

        def respond() -> HttpResponse:
            return Response(data.game_data(game_in_text(game.text, game.tile_set), shown_names(game)))

        return _answer(request, game.division, respond)


class AnnotatedGameFileView(PublicView):
    @extend_schema(summary="The same as GCG", responses=file_answers("text/plain"))
    def get(self, request: Request, game_code: str) -> HttpResponse:
        game = _annotated(game_code)
        return _answer(request, game.division, lambda: _gcg(gcg_of_game(game)))


class MatchRecordView(PublicView):
    @extend_schema(
        summary="The record of a match that is over, move by move",
        description="It tells the racks, and is there once the match is over.",
        responses=answers(data.GameRecordAnswer),
    )
    def get(self, request: Request, record_code: str) -> HttpResponse:
        record = _finished(record_code)
        division = record.match.round.division
        return _answer(
            request,
            division,
            lambda: Response(data.game_data(game_of(record), names_of(record))),
            record.version,
        )


class MatchRecordFileView(PublicView):
    @extend_schema(summary="The same as GCG", responses=file_answers("text/plain"))
    def get(self, request: Request, record_code: str) -> HttpResponse:
        record = _finished(record_code)
        return _answer(request, record.match.round.division, lambda: _gcg(gcg_of(record)), record.version)


def _answer(
    request: Request, division: Division, respond: Callable[[], HttpResponse], *facts: object
) -> HttpResponse:
    """Answer with the version of the division; `facts` are what else the answer depends on."""
    hidden = name_visibility.names_are_hidden_in(division.event)
    with name_visibility.hidden(hidden, division.event):
        version = "-".join(map(str, (version_of(division) + "h" * hidden, *facts)))
        return answer_if_changed(request, Freshness(version, resting_seconds(division)), respond)


def _division(division_id: int) -> Division:
    division: Division = get_object_or_404(visible_divisions().select_related("lexicon"), pk=division_id)
    return division


def _released(division_id: int) -> Division:
    division = _division(division_id)
    if not is_released(division.event):
        raise Http404
    return division


def _standings(request: Request, division: Division) -> Standings:
    """Return the standings that the request asks for.

    Raises:
        ValidationError: it names a round that has not begun.
    """
    shown = standings_of_division(division)
    if not shown.rounds:
        raise Http404(_("No round of this division has begun."))
    after = int(request.query_params.get("after", shown.rounds))
    if not 1 <= after <= shown.rounds:
        text = _("Round {number} has not begun.").format(number=after)
        raise ValidationError({"after": [ErrorDetail(text, "invalid_choice")]})
    return shown if after == shown.rounds else standings_of_division(division, after)


def _ratings(division: Division) -> RatingShown:
    shown = rating_shown(division)
    if name_visibility.are_hidden() or not shown.lines:
        raise Http404
    return shown


def _annotated(game_code: str) -> AnnotatedGame:
    rows = AnnotatedGame.objects.filter(division__in=visible_divisions()).select_related("division__event")
    game: AnnotatedGame = get_object_or_404(rows, code=game_code)
    return game


def _finished(record_code: str) -> MatchRecord:
    """Return a record that everybody may see, once its match is over."""
    record: MatchRecord = get_object_or_404(records_with_names(), code=record_code, live=True)
    if final_scores(record) is None:
        raise Http404(_("The match is not over yet."))
    return record


def _gcg(text: str) -> HttpResponse:
    return HttpResponse(text, content_type=TYPES["gcg"])
