"""API of clocks: a device at a table reads its clock and acts on it, a wall reads all clocks."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from tournaments.accounts.rate_limit import GuessKind
from tournaments.api.authentication import (
    BearerAuthentication,
    HasToken,
    PerTokenThrottle,
    bearer_of,
    check_guess,
)
from tournaments.api.fields import ClientIdField
from tournaments.api.schemas import Failure
from tournaments.api.views import TimedView, frame_response, known_version, read_body
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.clocks.frames import (
    SIDE_HELP,
    ClockSchema,
    WallSchema,
    clock_frame,
    holder_of_pass,
    wall_frame,
)
from tournaments.classic.clocks.services import Acted, ClockPress, link_for_token
from tournaments.classic.models.clocks import ClockLink
from tournaments.live.connections import StreamRefused

LATEST_MS = 2**43  # in the year 2248; a greater number from a device would not fit into a clock

ACTS = (
    ("start", "start the clock"),
    ("press", "end the own turn: the other side's time runs"),
    ("neutral", "stop both sides, as for a challenge"),
    ("resume", "let the time of a side run again"),
    ("stop", "end the match on the clock"),
)


class Acting(serializers.Serializer[Any]):
    """An act of a device at the table."""

    id = ClientIdField()
    act = serializers.ChoiceField(ACTS, help_text="What is done.")
    side = serializers.IntegerField(
        min_value=0,
        max_value=1,
        required=False,
        help_text=f"Whose turn ends, begins or goes on. {SIDE_HELP} `press` and `resume` need it.",
    )
    number = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=100_000,
        help_text="Number of the turn that a press ends, as the clock has it; `press` needs it.",
    )
    at = serializers.IntegerField(
        min_value=0,
        max_value=LATEST_MS,
        allow_null=True,
        default=None,
        help_text="When it was done by the server's clock, as the device knows it, in milliseconds since 1970; "
        "null for now.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that the act has its fields; a start without a side is that of the player who goes first."""
        needed = {"press": ("side", "number"), "resume": ("side",)}.get(attrs["act"], ())
        missing = [field for field in needed if field not in attrs]
        if missing:
            raise serializers.ValidationError({field: [_("This field is required.")] for field in missing})
        return {"side": 0, "number": 0} | attrs


class LinkAuthentication(BearerAuthentication):
    """A device at the table; the link is `request.auth`."""

    scheme_name = "clockToken"
    refusal = _("This clock link is no longer valid: ask the director for the new one.")

    def holder_of(self, token: str) -> ClockLink | None:
        return link_for_token(token)


class PerLinkThrottle(PerTokenThrottle):
    """Four requests a second for each device: more than two people can press."""

    rate = "240/min"


SEEN = {304: OpenApiResponse(description="Not changed")}


class ClockView(TimedView):
    """A view for a device of the clock."""

    authentication_classes = [LinkAuthentication]
    permission_classes = [HasToken]
    throttle_classes = [PerLinkThrottle]
    audience = "Clocks"

    def link(self, request: Request, clock_id: int) -> ClockLink:
        link = request.auth
        assert isinstance(link, ClockLink)
        if link.clock_id != clock_id:
            raise PermissionDenied(_("This link is for another clock."))
        return link

    @extend_schema(
        summary="A clock as it stood at its last act",
        responses={200: ClockSchema, **SEEN, **dict.fromkeys((401, 403, 429), Failure)},
    )
    def get(self, request: Request, clock_id: int) -> HttpResponse:
        self.link(request, clock_id)
        return frame_response(request, clock_frame(clock_id, known_version(request)))


class ClockActsView(ClockView):
    http_method_names = ["post", "options"]

    @extend_schema(
        summary="Do something with a clock",
        description="Sent again with the same id it does nothing; the answer is the clock as it stands then.",
        request=Acting,
        responses={
            201: ClockSchema,
            200: OpenApiResponse(ClockSchema, description="Received before"),
            400: OpenApiResponse(Failure, description="What was sent cannot be read"),
            **dict.fromkeys((401, 403, 409, 413, 429), Failure),
        },
    )
    def post(self, request: Request, clock_id: int) -> HttpResponse:
        link = self.link(request, clock_id)
        sent = read_body(request, Acting)
        acted = act_on_clock(ClockPress(link, sent["id"], sent["at"]), sent)
        frame = clock_frame(clock_id)
        code = status.HTTP_200_OK if acted.again else status.HTTP_201_CREATED
        return HttpResponse(frame.body if frame else b"", content_type="application/json", status=code)


class WallView(TimedView):
    permission_classes = [AllowAny]
    audience = "Clocks"

    @extend_schema(
        summary="All clocks of the matches in progress",
        description="Send the pass that the page of the wall was given: `Authorization: Bearer PASS`.",
        auth=[{"wallPass": []}],  # type: ignore[list-item] # the library takes requirements too
        responses={200: WallSchema, **SEEN, **dict.fromkeys((401, 403, 404, 429), Failure)},
    )
    def get(self, request: Request, event_id: int) -> HttpResponse:
        self.check_pass(request, event_id)
        return frame_response(request, wall_frame(event_id, known_version(request)))

    def check_pass(self, request: Request, event_id: int) -> None:
        written = bearer_of(request)
        if written is None:
            raise NotAuthenticated
        try:
            known = holder_of_pass(event_id, written)
        except StreamRefused as refused:
            check_guess(GuessKind.TOKEN, request, written, right=False)
            raise (AuthenticationFailed if refused.status == 401 else PermissionDenied) from None
        if known is None:
            raise Http404

    def get_authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - the signature is the framework's
        return "Bearer"


def act_on_clock(table: ClockPress, sent: dict[str, Any]) -> Acted:
    """Call the use case for an act of a device."""
    side, number = sent["side"], sent["number"]
    acts: dict[str, Callable[[], Acted]] = {
        "start": lambda: clock_services.start_clock(table=table, side=side),
        "press": lambda: clock_services.press_clock(table=table, side=side, number=number),
        "neutral": lambda: clock_services.neutralise_clock(table=table),
        "resume": lambda: clock_services.resume_clock(table=table, side=side),
        "stop": lambda: clock_services.stop_clock(table=table),
    }
    return acts[sent["act"]]()
