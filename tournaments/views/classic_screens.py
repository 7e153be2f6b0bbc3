"""The big screen of a division, opened from its desk."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET

from tournaments.classic.screen import screen_values
from tournaments.languages import render_in_language_of
from tournaments.models import Division, Event
from tournaments.views.board_strings import match_strings
from tournaments.views.classic import division_of
from tournaments.views.event_access import for_event_desk

TEMPLATE = "tournaments/classic/screen.html"


@require_GET
@for_event_desk
def division_screen(request: HttpRequest, event: Event, division_id: int) -> HttpResponse:
    """It shows live boards, pairings and standings in turn."""
    division = division_of(event, division_id)
    return render_in_language_of(event, request, TEMPLATE, lambda: _context(division))


@require_GET
@for_event_desk
def screen_state(_request: HttpRequest, event: Event, division_id: int) -> HttpResponse:
    """What is to be shown now; the page asks every few seconds."""
    return JsonResponse(screen_values(division_of(event, division_id)))


def _context(division: Division) -> dict[str, Any]:
    return {
        "event": division.event,
        "division": division,
        "config": {
            "state": reverse("division-screen-state", args=[division.event_id, division.pk]),
            "board": reverse("api-board", args=["CODE"]),
        },
        "strings": match_strings() | _strings(),
    }


def _strings() -> dict[str, str]:
    """For division_screen.js, beside those of a match."""
    return {
        "pairings": _("Pairings of round {round}"),
        "results": _("Round {round}"),
        "standings": _("Standings"),
        "nothing": _("No round has begun yet."),
        "part": _("{first}–{last} of {count}"),
        "bye": pgettext("on the big screen", "bye"),
        "droppedOut": _("dropped out"),
        "wins": _("Wins"),
        "spread": pgettext("match", "Spread"),
    }
