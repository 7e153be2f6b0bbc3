"""Permissions of an event's staff for views of one of its divisions."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.classic.models import Division
from tournaments.models import Event
from tournaments.views.permissions import (
    for_event_arbitrators,
    for_event_chief,
    for_event_desk,
    for_event_registrars,
)

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Division, P], HttpResponse]
Guard = Callable[..., Callable[..., HttpResponse]]


def division_of(event: Event, division_id: int) -> Division:
    """Return the division of the event, or answer 404."""
    division = get_object_or_404(event.divisions.select_related("lexicon"), pk=division_id)
    division.event = event
    return division


def _guard(guard: Guard, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def guarded(request: HttpRequest, event: Event, division_id: int, **more: Any) -> HttpResponse:
        return view(request, division_of(event, division_id), **more)

    return guard(guarded)


def for_division_chief(view: View[P]) -> Callable[..., HttpResponse]:
    """Decorate a view that only the chief of the event may use."""
    return _guard(for_event_chief, view)


def for_division_arbitrators(view: View[P]) -> Callable[..., HttpResponse]:
    """Decorate a view for users who may enter results."""
    return _guard(for_event_arbitrators, view)


def for_division_registrars(view: View[P]) -> Callable[..., HttpResponse]:
    """Decorate a view for users who may know names."""
    return _guard(for_event_registrars, view)


def for_division_desk(view: View[P]) -> Callable[..., HttpResponse]:
    """Decorate a view for everybody at the desk."""
    return _guard(for_event_desk, view)
