"""The organiser in scope: the one place that keeps the rows of organisers apart.

Managers of models of an organiser (`tournaments.models.organisers.OfOrganiser`) find no rows outside of a scope
but raise `ScopeError`. So a query that forgets whose rows it wants fails, and shows nothing of others.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django_scopes import scope, scopes_disabled
from django_scopes.state import state

from tournaments.models import Event, Organiser


def scope_to_organiser(organiser: int) -> AbstractContextManager[None]:
    """Read and write the rows of the organiser with this key."""
    made: AbstractContextManager[None] = scope(organiser=organiser)
    return made


def scope_to_event(event: Event) -> AbstractContextManager[None]:
    """Read and write the rows of the event's organiser."""
    return scope_to_organiser(event.organiser_id)


def scope_to_public() -> AbstractContextManager[None]:
    """Read the rows of the organiser that holds everybody; those of nobody where there are several."""
    made: AbstractContextManager[None] = scope(organiser=_sole_organiser())
    return made


def disable_scope() -> AbstractContextManager[None]:
    """Read the rows of all organisers: for what everybody may see, and for work on the whole installation."""
    made: AbstractContextManager[None] = scopes_disabled()
    return made


def _sole_organiser() -> int | tuple[()]:
    """Return the key of the organiser that holds everybody; without one, a scope in which nothing is found."""
    alone = Organiser.objects.filter(holds_everybody=True).values_list("pk", flat=True).first()
    return () if alone is None else alone


class ScopeMiddleware:
    """Begin each request without a scope, whatever the thread did before: the guard of a view names it.

    The admin site shows operators (superusers) the rows of all organisers. Staff who are none see the rows of
    the organiser that holds everybody, and are refused once there are several: not all rows there have a scope.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = state.set({})
        try:
            return self.get_response(request)
        finally:
            state.reset(before)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        match, user = request.resolver_match, request.user
        is_operator = user.is_active and getattr(user, "is_superuser", False)
        if match is not None and match.namespace == "admin" and is_operator:
            state.set({"_enabled": False})
        elif match is not None and match.namespace == "admin":
            alone = _sole_organiser()
            if alone == () and getattr(user, "is_staff", False) and match.url_name not in {"login", "logout"}:
                raise PermissionDenied
            state.set({"organiser": alone})
