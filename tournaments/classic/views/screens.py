"""The big screen of a division, with public data only.

It is opened from the division's desk, or on the projector's machine with the event's join code, without a
login.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET

from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.classic.divisions.phones import CODE_LENGTH, event_with_code, join_code
from tournaments.classic.divisions.screen import screen_values
from tournaments.classic.models import Division
from tournaments.classic.views.desk.permissions import division_of, for_division_desk
from tournaments.events.languages import in_language_of, render_in_language_of
from tournaments.models import Event
from tournaments.views.board_strings import match_strings

TEMPLATE = "classic/screen.html"


@require_GET
@for_division_desk
def division_screen(request: HttpRequest, division: Division) -> HttpResponse:
    """Render the screen, which shows live boards, pairings and standings in turn."""
    state = reverse("division-screen-state", args=[division.event_id, division.pk])
    return render_in_language_of(division.event, request, TEMPLATE, lambda: _context(division, state))


@require_GET
@for_division_desk
def screen_state(_request: HttpRequest, division: Division) -> HttpResponse:
    """Return the current content of the screen; the page polls it every few seconds."""
    return _state(division)


@require_GET
def coded_screen(request: HttpRequest, code: str, division_id: int) -> HttpResponse:
    """Render the screen for a visitor with the code of the event."""
    division = _division_of_code(request, code, division_id)
    state = reverse("coded-screen-state", args=[code, division.pk])
    return render_in_language_of(division.event, request, TEMPLATE, lambda: _context(division, state))


@require_GET
def coded_state(request: HttpRequest, code: str, division_id: int) -> HttpResponse:
    return _state(_division_of_code(request, code, division_id))


def event_of_code(request: HttpRequest, code: str) -> Event | None:
    """Return the classic event of a code. The caller, who looks for the code elsewhere next, counts a wrong one."""
    address = request.META["REMOTE_ADDR"]
    if len(code) != CODE_LENGTH or rate_limit.is_stopped(GuessKind.CODE, address, code):
        return None
    event = event_with_code(code)
    if event is not None:
        rate_limit.note(GuessKind.CODE, address, code, right=True)
    return event


def screens_of_event(event: Event) -> list[tuple[str, str]]:
    """Return the divisions with the URLs of their screens, for a visitor who has given the code of the event."""
    code = join_code(event)
    return [
        (division.name, reverse("coded-screen", args=[code, division.pk]))
        for division in event.divisions.all()
    ]


def _division_of_code(request: HttpRequest, code: str, division_id: int) -> Division:
    event = event_of_code(request, code)
    if event is None:
        rate_limit.note(GuessKind.CODE, request.META["REMOTE_ADDR"], code[:CODE_LENGTH], right=False)
        raise Http404
    return division_of(event, division_id)


def _state(division: Division) -> JsonResponse:
    with in_language_of(division.event):
        return JsonResponse(screen_values(division))


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
    """Return the strings of division_screen.js, besides those of a match."""
    return {
        "pairings": _("Pairings of round {round}"),
        "results": _("Round {round}"),
        "standings": _("Standings"),
        "nothing": _("No round has begun yet."),
        "part": _("{first}–{last} of {count}"),
        "bye": pgettext("on the big screen", "bye"),
    }
