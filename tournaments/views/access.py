"""Whoever has been let in at a desk, of a game or of an event: what views and templates know of them."""

from typing import cast

from django.contrib.auth.models import User
from django.http import HttpRequest

from tournaments.posts import AtDesk


class DeskRequest(HttpRequest):
    """A request that has been let in at the desk."""

    at_desk: AtDesk


def is_htmx(request: HttpRequest) -> bool:
    """Whether a page of ours asks, and wants the parts that change instead of a page."""
    return bool(getattr(request, "htmx", False))


def at_desk(request: HttpRequest) -> AtDesk:
    return cast("DeskRequest", request).at_desk


def arbitrator(request: HttpRequest) -> User:
    """The user of a request that has been let in."""
    return cast("User", request.user)
