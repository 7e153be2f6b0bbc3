"""Guards of pages about one thing that is its owner's alone: a prepared game, a search, a simultaneous game."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.timezone import get_current_timezone

from duplicate.models.simultaneous import Simultaneous
from tournaments.errors import RuleViolation
from tournaments.organisers.rights import Right
from tournaments.time.time_zones import in_zone
from tournaments.views.permissions import arbitrator, for_organiser
from tournaments.wording.engine_messages import message_for


def for_owner(owned: Callable[[User], QuerySet[Any]], key: str, page: str) -> Callable[..., Any]:
    """Return a guard for views of a row whose key is in the address: for everybody but its owner the row does
    not exist. An act that is refused goes back to the `page` of the row, which says why. The pages of a
    simultaneous game have its organiser's zone.
    """

    def guard(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @for_organiser(Right.RUN_EVENTS)
        @wraps(view)
        def guarded(request: HttpRequest, *_none: Any, **values: Any) -> HttpResponse:
            row = get_object_or_404(owned(arbitrator(request)), pk=values.pop(key))
            zone = row.zone if isinstance(row, Simultaneous) else get_current_timezone()
            try:
                with in_zone(zone):
                    return view(request, row, **values)
            except RuleViolation as error:
                if request.method != "POST":
                    raise
                messages.error(request, message_for(error))
                return redirect(page, row.pk)

        return guarded

    return guard
