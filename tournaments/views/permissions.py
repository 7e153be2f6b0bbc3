"""The user at the desk of a game or an event, for views and templates."""

from typing import cast

from django.contrib.auth.models import User
from django.http import HttpRequest

from tournaments.events.staff import AtDesk


class DeskRequest(HttpRequest):
    """A request of a user who has been admitted to the desk."""

    at_desk: AtDesk


def is_htmx(request: HttpRequest) -> bool:
    """Tell whether one of our pages asks for the parts that change instead of a whole page."""
    return bool(getattr(request, "htmx", False))


def at_desk(request: HttpRequest) -> AtDesk:
    return cast("DeskRequest", request).at_desk


def arbitrator(request: HttpRequest) -> User:
    """Return the user of an admitted request."""
    return cast("User", request.user)
