"""The API for results of clubs in a simultaneous game: a club's server sends them with the token of its club."""

import json
from collections.abc import Mapping
from typing import IO, Annotated, Any, TypedDict

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, ParseError
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from duplicate.models.simultaneous import InvitedClub
from duplicate.prepared_games.clubs.organiser import club_for_token, has_token
from duplicate.prepared_games.results.file_format import ResultRefused
from duplicate.prepared_games.results.review import accept_sent
from duplicate.prepared_games.results.sent_result import (
    FORMAT,
    MOST_BYTES,
    VERSION,
    SentEntry,
    SentPerson,
    SentResult,
)
from tournaments.api.authentication import TooLarge
from tournaments.api.schemas import Failure
from tournaments.errors import RuleViolation
from tournaments.http.asgi_types import Scope
from tournaments.http.uploads import Upload
from tournaments.processes.own_process import in_own_process

STATES = (
    ("first", "the club's first result"),
    ("again", "the same as before: nothing has changed"),
    ("correction", "another one, which counts from now on"),
)


def _person(name: str, licence: str = "", series: str = "", birth_year: int | None = None) -> SentPerson:
    return {
        "name": name,
        "licence": licence,
        "club": "Namur",
        "country": "BEL",
        "series": series,
        "birth_year": birth_year,
    }


_PLAYER: SentEntry = {
    "table": 12,
    "players": [_person("Elise Dupont", "1234567", "3B", 1970)],
    "scores": [30, 37, 25],
    "worths": [30, 37, 25],
    "sanctions": ["none", "none", "none"],
    "averages": [],
    "absent": [],
    "solos_given": [],
    "solos_withheld": [],
    "withdrawn": False,
    "total": 92,
    "negative": -8,
    "tops": 2,
    "solos": 0,
    "solo_points": 0,
    "warning_points": 0,
}
_PAIR: SentEntry = _PLAYER | {
    "table": 13,
    "players": [_person("Jean Roy"), _person("Anne Roy")],
    "scores": [20, 40, 0],
    "worths": [20, 45, 0],
    "sanctions": ["none", "penalty", "none"],
    "absent": [3],
    "withdrawn": True,
    "total": 60,
    "negative": -40,
    "tops": 1,
}
_RESULT: SentResult = {
    "format": FORMAT,
    "version": VERSION,
    "game": "5f2b7c0e" * 8,
    "name": "World game",
    "club": "Namur",
    "arbitrator": "Ann Martin",
    "played_on": "2026-03-03",
    "tops": [30, 45, 25],
    "entries": [_PLAYER, _PAIR],
}
EXAMPLE = OpenApiExample(
    "A club with a player and a pair",
    summary="Three rounds: a player, and a pair that had a penalty and left before the last round",
    request_only=True,
    value=_RESULT,
)


class ClubAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`; the invited club is `request.auth`."""

    def authenticate(self, request: Request) -> tuple[None, InvitedClub] | None:
        scheme, _space, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer":
            return None
        club = club_for_token(token.decode("latin-1"))
        if club is None:
            raise AuthenticationFailed(
                _("This token is unknown or was revoked. Ask the organiser for a new one.")
            )
        return None, club

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - the signature is the framework's
        return "Bearer"


class ClubTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # the library has no types here
    """The entry of this authentication in the OpenAPI schema."""

    target_class = "duplicate.api.results.ClubAuthentication"
    name = "clubToken"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class HasClub(BasePermission):
    """A server that showed the token of a club; the view checks that it belongs to the requested game."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - framework signature
        return isinstance(request.auth, InvitedClub)


class ResultParser(BaseParser):
    """JSON, larger than what a phone writes: the framework's own parser applies the limit for phones."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002 - the signature is the framework's
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002 - the signature is the framework's
    ) -> Any:
        data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise TooLarge
        try:
            return in_own_process()(json.loads)(data)
        except (ValueError, RecursionError):
            raise ParseError(_("This is not valid JSON.")) from None


class PerClubThrottle(SimpleRateThrottle):
    """Twenty a minute for each club: more than anybody corrects."""

    rate = "20/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - framework signature
        return f"club-{request.auth.pk}" if isinstance(request.auth, InvitedClub) else None


def has_club_token(scope: Scope) -> bool:
    """Tell whether a request shows the token of a club."""
    scheme, _space, token = dict(scope["headers"]).get(b"authorization", b"").partition(b" ")
    return scheme.lower() == b"bearer" and has_token(token.decode("latin-1"))


class ResultsView(APIView):
    """Results of one simultaneous game, which is known by the digest of its envelope."""

    authentication_classes = [ClubAuthentication]
    permission_classes = [HasClub]
    parser_classes = [ResultParser]
    throttle_classes = [PerClubThrottle]
    audience = "Simultaneous games"
    upload = Upload(MOST_BYTES, has_club_token)

    class Accepted(TypedDict):
        """The outcome of a result that was sent."""

        state: Annotated[str, STATES, "What the organiser makes of it."]
        version: Annotated[int, "Number of the version of the club's result that counts now, from 1."]
        warnings: Annotated[
            list[str], "Sentences about what is odd and does not hold it up; empty if nothing is."
        ]

    @extend_schema(
        summary="Send a club's result",
        description=(
            "For a club's server or script, with the token that the organiser has given the club. `digest` names the"
            " game. The first result is accepted; the same again changes nothing, so it may be sent until an answer"
            " comes; another one is a correction. A result that is not this game's, was edited after it was signed, is"
            " older than the one that is in, or whose sums the rules do not make, is refused with 409 and sentences"
            " about what is wrong."
        ),
        request=SentResult,
        examples=[EXAMPLE],
        responses={
            200: OpenApiResponse(Accepted, description="It is stored already: nothing has changed."),
            201: Accepted,
            **dict.fromkeys((400, 401, 403, 404, 409, 413, 415, 429), Failure),
        },
    )
    def post(self, request: Request, digest: str) -> Response:
        club = request.auth
        assert isinstance(club, InvitedClub)
        if club.simultaneous.digest != digest:
            raise Http404
        try:
            arrival = accept_sent(sent=club.simultaneous, content=request.data, via=club)
        except ResultRefused as refused:
            raise RuleViolation("result_refused", "{problem}", problem=" ".join(refused.errors)) from refused
        answer: ResultsView.Accepted = {
            "state": arrival.state,
            "version": arrival.version.number,
            "warnings": list(arrival.warnings),
        }
        known = arrival.state == "again"
        return Response(answer, status=status.HTTP_200_OK if known else status.HTTP_201_CREATED)
