"""Authentication and throttling of the API: a player's phone is known by the token of its entry."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import status
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import APIException, AuthenticationFailed, ParseError, Throttled
from rest_framework.parsers import JSONParser
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.events.tokens import entry_for_token
from tournaments.models import Entry

# A phone sends a slip in one packet; a slower body is refused, and the phone sends it again.
BODY_SECONDS = 2.0


class TooLarge(APIException):
    """A body larger than `DATA_UPLOAD_MAX_MEMORY_SIZE`."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = _("The request is too large.")
    default_code = "too_large"


class NoRoom(APIException):
    """A body that would take room on the disk that slips need."""

    status_code = status.HTTP_507_INSUFFICIENT_STORAGE
    default_detail = _(
        "The disk of the server is nearly full: no file or long text is taken until there is room."
    )
    default_code = "no_room"


class TooSlow(APIException):
    """A body whose last byte came more than `BODY_SECONDS` after its head."""

    status_code = status.HTTP_408_REQUEST_TIMEOUT
    default_detail = _("The request took too long to arrive: send it again.")
    default_code = "too_slow"


class TooManyUnfinished(APIException):
    """A slow body, from an address with many such requests."""

    status_code = status.HTTP_429_TOO_MANY_REQUESTS
    default_detail = _("Too many unfinished requests come from this address: send it again.")
    default_code = "too_many_unfinished"
    wait = 1  # seconds, sent as Retry-After


def bearer_of(request: Request) -> str | None:
    """Return the token of `Authorization: Bearer …`, if there is one."""
    scheme, _space, token = get_authorization_header(request).partition(b" ")
    return str(token.decode("latin-1")) if scheme.lower() == b"bearer" else None


def check_guess(
    kind: GuessKind, request: HttpRequest | Request, guess: str, *, right: bool | None = None
) -> None:
    """Check the rate limit of guesses, after noting whether this one is `right`, if known; see
    `tournaments.accounts.rate_limit`.

    Raises:
        Throttled: this address asked for too much that does not exist.
    """
    address = request.META["REMOTE_ADDR"]
    if right is not None:
        rate_limit.note(kind, address, guess, right=right)
    if rate_limit.is_stopped(kind, address, guess):
        raise Throttled(rate_limit.SECONDS)


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`; `request.auth` is what the token opens. An unknown token counts as a guess."""

    scheme_name: str
    refusal: Promise

    def holder_of(self, token: str) -> Model | None:
        """Return what the token opens; None if it is unknown."""
        raise NotImplementedError

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Model] | None:
        token = bearer_of(request)
        if token is None:
            return None
        holder = self.holder_of(token)
        if holder is None:
            check_guess(GuessKind.TOKEN, request, token, right=False)
            raise AuthenticationFailed(str(self.refusal))
        return AnonymousUser(), holder

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - framework signature
        return "Bearer"


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # no types in the library
    """The OpenAPI schema of every `BearerAuthentication`."""

    target_class = BearerAuthentication
    match_subclasses = True

    def __init__(self, target: Any) -> None:
        super().__init__(target)  # type: ignore[no-untyped-call] # no types in the library
        self.name = target.scheme_name

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class EntryAuthentication(BearerAuthentication):
    """A player's phone; the entry is `request.auth`."""

    scheme_name = "playerToken"
    refusal = _("This phone is no longer entered: join again or ask the arbitrator.")

    def holder_of(self, token: str) -> Entry | None:
        return entry_for_token(token)


class HasToken(BasePermission):
    """A request with a valid token; the view checks that it opens what is requested."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - framework signature
        return request.auth is not None


class LimitedJSONParser(JSONParser):
    """A JSON parser with limits that no honest phone reaches."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        length = (parser_context or {})["request"].META.get("CONTENT_LENGTH")
        if int(length or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooLarge
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(_("The JSON is nested too deeply.")) from None


class PerTokenThrottle(SimpleRateThrottle):
    """A limit of requests for each token, since a hall shares one address."""

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - framework signature
        holder: Any = request.auth
        return holder and f"{type(self).__name__}-{type(holder).__name__}-{holder.pk}"


class PerEntryThrottle(PerTokenThrottle):
    """Sixty requests a minute for each player: far more than writing slips takes."""

    rate = "60/min"
