"""The API of a player's phone: join, follow, hand in, ask. Each view parses, calls one use case or reader, answers."""

import time
import uuid
from datetime import datetime
from typing import Annotated, Any, TypedDict

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.api.fast_path.slips import STAMP
from duplicate.api.joining_limits import GameJoinThrottle
from duplicate.arbitration import questions
from duplicate.arbitration.questions import QuestionReceipt
from duplicate.games.players import phone_links
from duplicate.games.players import services as player_services
from duplicate.live import subscriptions
from duplicate.live.frame import FrameSchema
from duplicate.live.player_sheet import Sheet, sheet_for_entry
from duplicate.models import Game
from duplicate.models.slip import LARGEST_SCORE, LONGEST_REFERENCE, LONGEST_WORD
from duplicate.slips import services as slip_services
from duplicate.slips.services import Receipt
from tournaments.accounts.rate_limit import GuessKind
from tournaments.api.authentication import (
    BODY_SECONDS,
    EntryAuthentication,
    HasToken,
    PerEntryThrottle,
    TooSlow,
    check_guess,
)
from tournaments.api.fields import ClientIdField, TextField
from tournaments.api.joining_limits import JoiningView
from tournaments.api.schemas import Failure
from tournaments.api.views import TimedView, known_version
from tournaments.events.registration.services import check_door_open
from tournaments.models import NAME_LENGTH, Entry
from tournaments.time import clock


def answers_to_sending(receipt: type, refused: str) -> dict[int, Any]:
    """Return the responses, for the schema, to a phone that sends something with an id of its own making."""
    return {
        201: receipt,
        200: OpenApiResponse(receipt, description="Received before"),
        400: OpenApiResponse(Failure, description=f"{refused}"),
        **dict.fromkeys((401, 403, 404, 408, 409, 413, 429, 503), Failure),
    }


class PhoneView(TimedView):
    """A view of a game for phones and screens."""

    audience = "Phones"

    def initialize_request(self, request: Any, *args: Any, **kwargs: Any) -> Request:
        self._began = time.monotonic()
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.received_at = self._receive(request)
        check_guess(GuessKind.CODE, request, kwargs["code"].upper())
        super().initial(request, *args, **kwargs)

    def _receive(self, request: Request) -> datetime:
        """Return when the last byte came. Under WSGI the body may still be on its way: read it first.

        Raises:
            TooSlow: the body took longer than `BODY_SECONDS`.
            RequestDataTooBig: it is larger than any request of a phone.
        """
        stamp: datetime | None = getattr(request, "scope", {}).get(STAMP)
        if stamp is None:
            request.body  # noqa: B018 - the property reads
            if time.monotonic() - self._began > BODY_SECONDS:
                raise TooSlow
        return stamp or clock.now()

    def game(self, code: str) -> Game:
        game = Game.objects.select_related("event").filter(code=code.upper(), event__whole=True).first()
        check_guess(GuessKind.CODE, self.request, code.upper(), right=game is not None)
        if game is None:
            raise Http404(_("No game has this code."))
        return game


class PlayerView(PhoneView):
    """A view for a player who is entered in the game."""

    authentication_classes = [EntryAuthentication]
    permission_classes = [HasToken]
    throttle_classes = [PerEntryThrottle]

    def game_and_entry(self, request: Request, code: str) -> tuple[Game, Entry]:
        game, entry = self.game(code), request.auth
        assert isinstance(entry, Entry)
        if entry.event_id != game.event_id:
            raise PermissionDenied(_("This phone is entered in another game."))
        return game, entry


