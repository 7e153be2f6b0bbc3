"""API of a player's phone in a classic event: join, read my match, report its result."""

from typing import Annotated, Any, TypedDict
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.accounts.rate_limit import GuessKind
from tournaments.api.authentication import (
    EntryAuthentication,
    HasToken,
    LimitedJSONParser,
    PerEntryThrottle,
    check_guess,
)
from tournaments.api.fields import ClientIdField, TextField
from tournaments.api.joining_limits import JoiningView, JoinThrottle
from tournaments.api.schemas import FAILURES, Failure
from tournaments.api.views import read_body
from tournaments.classic.divisions import phone_page, phones
from tournaments.classic.match_records.contradictions import check_record_agrees
from tournaments.classic.models import DivisionEntry, Match, MatchReport
from tournaments.classic.rounds import results
from tournaments.classic.scores.scores import LEAST_SCORE, MOST_SCORE
from tournaments.errors import RuleViolation
from tournaments.events.registration.services import check_door_open
from tournaments.models import NAME_LENGTH, Entry, Event
from tournaments.names import name_visibility


class EventJoinThrottle(JoinThrottle):
    """Rate limit for joining one event."""

    def place_of(self, view: APIView) -> str:
        return f"event-{view.kwargs['event_id']}"

    def event_of(self, view: APIView) -> Event | None:
        return Event.objects.filter(pk=view.kwargs["event_id"]).first()


class ReportReceipt(TypedDict):
    """Proof that a report is stored, or that this same result counts already."""

    id: Annotated[str, UUID, "The id that the phone gave the report."]


class ClassicView(APIView):
    """Base view for a player who is entered in the event."""

    parser_classes = [LimitedJSONParser]
    authentication_classes = [EntryAuthentication]
    permission_classes = [HasToken]
    throttle_classes = [PerEntryThrottle]
    audience = "Phones"

    def entry_of(self, request: Request, event_id: int) -> Entry:
        entry = request.auth
        assert isinstance(entry, Entry)
        if not Event.objects.filter(pk=event_id).exists():
            raise Http404(_("Event not found."))
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
        responses={200: phone_page.MyMatchSchema, **dict.fromkeys((401, 403, 404, 429), Failure)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        entry = self.entry_of(request, event_id)
        with name_visibility.hidden(False, entry.event):
            return Response(phone_page.phone_page_of(entry))


class ReportsView(ClassicView):
    class Reporting(serializers.Serializer[Any]):
        """The result of a match as a player reports it."""

        id = ClientIdField()
        match = serializers.IntegerField(min_value=1, max_value=2**53, help_text="Key of the match.")
        own = serializers.IntegerField(
            min_value=LEAST_SCORE,
            max_value=MOST_SCORE,
            help_text="Own points as on the sheet, before overtime.",
        )
        other = serializers.IntegerField(
            min_value=LEAST_SCORE,
            max_value=MOST_SCORE,
            help_text="Points of the opponent as on the sheet, before overtime.",
        )
        despite_record = serializers.BooleanField(
            default=False,
            help_text="True if the player has confirmed a result that differs from the match's record: without it "
            "the answer is the question (`record_differs`).",
        )

    @extend_schema(
        summary="Report the result of my match",
        description="Scores as on the sheets, before overtime. It counts once both have reported the same.",
        request=Reporting,
        responses={
            201: ReportReceipt,
            200: OpenApiResponse(ReportReceipt, description="Received before, or this result counts already"),
            400: OpenApiResponse(Failure, description="No such scores"),
            413: Failure,
            **FAILURES,
        },
    )
    def post(self, request: Request, event_id: int) -> Response:
        entry = self.entry_of(request, event_id)
        said = read_body(request, self.Reporting)
        match, reporter = _own_match(entry, said["match"]), DivisionEntry.objects.get(entry=entry)
        if not said["despite_record"] and not MatchReport.objects.filter(key=said["id"]).exists():
            _check_record(match, reporter, said["own"], said["other"])
        report = results.report_result(
            match=match,
            reporter=reporter,
            key=said["id"],
            own=said["own"],
            other=said["other"],
        )
        answered = status.HTTP_201_CREATED if report else status.HTTP_200_OK
        receipt: ReportReceipt = {"id": str(said["id"])}
        return Response(receipt, status=answered)


def _check_record(match: Match, reporter: DivisionEntry, own: int, other: int) -> None:
    is_second = match.first_id != reporter.pk
    first, second = (other, own) if is_second else (own, other)
    check_record_agrees(match, first, second, turned=is_second)


class MatchEntriesView(JoiningView):
    """Joining with the code of the event, which is told at the door."""

    parser_classes = [LimitedJSONParser]
    permission_classes = [AllowAny]
    throttle_classes = [EventJoinThrottle]
    audience = "Phones"

    class JoiningEvent(serializers.Serializer[Any]):
        """A player who joins a classic event."""

        name = TextField(max_length=NAME_LENGTH, help_text="Name of the player.")
        code = TextField(max_length=12, help_text="Code of the event, which is told at the door.")
        division = serializers.IntegerField(
            min_value=1,
            max_value=2**53,
            required=False,
            help_text="Key of the division whose QR code was read: a new player enters it.",
        )

    class JoinedEvent(TypedDict):
        """The entry of a player who has joined."""

        token: Annotated[str, "Told this once; send it as `Authorization: Bearer TOKEN`."]
        name: Annotated[str, "The name as it is stored."]

    @extend_schema(
        summary="Join a classic event",
        request=JoiningEvent,
        responses={
            201: JoinedEvent,
            400: OpenApiResponse(Failure, description="The name cannot be taken"),
            **dict.fromkeys((404, 409, 413, 429), Failure),
        },
    )
    def post(self, request: Request, event_id: int) -> Response:
        data = read_body(request, self.JoiningEvent)
        code = data["code"]
        guess = phones.guess_of(event_id, code)
        check_guess(GuessKind.CODE, request, guess)
        event = Event.objects.filter(pk=event_id, divisions__isnull=False).first()
        if event is None:
            raise Http404(_("Event not found."))
        right = phones.is_join_code(event, code)
        check_guess(GuessKind.CODE, request, guess, right=right)
        if not right:
            raise RuleViolation(
                "wrong_code", _("This is not the code of this event. Ask for it at the entrance.")
            )
        # Check before any lock: many requests at a closed door must not delay the desk.
        check_door_open(event)
        joined = phones.join_event(event=event, name=data["name"], division=data.get("division"))
        answer: MatchEntriesView.JoinedEvent = {"token": joined.token or "", "name": joined.entry.name}
        return Response(answer, status=status.HTTP_201_CREATED)


def _own_match(entry: Entry, key: int) -> Match:
    match = Match.objects.select_related("round__division").filter(pk=key).first()
    entrant = DivisionEntry.objects.filter(entry=entry).first()
    if match is None or entrant is None or entrant.pk not in {match.first_id, match.second_id}:
        raise RuleViolation("not_your_match", _("You are no longer in this match: check the pairings."))
    return match
