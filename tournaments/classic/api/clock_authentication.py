"""Authentication for the API of clocks: a device at the table by its link's token, a wall by its pass."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments.accounts.rate_limit import Kind
from tournaments.api.authentication import bearer_of, check_guess
from tournaments.classic.clocks.services import link_for_token
from tournaments.classic.models.clocks import ClockLink


class LinkAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`; the link is `request.auth`."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, ClockLink] | None:
        token = bearer_of(request)
        if token is None:
            return None
        link = link_for_token(token)
        if link is None:
            check_guess(Kind.TOKEN, request, token, right=False)
            raise AuthenticationFailed(
                _("This link opens no clock any more: ask the director for the new one.")
            )
        return AnonymousUser(), link

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - the signature is the framework's
        return "Bearer"


class LinkTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # the library has no types here
    """OpenAPI description of `LinkAuthentication`."""

    target_class = "tournaments.classic.api.clock_authentication.LinkAuthentication"
    name = "clockToken"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class HasLink(BasePermission):
    """Permission for a device that sent a token; the view checks that it opens the requested clock."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - the signature is the framework's
        return isinstance(request.auth, ClockLink)


class PerLinkThrottle(SimpleRateThrottle):
    """Limit of four requests a second for each device: more than two people can press."""

    rate = "240/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - the signature is the framework's
        return f"clock-{request.auth.pk}" if isinstance(request.auth, ClockLink) else None