class GameView(PhoneView):
    permission_classes = [AllowAny]
    audience = "Public"

    @extend_schema(
        summary="The whole public state of a game",
        responses={
            200: FrameSchema,
            304: OpenApiResponse(description="Not changed"),
            404: Failure,
            429: Failure,
        },
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        frame = subscriptions.current_frame(code.upper(), known=known_version(request))
        if frame is None:
            # Either not changed, or no such game: `game` answers that with 404.
            self.game(code)
            return HttpResponse(status=304, headers={"ETag": request.headers.get("If-None-Match", "")})
        check_guess(GuessKind.CODE, request, code.upper(), right=True)
        return HttpResponse(
            frame.body, content_type="application/json", headers={"ETag": f'"{frame.version}"'}
        )


class EntriesView(JoiningView, PhoneView):
    permission_classes = [AllowAny]
    throttle_classes = [GameJoinThrottle]

    class Joining(serializers.Serializer[Any]):
        """A player, or a pair, who joins a game."""

        name = TextField(max_length=NAME_LENGTH, help_text="Name of the player.")
        partner = TextField(
            max_length=NAME_LENGTH,
            allow_blank=True,
            default="",
            help_text="Name of the other one of a pair; empty for one player.",
        )

    class Joined(TypedDict):
        """The place of a player who has joined."""

        token: Annotated[str, "Told this once; send it as `Authorization: Bearer TOKEN`."]
        name: Annotated[str, "The name as it is stored; both names of a pair."]
        table: Annotated[int, "Table number, by which a player is known in the game."]

    @extend_schema(
        summary="Join a game",
        request=Joining,
        responses={
            201: Joined,
            400: OpenApiResponse(Failure, description="The name cannot be taken"),
            **dict.fromkeys((404, 408, 409, 413, 429), Failure),
        },
    )
    def post(self, request: Request, code: str) -> Response:
        joining = self.Joining(data=request.data)
        joining.is_valid(raise_exception=True)
        game = self.game(code)
        # Check before any lock: a flood at a closed door must not keep the desk waiting.
        check_door_open(game.event)
        joined = player_services.join_game(game=game, **joining.validated_data)
        entry = joined.entry
        answer: EntriesView.Joined = {"token": joined.token or "", "name": entry.name, "table": entry.table}
        return Response(answer, status=status.HTTP_201_CREATED)


class MeView(PlayerView):
    @extend_schema(
        summary="My own sheet",
        responses={200: Sheet, **dict.fromkeys((401, 403, 404, 409, 429), Failure)},
    )
    def get(self, request: Request, code: str) -> Response:
        game, entry = self.game_and_entry(request, code)
        return Response(sheet_for_entry(game, entry))


class DeviceView(PlayerView):
    class Taking(serializers.Serializer[Any]):
        """The token of a device that becomes the player's only one."""

        token = serializers.RegexField(
            r"^[A-Za-z0-9_-]{32,64}\Z",
            help_text="Made by the phone, at random; it is the player's from then on.",
        )

    @extend_schema(
        summary="Make this device the player's only one",
        description="The token shown is worth nothing afterwards. Sent again with the new one it does nothing.",
        request=Taking,
        responses={
            204: None,
            400: OpenApiResponse(Failure, description="No such token can be taken"),
            **dict.fromkeys((401, 403, 404, 408, 409, 413, 429), Failure),
        },
    )
    def post(self, request: Request, code: str) -> Response:
        game, entry = self.game_and_entry(request, code)
        taking = self.Taking(data=request.data)
        taking.is_valid(raise_exception=True)
        phone_links.take_device(game=game, entry=entry, token=taking.validated_data["token"])
        return Response(status=status.HTTP_204_NO_CONTENT)


class SlipsView(PlayerView):
    class Writing(serializers.Serializer[Any]):
        """A slip."""

        id = ClientIdField()
        round = serializers.IntegerField(
            min_value=1, max_value=1000, help_text="Number of the round, from 1."
        )
        round_id = serializers.IntegerField(
            min_value=1,
            required=False,
            help_text="Key of the round, as the frame has it: a slip for a cancelled round never counts in the "
            "one after it.",
        )
        word = TextField(max_length=LONGEST_WORD, help_text="The whole word; a small letter is a blank.")
        ref = TextField(
            max_length=LONGEST_REFERENCE,
            help_text="Where it begins and runs, in the game's notation, such as H8.",
        )
        score = serializers.IntegerField(
            min_value=0,
            max_value=LARGEST_SCORE,
            allow_null=True,
            default=None,
            help_text="Points that the slip states; null if it states none.",
        )

    @extend_schema(
        summary="Hand in a slip",
        description="Answered once it is stored. In time, it takes the place of the one before.",
        request=Writing,
        responses=answers_to_sending(Receipt, "The slip cannot be read"),
    )
    def post(self, request: Request, code: str) -> Response:
        game, entry = self.game_and_entry(request, code)
        writing = self.Writing(data=request.data)
        writing.is_valid(raise_exception=True)
        written = writing.validated_data
        handed_in = slip_services.submit_slip(
            game=game,
            entry=entry,
            client_id=written["id"],
            number=written["round"],
            round_id=written.get("round_id"),
            word=written["word"],
            reference=written["ref"],
            score=written["score"],
            received_at=self.received_at,
        )
        answered = status.HTTP_201_CREATED if handed_in.created else status.HTTP_200_OK
        return Response(slip_services.receipt_for(handed_in.slip), status=answered)


class QuestionsView(PlayerView):
    class Asking(serializers.Serializer[Any]):
        """A question about the ruling on the own slip."""

        id = ClientIdField()
        round = serializers.IntegerField(
            min_value=1, max_value=1000, help_text="Number of the last announced round."
        )
        text = TextField(max_length=questions.LONGEST, help_text="The question in the player's words.")

    @extend_schema(
        summary="Question a ruling",
        description="About the last announced round, until the next one closes; one open question a round.",
        request=Asking,
        responses=answers_to_sending(QuestionReceipt, "Nothing is asked, or too much"),
    )
    def post(self, request: Request, code: str) -> Response:
        game, entry = self.game_and_entry(request, code)
        asking = self.Asking(data=request.data)
        asking.is_valid(raise_exception=True)
        asked = questions.ask_question(
            game=game,
            entry=entry,
            client_id=asking.validated_data["id"],
            number=asking.validated_data["round"],
            text=asking.validated_data["text"],
            asked_at=self.received_at,
        )
        answered = status.HTTP_201_CREATED if asked.created else status.HTTP_200_OK
        return Response(questions.receipt_for_question(asked.question), status=answered)


class QuestionView(PlayerView):
    @extend_schema(
        summary="Take a question back",
        description="Before it is answered; taking it back again does nothing.",
        responses={204: None, **dict.fromkeys((401, 403, 404, 409, 429), Failure)},
    )
    def delete(self, request: Request, code: str, question_id: uuid.UUID) -> Response:
        game, entry = self.game_and_entry(request, code)
        questions.take_question_back(game=game, entry=entry, client_id=question_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
