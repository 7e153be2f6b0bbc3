"""API of club tables: reading a table, sitting down, and acting with a player's or the keeper's token."""

import json
import re
from datetime import date
from typing import Annotated, Any, TypedDict

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.answers import answers_from
from tournaments.api.authentication import HasToken, check_guess
from tournaments.api.fields import ClientIdField, TextField
from tournaments.api.schemas import FAILURES, Failure
from tournaments.api.views import TimedView, frame_response, known_version, read_body
from tournaments.club_tables import tables
from tournaments.club_tables.api.authentication import PerPlaceThrottle, PlaceAuthentication, SittingThrottle
from tournaments.club_tables.games import high_scores, turns, word_lookup
from tournaments.club_tables.games.frames import OwnTableSchema, TableSchema, own_values, table_frame
from tournaments.club_tables.games.turns import Hand
from tournaments.club_tables.models import SEAT_NAME_LENGTH, ClubTable, TableSeat
from tournaments.http.json_values import can_be_stored

MOST_ACT = 4000
NO_TABLE = _("Table not found.")


def table_with(request: Request, code: str) -> ClubTable:
    """Return the table of that code; a wrong code counts as a guess."""
    check_guess(GuessKind.CODE, request, code)
    table = ClubTable.objects.filter(code=code.upper()).first()
    check_guess(GuessKind.CODE, request, code, right=table is not None)
    if table is None:
        raise Http404(NO_TABLE)
    return table


class TableView(APIView):
    """The public table, for everybody who knows the code."""

    permission_classes = [AllowAny]
    authentication_classes: list[type[BaseAuthentication]] = []
    audience = "Public"

    @extend_schema(
        summary="A club table, as it stands",
        responses={
            200: TableSchema,
            304: OpenApiResponse(description="Not changed"),
            404: Failure,
            429: Failure,
        },
    )
    def get(self, request: Request, table_code: str) -> HttpResponse:
        check_guess(GuessKind.CODE, request, table_code)
        frame = table_frame(table_code, known_version(request))
        there = frame is not None or ClubTable.objects.filter(code=table_code).exists()
        check_guess(GuessKind.CODE, request, table_code, right=there)
        if not there:
            raise Http404(NO_TABLE)
        answer = frame_response(request, frame)
        answer["Cache-Control"] = "no-cache"
        return answer


class AtTableView(TimedView):
    """Base view for a player at the table, or its keeper."""

    authentication_classes = [PlaceAuthentication]
    permission_classes = [HasToken]
    throttle_classes = [PerPlaceThrottle]
    audience = "Club tables"

    def place(self, request: Request, table_code: str) -> tuple[ClubTable, Hand]:
        """Return the table, and the hand that acts there."""
        place = request.auth
        assert isinstance(place, TableSeat | ClubTable)
        table = place.table if isinstance(place, TableSeat) else place
        if table.code != table_code:
            raise PermissionDenied(_("This device sits at another table."))
        return table, Hand(place if isinstance(place, TableSeat) else None)

    def answer(
        self, table: ClubTable, hand: Hand, looking: int | None = None, code: int = status.HTTP_200_OK
    ) -> Response:
        return Response(own_values(turns.settle_turn(table), hand, looking), status=code)


class OwnTableView(AtTableView):
    @extend_schema(
        summary="The table as I see it, with my own rack",
        parameters=[
            OpenApiParameter("looking", int, description="On the tablet: number of the seat that holds it.")
        ],
        responses={200: OwnTableSchema, **FAILURES},
    )
    def get(self, request: Request, table_code: str) -> Response:
        table, hand = self.place(request, table_code)
        looking = re.fullmatch(r"[0-9]{1,2}", request.query_params.get("looking", ""))
        return self.answer(table, hand, int(looking[0]) if looking else None)


