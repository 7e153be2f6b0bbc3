"""The API of a player's phone: join, follow, hand in. Each view parses, calls one use case or reader, answers."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from duplicate import games, live, slips
from duplicate.api.access import (
    EntryAuthentication,
    HasEntry,
    LimitedJSONParser,
    PerEntryThrottle,
    PerGameThrottle,
)
from duplicate.api.schemas import Failure, FrameSchema, Receipt, Sheet
from duplicate.models import Game
from duplicate.sheets import receipt_for, sheet_for_entry
from tournaments import clock
from tournaments.models import NAME_LENGTH, Entry


class PhoneView(APIView):
    """Every answer tells the server's time, by which phones set their clocks."""

    parser_classes = [LimitedJSONParser]

    def initialize_request(self, request: Any, *args: Any, **kwargs: Any) -> Request:
        # Before anything else: what the server has to do first must not make a slip late.
        self.received_at = clock.now()
        return super().initialize_request(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Server-Time"] = str(clock.milliseconds(clock.now()))
        answer["Cache-Control"] = "no-store"
        return answer

    def game(self, code: str) -> Game:
        game = Game.objects.select_related("event").filter(code=code.upper()).first()
        if game is None:
            raise Http404(_("There is no game with this code."))
        return game


class PlayerView(PhoneView):
    """A view for a player who is entered in the game."""

    authentication_classes = [EntryAuthentication]
    permission_classes = [HasEntry]
    throttle_classes = [PerEntryThrottle]

    def game_and_entry(self, request: Request, code: str) -> tuple[Game, Entry]:
        game, entry = self.game(code), request.auth
        assert isinstance(entry, Entry)
        if entry.event_id != game.event_id:
            raise PermissionDenied(_("This phone is entered in another game."))
        return game, entry


class GameView(PhoneView):
    permission_classes = [AllowAny]

    @extend_schema(
        summary="The whole public state of a game",
        responses={200: FrameSchema, 304: OpenApiResponse(description="Not changed"), 404: Failure},
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        tag = request.headers.get("If-None-Match", "")
        known = tag.strip('"')
        frame = live.current_frame(
            code.upper(), known=int(known) if known.isascii() and known.isdigit() else None
        )
        if frame is None:
            # Not changed, or no such game: that answers with 404.
            self.game(code)
            return HttpResponse(status=304, headers={"ETag": tag})
        return HttpResponse(
            frame.body, content_type="application/json", headers={"ETag": f'"{frame.version}"'}
        )


class EntriesView(PhoneView):
    permission_classes = [AllowAny]
    throttle_classes = [PerGameThrottle]

    class Joining(serializers.Serializer[Any]):
        name = serializers.CharField(max_length=NAME_LENGTH)

    class Joined(serializers.Serializer[Any]):
        token = serializers.CharField(help_text="Told this once; send it as `Authorization: Bearer TOKEN`.")
        name = serializers.CharField()
        table = serializers.IntegerField()

    @extend_schema(
        summary="Join a game",
        request=Joining,
        responses={
            201: Joined,
            400: OpenApiResponse(description="The name cannot be taken"),
            404: Failure,
            409: Failure,
        },
    )
    def post(self, request: Request, code: str) -> Response:
        joining = self.Joining(data=request.data)
        joining.is_valid(raise_exception=True)
        joined = games.join_game(game=self.game(code), name=joining.validated_data["name"])
        entry = joined.entry
        answer = {"token": joined.token, "name": entry.player.name, "table": entry.table}
        return Response(answer, status=status.HTTP_201_CREATED)


class MeView(PlayerView):
    @extend_schema(summary="My own sheet", responses={200: Sheet, 401: Failure, 403: Failure, 404: Failure})
    def get(self, request: Request, code: str) -> Response:
        game, entry = self.game_and_entry(request, code)
        return Response(sheet_for_entry(game, entry))


class SlipsView(PlayerView):
    class Writing(serializers.Serializer[Any]):
        id = serializers.UUIDField(help_text="Made by the phone: the same slip sent again is stored once.")
        round = serializers.IntegerField(min_value=1, max_value=1000)
        word = serializers.CharField(max_length=40, help_text="The whole word; a blank in lower case.")
        ref = serializers.CharField(max_length=10, help_text="In the game's notation, such as H8.")
        score = serializers.IntegerField(min_value=0, max_value=5000, allow_null=True, default=None)

    @extend_schema(
        summary="Hand in a slip",
        description="Answered once it is stored. In time, it takes the place of the one before.",
        request=Writing,
        responses={
            201: Receipt,
            200: OpenApiResponse(Receipt, description="Received before"),
            400: OpenApiResponse(description="The slip cannot be read: sentences by field"),
            401: Failure,
            403: Failure,
            404: Failure,
            409: Failure,
            413: Failure,
            429: Failure,
        },
    )
    def post(self, request: Request, code: str) -> Response:
        game, entry = self.game_and_entry(request, code)
        writing = self.Writing(data=request.data)
        writing.is_valid(raise_exception=True)
        written = writing.validated_data
        handed_in = slips.submit_slip(
            game=game,
            entry=entry,
            client_id=written["id"],
            number=written["round"],
            word=written["word"],
            reference=written["ref"],
            score=written["score"],
            received_at=self.received_at,
        )
        answered = status.HTTP_201_CREATED if handed_in.created else status.HTTP_200_OK
        return Response(receipt_for(handed_in.slip), status=answered)
