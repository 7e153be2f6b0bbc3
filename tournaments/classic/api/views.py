"""API of a player's phone in a classic event: join, read my match, report its result."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.accounts.rate_limit import Kind
from tournaments.api.authentication import (
    EntryAuthentication,
    HasToken,
    LimitedJSONParser,
    PerEntryThrottle,
    check_guess,
)
from tournaments.api.fields import TextField
from tournaments.api.joining_limits import JoiningView, JoinThrottle
from tournaments.api.schemas import FAILURES, MISTAKES, Failure
from tournaments.api.views import read_body
from tournaments.classic.core.scores import LEAST_SCORE, MOST_SCORE
from tournaments.classic.divisions import phone_page, phones
from tournaments.classic.models import DivisionEntry, Match
from tournaments.classic.rounds import results
from tournaments.core import name_visibility
from tournaments.core.errors import RuleViolation
from tournaments.events.registration.services import check_door_open
from tournaments.models import NAME_LENGTH, Entry, Event


class EventJoinThrottle(JoinThrottle):
    """Rate limit for joining one event."""

    def place_of(self, view: APIView) -> str:
        return f"event-{view.kwargs['event_id']}"

    def event_of(self, view: APIView) -> Event | None:
        return Event.objects.filter(pk=view.kwargs["event_id"]).first()


class ScoreSchema(serializers.Serializer[Any]):
    own = serializers.IntegerField()
    other = serializers.IntegerField()


class MatchResultSchema(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    opponent = serializers.CharField(help_text="Empty for a bye.")
    outcome = serializers.ChoiceField(["open", "won", "lost", "drawn", "bye"])
    own = serializers.IntegerField(allow_null=True)
    other = serializers.IntegerField(allow_null=True)
    overtime = serializers.IntegerField(help_text="Points taken off the own score for it.")
    forfeit = serializers.BooleanField()


class MatchSchema(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    opponent = serializers.CharField()
    first = serializers.BooleanField(help_text="Whether this player goes first.")
    own_report = ScoreSchema(allow_null=True)
    their_report = ScoreSchema(allow_null=True, help_text="What the opponent says; own score first here too.")
    result = MatchResultSchema(allow_null=True)
    record = serializers.CharField(
        allow_null=True, help_text="The code of its board, where the two keep it move by move."
    )


class StandingSchema(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    wins = serializers.CharField(help_text="A draw is half a win: 5½.")
    spread = serializers.IntegerField()


class MyMatchSchema(serializers.Serializer[Any]):
    name = serializers.CharField()
    division = serializers.CharField(help_text="Empty as long as the director has put nobody into one.")
    round = serializers.IntegerField(allow_null=True)
    rounds = serializers.IntegerField(help_text="As many as are planned.")
    first_round = serializers.IntegerField(
        allow_null=True, help_text="The first that they play: a later one for who came late."
    )
    state = serializers.ChoiceField(phone_page.STATES)
    match = MatchSchema(allow_null=True)
    results = MatchResultSchema(many=True)
    standing = StandingSchema(allow_null=True, help_text="Once standings are released.")


class ReportReceipt(serializers.Serializer[Any]):
    """Proof that a report is stored, or that this same result counts already."""

    id = serializers.UUIDField()


class ClassicView(APIView):
    """Base view for a player who is entered in the event."""

    parser_classes = [LimitedJSONParser]
    authentication_classes = [EntryAuthentication]
    permission_classes = [HasToken]
    throttle_classes = [PerEntryThrottle]

    def entry_of(self, request: Request, event_id: int) -> Entry:
        entry = request.auth
        assert isinstance(entry, Entry)
        if not Event.objects.filter(pk=event_id).exists():
            raise Http404(_("There is no such event."))
        if entry.event_id != event_id:
            raise PermissionDenied(_("This phone is entered in another event."))
        return entry

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Cache-Control"] = "no-store"
        return answer


class MyMatchView(ClassicView):
    @extend_schema(
        summary="My match in a classic event",
        responses={200: MyMatchSchema, **dict.fromkeys((401, 403, 404, 429), Failure)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        entry = self.entry_of(request, event_id)
        with name_visibility.hidden(False):
            return Response(phone_page.phone_page_of(entry))


class ReportsView(ClassicView):
    class Reporting(serializers.Serializer[Any]):
        id = serializers.UUIDField(help_text="Made by the phone: the same report sent again is stored once.")
        match = serializers.IntegerField(min_value=1, max_value=2**53)
        own = serializers.IntegerField(min_value=LEAST_SCORE, max_value=MOST_SCORE)
        other = serializers.IntegerField(min_value=LEAST_SCORE, max_value=MOST_SCORE)

    @extend_schema(
        summary="Report the result of my match",
        description="Scores as on the sheets, before overtime. It counts once both have reported the same.",
        request=Reporting,
        responses={
            201: ReportReceipt,
            400: OpenApiResponse(MISTAKES, description="No such scores: sentences by field"),
            413: Failure,
            **FAILURES,
        },
    )
    def post(self, request: Request, event_id: int) -> Response:
        entry = self.entry_of(request, event_id)
        said = read_body(request, self.Reporting)
        results.report_result(
            match=_own_match(entry, said["match"]),
            reporter=DivisionEntry.objects.get(entry=entry),
            key=said["id"],
            own=said["own"],
            other=said["other"],
        )
        return Response({"id": str(said["id"])}, status=status.HTTP_201_CREATED)


class MatchEntriesView(JoiningView):
    """Joining with the code of the event, which is told at the door."""

    parser_classes = [LimitedJSONParser]
    permission_classes = [AllowAny]
    throttle_classes = [EventJoinThrottle]

    class JoiningEvent(serializers.Serializer[Any]):
        name = TextField(max_length=NAME_LENGTH)
        code = TextField(max_length=12, help_text="Told at the door.")

    class JoinedEvent(serializers.Serializer[Any]):
        token = serializers.CharField(help_text="Told this once; send it as `Authorization: Bearer TOKEN`.")
        name = serializers.CharField()

    @extend_schema(
        summary="Join a classic event",
        request=JoiningEvent,
        responses={
            201: JoinedEvent,
            400: OpenApiResponse(MISTAKES, description="The name cannot be taken: sentences by field"),
            **dict.fromkeys((404, 409, 413, 429), Failure),
        },
    )
    def post(self, request: Request, event_id: int) -> Response:
        data = read_body(request, self.JoiningEvent)
        code = data["code"]
        guess = phones.guess_of(event_id, code)
        check_guess(Kind.CODE, request, guess)
        event = Event.objects.filter(pk=event_id, divisions__isnull=False).first()
        if event is None:
            raise Http404(_("There is no such event."))
        right = phones.is_join_code(event, code)
        check_guess(Kind.CODE, request, guess, right=right)
        if not right:
            raise RuleViolation(
                "wrong_code", _("That is not the code of this event; it is told at the door.")
            )
        # Check before any lock: many requests at a closed door must not delay the desk.
        check_door_open(event)
        joined = phones.join_event(event=event, name=data["name"])
        answer = {"token": joined.token, "name": joined.entry.name}
        return Response(answer, status=status.HTTP_201_CREATED)


def _own_match(entry: Entry, key: int) -> Match:
    match = Match.objects.select_related("round__division").filter(pk=key).first()
    entrant = DivisionEntry.objects.filter(entry=entry).first()
    if match is None or entrant is None or entrant.pk not in {match.first_id, match.second_id}:
        raise RuleViolation("not_your_match", _("You are not in this match any more: look at the pairings."))
    return match