class SeatsView(TimedView):
    """Sitting down. A phone needs only the code; the keeper enters names at the tablet."""

    authentication_classes = [PlaceAuthentication]
    permission_classes = [AllowAny]
    throttle_classes = [SittingThrottle]
    audience = "Club tables"

    class Sitting(serializers.Serializer[Any]):
        """A player who sits down."""

        name = TextField(max_length=SEAT_NAME_LENGTH, help_text="Name of the player.")
        level = TextField(
            max_length=12,
            required=False,
            allow_blank=True,
            default="",
            help_text="Target of their own: `beginner`, `intermediate` or `expert` (V2); empty for that of the "
            "table.",
        )
        turn_seconds = serializers.IntegerField(
            min_value=1,
            max_value=24 * 60 * 60,
            required=False,
            allow_null=True,
            default=None,
            help_text="Seconds that a turn of theirs may take (C7); null for the limit of the table.",
        )

    class OwnSeat(TypedDict):
        """A seat that was taken."""

        number: Annotated[int, "Number of the seat, from 0."]
        token: Annotated[
            str,
            "Token of this phone, told this once; send it as `Authorization: Bearer TOKEN`. Empty at the tablet.",
        ]

    @extend_schema(
        summary="Sit down at a table",
        request=Sitting,
        responses={201: OwnSeat, 400: Failure, 413: Failure, **FAILURES},
    )
    def post(self, request: Request, table_code: str) -> Response:
        table = table_with(request, table_code)
        keeper = isinstance(request.auth, ClubTable) and request.auth.pk == table.pk
        if table.way != ClubTable.Way.PHONES and not keeper:
            raise PermissionDenied(_("At this table, names are entered on the scoring device."))
        sitting = read_body(request, self.Sitting)
        seated = tables.sit_down(table=table, phone=not keeper, **sitting)
        seat: SeatsView.OwnSeat = {"number": seated.seat.number, "token": seated.token}
        return Response(seat, status=status.HTTP_201_CREATED)


class LeavingView(AtTableView):
    class Leaving(serializers.Serializer[Any]):
        """A player who leaves."""

        number = serializers.IntegerField(
            required=False,
            help_text="Number of the seat that the keeper removes; a phone leaves its own and sends none.",
        )

    @extend_schema(
        summary="Get up from a table that has not begun", request=Leaving, responses={204: None, **FAILURES}
    )
    def post(self, request: Request, table_code: str) -> Response:
        table, hand = self.place(request, table_code)
        leaving = read_body(request, self.Leaving)
        number = leaving.get("number")
        seat = hand.seat or table.seats.filter(number=number).first()
        if seat is None:
            raise Http404(_("This seat is empty."))
        tables.leave(seat=seat)
        return Response(status=status.HTTP_204_NO_CONTENT)


class BeginningView(AtTableView):
    @extend_schema(summary="All are there: begin", request=None, responses={200: OwnTableSchema, **FAILURES})
    def post(self, request: Request, table_code: str) -> Response:
        table, hand = self.place(request, table_code)
        return self.answer(tables.begin(table=table), hand)


class TableActsView(AtTableView):
    class ActingAtTable(serializers.Serializer[Any]):
        """An act of a player or of the keeper."""

        id = ClientIdField()
        act = serializers.DictField(help_text="What is done, in a form of its own for each `mode`.")
        looking = serializers.IntegerField(
            required=False,
            allow_null=True,
            default=None,
            help_text="On the tablet: number of the seat that holds it; null if nobody does.",
        )

        def validate_act(self, act: dict[str, Any]) -> dict[str, Any]:
            """Limit the length, since acts are stored for good, and no act needs more."""
            if len(json.dumps(act)) > MOST_ACT:
                raise serializers.ValidationError(_("That is too long."))
            if not can_be_stored(act):
                raise serializers.ValidationError(_("It has a character or a number that cannot be stored."))
            return act

    @extend_schema(
        summary="Do something at the table",
        request=ActingAtTable,
        responses={201: OwnTableSchema, 400: Failure, 413: Failure, **FAILURES},
    )
    def post(self, request: Request, table_code: str) -> Response:
        table, hand = self.place(request, table_code)
        said = read_body(request, self.ActingAtTable)
        table = turns.act(table=table, hand=hand, key=said["id"], said=said["act"])
        return self.answer(table, hand, said["looking"], status.HTTP_201_CREATED)


