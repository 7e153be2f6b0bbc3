"""API of matches kept move by move: the live board for everybody, and entering turns for the record's keeper."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.authentication import BearerAuthentication, HasToken, LimitedJSONParser, PerTokenThrottle
from tournaments.api.fields import ClientIdField, TextField
from tournaments.api.schemas import FAILURES, Failure
from tournaments.api.views import frame_response, known_version, read_body
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.frames import (
    BestSchema,
    BoardSchema,
    best_plays_shown,
    board_frame,
    board_values,
)
from tournaments.classic.match_records.services import Keeper
from tournaments.classic.models import DivisionEntry, MatchRecord
from tournaments.events.tokens import entry_for_token
from tournaments.models import Entry


class KeeperAuthentication(BearerAuthentication):
    """An annotator's link, or a player's phone; `request.auth` is the record, or the player's entry."""

    scheme_name = "keeperToken"
    refusal = _("This match link is no longer valid: ask the director for the new one.")

    def holder_of(self, token: str) -> MatchRecord | Entry | None:
        return record_selectors.record_for_token(token) or entry_for_token(token)


class PerKeeperThrottle(PerTokenThrottle):
    """Two requests a second for each keeper of a record: more than anybody types."""

    rate = "120/min"


class BoardView(APIView):
    """The live board, which everybody may see."""

    permission_classes = [AllowAny]
    authentication_classes: list[type[BaseAuthentication]] = []
    audience = "Public"

    @extend_schema(
        summary="A match kept move by move, as it stands",
        responses={200: BoardSchema, 304: OpenApiResponse(description="Not changed"), 404: Failure},
    )
    def get(self, request: Request, record_code: str) -> HttpResponse:
        frame = board_frame(record_code, known_version(request))
        if frame is None and not MatchRecord.objects.filter(code=record_code, live=True).exists():
            raise Http404(_("Match not found."))
        answer = frame_response(request, frame)
        answer["Cache-Control"] = "no-cache"
        return answer


class BestPlaysView(APIView):
    """The engine's plays. The keeper, and a phone of a player of the match, get none before the match is over."""

    authentication_classes = [KeeperAuthentication]
    permission_classes = [AllowAny]
    audience = "Public"

    @extend_schema(
        summary="What the engine would have played, turn by turn", responses={200: BestSchema, **FAILURES}
    )
    def get(self, request: Request, record_code: str) -> Response:
        record = record_selectors.records_with_names().filter(code=record_code, live=True).first()
        if record is None:
            raise Http404(_("Match not found."))
        asker = request.auth if isinstance(request.auth, Entry | MatchRecord) else None
        answer = Response({"best": best_plays_shown(record, asker)})
        answer["Cache-Control"] = "no-store"
        return answer


class KeepingView(APIView):
    """Base view for the keeper of a record."""

    parser_classes = [LimitedJSONParser]
    authentication_classes = [KeeperAuthentication]
    permission_classes = [HasToken]
    throttle_classes = [PerKeeperThrottle]
    audience = "Phones"

    def keeping(self, request: Request, record_code: str) -> tuple[MatchRecord, Keeper]:
        """Return the record and the identity under which the request keeps it."""
        if isinstance(request.auth, MatchRecord):
            if request.auth.code != record_code:
                raise PermissionDenied(_("This link is for another match."))
            return request.auth, Keeper()
        record = record_selectors.records_with_names().filter(code=record_code).first()
        assert isinstance(request.auth, Entry)
        player = DivisionEntry.objects.select_related("entry").filter(entry=request.auth).first()
        if record is None or player is None or player not in (record.match.first, record.match.second):
            raise PermissionDenied(_("You do not play in this match."))
        return record, Keeper(player=player)

    def answer(self, record: MatchRecord, *, code: int = status.HTTP_200_OK) -> Response:
        fresh = record_selectors.records_with_names().get(pk=record.pk)
        answer = Response(board_values(fresh), status=code)
        answer["Cache-Control"] = "no-store"
        return answer


class RecordView(KeepingView):
    @extend_schema(summary="The match that I keep", responses={200: BoardSchema, **FAILURES})
    def get(self, request: Request, record_code: str) -> Response:
        record, keeper = self.keeping(request, record_code)
        if keeper.player is not None and record.keeper != MatchRecord.Keeper.PLAYERS:
            raise PermissionDenied(_("Somebody else keeps this match."))
        return self.answer(record)


class TurnsView(KeepingView):
    class EnteringTurn(serializers.Serializer[Any]):
        """A turn as the keeper of the record types it."""

        id = ClientIdField()
        line = TextField(
            max_length=40,
            help_text="The turn: `8D RETAINS` places a word, `-ABC` or `-5` exchanges, `-` passes, `?` "
            "challenges, `=ABC` names the own tiles, `.` is the end.",
        )
        rack = TextField(
            max_length=30,
            required=False,
            allow_blank=True,
            default="",
            help_text="Tiles that the player held before, if the annotator knows them; otherwise empty.",
        )

    @extend_schema(
        summary="Enter a turn",
        request=EnteringTurn,
        responses={201: BoardSchema, 400: Failure, 413: Failure, **FAILURES},
    )
    def post(self, request: Request, record_code: str) -> Response:
        record, keeper = self.keeping(request, record_code)
        said = read_body(request, self.EnteringTurn)
        record_services.enter_turn(
            record=record, keeper=keeper, key=said["id"], line=said["line"], rack=said["rack"]
        )
        return self.answer(record, code=status.HTTP_201_CREATED)


class TakingBackView(KeepingView):
    class TakingBack(serializers.Serializer[Any]):
        """A request to take the latest turn back."""

        id = ClientIdField()

    @extend_schema(
        summary="Take the latest turn back",
        request=TakingBack,
        responses={200: BoardSchema, 400: Failure, 413: Failure, **FAILURES},
    )
    def post(self, request: Request, record_code: str) -> Response:
        record, keeper = self.keeping(request, record_code)
        taking = read_body(request, self.TakingBack)
        record_services.take_back(record=record, keeper=keeper, key=taking["id"])
        return self.answer(record)
