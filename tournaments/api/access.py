"""Who asks, and how often: a player's phone is known by the token of its entry."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
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

from tournaments import guessing
from tournaments.guessing import Kind
from tournaments.models import Entry
from tournaments.registration import entry_for_token


class TooLarge(APIException):
    """A body larger than `DATA_UPLOAD_MAX_MEMORY_SIZE`."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = _("The request is too large.")
    default_code = "too_large"


def check_guess(kind: Kind, request: HttpRequest | Request, guess: str, *, right: bool | None = None) -> None:
    """Note whether what somebody named is there, if that is known by now; see `tournaments.guessing`.

    Raises:
        Throttled: too much that is not there was asked for from this address.
    """
    address = request.META["REMOTE_ADDR"]
    if right is not None:
        guessing.note(kind, address, guess, right=right)
    if guessing.is_stopped(kind, address, guess):
        raise Throttled(guessing.SECONDS)


class EntryAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`; the entry is `request.auth`."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Entry] | None:
        scheme, _space, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer":
            return None
        entry = entry_for_token(token.decode("latin-1"))
        if entry is None:
            check_guess(Kind.TOKEN, request, token.decode("latin-1"), right=False)
            raise AuthenticationFailed(
                _("This phone is not entered any more: join again or ask the arbitrator.")
            )
        return AnonymousUser(), entry

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - the signature is the framework's
        return "Bearer"


class EntryTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # the library has no types here
    """What the OpenAPI schema says of it."""

    target_class = "tournaments.api.access.EntryAuthentication"
    name = "playerToken"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class HasEntry(BasePermission):
    """A phone that showed a token; the view checks that the entry is of the game or event asked for."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - the signature is the framework's
        return isinstance(request.auth, Entry)


class LimitedJSONParser(JSONParser):
    """JSON, read only as far as an honest phone would write."""

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


class PerEntryThrottle(SimpleRateThrottle):
    """Sixty a minute for each player: far more than writing slips takes, and a hall shares one address."""

    rate = "60/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - the signature is the framework's
        return f"entry-{request.auth.pk}" if isinstance(request.auth, Entry) else None