class UndoView(AtTableView):
    class AskingUndo(serializers.Serializer[Any]):
        """A request to take the latest act back."""

        id = ClientIdField()

    @extend_schema(
        summary="Ask the others to take the latest act back",
        request=AskingUndo,
        responses={201: OwnTableSchema, 400: Failure, **FAILURES},
    )
    def post(self, request: Request, table_code: str) -> Response:
        table, hand = self.place(request, table_code)
        asking = read_body(request, self.AskingUndo)
        table = turns.ask_undo(table=table, hand=hand, key=asking["id"])
        return self.answer(table, hand, code=status.HTTP_201_CREATED)


class UndoAnswerView(AtTableView):
    class AnsweringUndo(serializers.Serializer[Any]):
        """An answer to that request."""

        agrees = serializers.BooleanField(help_text="Whether the player agrees.")

    @extend_schema(
        summary="Agree to take the latest act back, or not",
        request=AnsweringUndo,
        responses={200: OwnTableSchema, 400: Failure, **FAILURES},
    )
    def post(self, request: Request, table_code: str) -> Response:
        table, hand = self.place(request, table_code)
        answering = read_body(request, self.AnsweringUndo)
        return self.answer(turns.answer_undo(table=table, hand=hand, **answering), hand)


class AgainView(AtTableView):
    class NextTable(TypedDict):
        """The table at which the players go on."""

        code: Annotated[str, "Code of the table."]
        token: Annotated[
            str, "Token of the tablet or of the score keeper there, told this once; empty for a player."
        ]

    @extend_schema(
        summary="Play again: open the table that follows a game that is over, by the same settings",
        request=None,
        responses={201: NextTable, **FAILURES},
    )
    def post(self, request: Request, table_code: str) -> Response:
        table, hand = self.place(request, table_code)
        opened = tables.play_again(table=table, is_keeper=hand.is_keeper)
        rate_limit.note_open_desk(request.META["REMOTE_ADDR"], opened.table.code)
        following: AgainView.NextTable = {"code": opened.table.code, "token": opened.token}
        return Response(following, status=status.HTTP_201_CREATED)


class TableWordsView(AtTableView):
    class LookedUp(TypedDict):
        """A word that was looked up."""

        word: Annotated[str, "The word as it was asked for."]
        good: Annotated[bool, "Whether the lexicon of the table has it."]

    @extend_schema(
        summary="Look a word up, where that was agreed (V7)",
        parameters=[OpenApiParameter("word", str, required=True, description="The word, without blanks.")],
        responses={200: LookedUp, **FAILURES},
    )
    def get(self, request: Request, table_code: str) -> Response:
        table, hand = self.place(request, table_code)
        word = request.query_params.get("word", "")[:30]
        looked_up: TableWordsView.LookedUp = {
            "word": word,
            "good": word_lookup.is_word(table=table, hand=hand, word=word),
        }
        return Response(looked_up)


class BestResult(TypedDict):
    """A result of solitaire."""

    name: Annotated[str, "Name of the player."]
    score: Annotated[int, "Points."]
    day: Annotated[date, "Day on which it was played."]
    code: Annotated[str, "Code of the table at which it was played."]


class BestResults(TypedDict):
    """The best results of solitaire by the rules of a table."""

    best: Annotated[list[BestResult], "The results, best first; empty at a table of another game."]


class BestView(APIView):
    """The best results, for everybody who knows the code."""

    permission_classes = [AllowAny]
    authentication_classes: list[type[BaseAuthentication]] = []
    audience = "Public"

    @extend_schema(
        summary="The best results of solitaire so far, by the rules of this table (V12)",
        responses={200: BestResults, 404: Failure, 429: Failure},
    )
    def get(self, request: Request, table_code: str) -> Response:
        table = table_with(request, table_code)
        best: BestResults = {"best": answers_from(high_scores.best_known(table), BestResult)}
        return Response(best)
