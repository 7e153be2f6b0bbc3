"""The first pages: a code typed by anybody, whatever it belongs to, and the list of an arbitrator's games."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from duplicate.games.selectors import list_games
from duplicate.models import Game
from duplicate.views.phone import game_asked_for, tidy_code
from duplicate.website.onboarding.sample_event import sample_of
from duplicate.website.views.onboarding import steps_context
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.classic.divisions.phones import join_code
from tournaments.classic.views.screens import event_of_code
from tournaments.club_tables.views.tables import is_table_code
from tournaments.codes import TABLE_LENGTH
from tournaments.events.selectors import MINE, OVER, RUNNING, usual_filter
from tournaments.views.pagination import PageOfList, chosen_filter, find_part
from tournaments.views.permissions import arbitrator

FILTERS = (
    (MINE, pgettext_lazy("games", "Mine")),
    (RUNNING, pgettext_lazy("games", "In progress")),
    (OVER, pgettext_lazy("games", "Over")),
)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Ask for a game's code; with one, go on to its join page, or to the matches of a classic event."""
    code = tidy_code(request.GET.get("code", ""))
    if is_table_code(request, code):
        return redirect("club-table", code)
    if (event := event_of_code(request, code)) is not None:
        return redirect(f"{reverse('matches', args=[event.pk])}?code={join_code(event)}")
    return ask_for_code(request, "join", _("Join a game"))


def ask_for_code(
    request: HttpRequest, page: str, title: str, choices: Sequence[tuple[str, str]] = ()
) -> HttpResponse:
    """Ask for a code, beside choices that need none, as names and addresses."""
    code = tidy_code(request.GET.get("code", ""))
    if code and game_asked_for(request, code):
        return redirect(page, code)
    error, status = "", 200
    if code and rate_limit.is_stopped(GuessKind.CODE, request.META["REMOTE_ADDR"], code):
        error, status = _("Too many codes that do not exist were tried from here. Wait ten minutes."), 429
    elif code:
        error, status = _unknown_code_text(code), 404
    context = {"title": title, "code": code, "error": error, "choices": choices}
    return render(request, "website/home.html", context, status=status)


def _unknown_code_text(code: str) -> str:
    if len(code) == TABLE_LENGTH:
        return _("No club table has the code “%(code)s”.") % {"code": code}
    return _("No game has the code “%(code)s”.") % {"code": code}


@require_GET
@login_required
@never_cache
def game_list(request: HttpRequest) -> HttpResponse:
    """List the user's games, those in progress first; on the first evening with the steps to do."""
    by = arbitrator(request)
    usual = usual_filter(by)
    of = chosen_filter(request.GET, FILTERS, usual)
    part: PageOfList[Game] = find_part(
        request.GET, lambda text: list_games(by, of, text), filters=FILTERS, of=of
    )
    context = {"part": part, "sample": sample_of(by)}
    return render(request, "website/game_list.html", context | steps_context(request))
