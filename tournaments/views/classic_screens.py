"""The big screen of a division: opened from its desk, or on the projector's machine by the code that phones join with,
without a login. It tells what everybody may know.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET

from tournaments import guessing
from tournaments.classic.joining import CODE_LENGTH, event_with_code, join_code
from tournaments.classic.screen import screen_values
from tournaments.guessing import Kind
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
    state = reverse("division-screen-state", args=[event.pk, division.pk])
    return render_in_language_of(event, request, TEMPLATE, lambda: _context(division, state))


@require_GET
@for_event_desk
def screen_state(_request: HttpRequest, event: Event, division_id: int) -> HttpResponse:
    """What is to be shown now; the page asks every few seconds."""
    return JsonResponse(screen_values(division_of(event, division_id)))


@require_GET
def coded_screen(request: HttpRequest, code: str, division_id: int) -> HttpResponse:
    """The same for who knows the code of the event."""
    division = _division_of_code(request, code, division_id)
    state = reverse("coded-screen-state", args=[code, division.pk])
    return render_in_language_of(division.event, request, TEMPLATE, lambda: _context(division, state))


@require_GET
def coded_state(request: HttpRequest, code: str, division_id: int) -> HttpResponse:
    return JsonResponse(screen_values(_division_of_code(request, code, division_id)))


def event_of_code(request: HttpRequest, code: str) -> Event | None:
    """The classic event that a code is of. A wrong one is counted by who goes on to look for it elsewhere."""
    address = request.META["REMOTE_ADDR"]
    if len(code) != CODE_LENGTH or guessing.is_stopped(Kind.CODE, address, code):
        return None
    event = event_with_code(code)
    if event is not None:
        guessing.note(Kind.CODE, address, code, right=True)
    return event


def screens_of_event(event: Event) -> list[tuple[str, str]]:
    """The divisions with the addresses of their screens, for who has shown the code of the event."""
    code = join_code(event)
    return [
        (division.name, reverse("coded-screen", args=[code, division.pk]))
        for division in event.divisions.all()
    ]


def _division_of_code(request: HttpRequest, code: str, division_id: int) -> Division:
    event = event_of_code(request, code)
    if event is None:
        guessing.note(Kind.CODE, request.META["REMOTE_ADDR"], code[:CODE_LENGTH], right=False)
        raise Http404
    return division_of(event, division_id)


def _context(division: Division, state: str) -> dict[str, Any]:
    return {
        "event": division.event,
        "division": division,
        "config": {
            "state": state,
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
