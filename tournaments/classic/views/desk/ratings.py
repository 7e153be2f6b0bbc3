"""Ratings of a division: its rating changes, rating it, taking that back, what has to be known first, exports."""

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_POST

from tournaments.classic.columns.ratings import NOT_IN_FILES, NOT_ON_PAGE, ratings_table
from tournaments.classic.exchange.export import file_event
from tournaments.classic.exchange.federations import FORMATS, federation_file
from tournaments.classic.forms.divisions import RatedGamesForm
from tournaments.classic.models import Division
from tournaments.classic.rating import SYSTEMS
from tournaments.classic.rating.elo import RatingRules
from tournaments.classic.standings import ratings as division_ratings
from tournaments.classic.standings.ratings import GAMES_MISSING, RatingShown
from tournaments.classic.views.desk.exports import event_file_name
from tournaments.classic.views.desk.permissions import (
    for_division_chief,
    for_division_desk,
    for_division_registrars,
)
from tournaments.errors import RuleViolation
from tournaments.http.numbers import read_shown_key
from tournaments.names.folding import slug
from tournaments.printing.render import TYPES
from tournaments.views.downloads import file_response, table_file
from tournaments.views.permissions import arbitrator
from tournaments.views.refusals import refusals_told
from tournaments.wording.engine_messages import message_for


@require_GET
@for_division_desk
def ratings(request: HttpRequest, division: Division) -> HttpResponse:
    """Render the ratings in force, or a preview of rating the division now."""
    shown = division_ratings.rating_shown(division)
    return _page(request, division, shown, RatedGamesForm(shown.unknown))


@require_POST
@for_division_chief
def set_games(request: HttpRequest, division: Division) -> HttpResponse:
    """Store the numbers of rated games before, and rate the event if that was asked; what is refused stays in the
    form.
    """
    shown = division_ratings.rating_shown(division)
    form = RatedGamesForm(shown.unknown, request.POST)
    if not form.is_valid():
        return _page(request, division, shown, form)
    act = partial(_set_games, form.games())
    if "rate" in request.POST:
        act = partial(_set_games_and_rate, form.games())
    return _do_act(request, division, act)


@require_GET
@for_division_registrars
def results_for(request: HttpRequest, division: Division, federation: str) -> HttpResponse:
    """Return the results of all divisions of the event as the file that a federation takes."""
    if federation not in FORMATS:
        raise Http404
    event = division.event
    try:
        data = federation_file(federation, file_event(event))
    except RuleViolation as refusal:
        shown = division_ratings.rating_shown(division)
        return _page(request, division, shown, RatedGamesForm(shown.unknown), refused=refusal)
    name = f"{event_file_name(event, federation)}.{FORMATS[federation].ending}"
    return file_response(data, TYPES["txt"], name)


def _page(
    request: HttpRequest,
    division: Division,
    shown: RatingShown,
    form: RatedGamesForm,
    refused: RuleViolation | None = None,
) -> HttpResponse:
    code = shown.holding.system if shown.holding else division.rating_system
    context = {
        "event": division.event,
        "division": division,
        "shown": shown,
        "table": ratings_table(shown.lines).without(NOT_ON_PAGE),
        "form": form,
        "missing": message_for(shown.missing) if shown.missing else "",
        "only_games_missing": shown.missing is not None and shown.missing.code == GAMES_MISSING,
        "system": SYSTEMS[code],
        "in_words": f"classic/rating_systems/{code}.html",
        "rules": RatingRules(),
        "federations": FORMATS,
        "refused": message_for(refused) if refused else "",
    }
    return render(request, "classic/ratings.html", context, status=409 if refused else 200)


@require_POST
@for_division_chief
def rate(request: HttpRequest, division: Division) -> HttpResponse:
    return _do_act(request, division, _rate)


@require_POST
@for_division_chief
def take_back(request: HttpRequest, division: Division) -> HttpResponse:
    return _do_act(request, division, partial(_take_back, request.POST.get("seen")))


@require_GET
@for_division_desk
def export(_request: HttpRequest, division: Division, kind: str) -> HttpResponse:
    """Export the same lines, in a form that can be imported as a list of people."""
    table = ratings_table(division_ratings.rating_shown(division).lines).without(NOT_IN_FILES)
    return table_file(table, kind, file_name(gettext("ratings"), division))


def file_name(what: str, division: Division) -> str:
    parts = map(slug, (what, division.event.name, division.name))
    return "-".join(filter(None, parts)) + f"-{division.event.date.isoformat()}"


def _rate(division: Division, by: User) -> str:
    made = division_ratings.rate_division(division=division, by=by)
    return gettext("Rated: version %(version)s is in use.") % {"version": made.version}


def _set_games(games: Mapping[int, int], division: Division, by: User) -> str:
    count = division_ratings.set_rated_games(division=division, games=games, by=by)
    return ngettext("%(count)s number stored.", "%(count)s numbers stored.", count) % {"count": count}


def _set_games_and_rate(games: Mapping[int, int], division: Division, by: User) -> str:
    stored = _set_games(games, division, by)
    return f"{stored} {_rate(division, by)}"


def _take_back(shown: str | None, division: Division, by: User) -> str:
    division_ratings.take_rating_back(division=division, by=by, seen=read_shown_key(shown))
    return gettext("Rating undone.")


def _do_act(request: HttpRequest, division: Division, act: Callable[[Division, User], str]) -> HttpResponse:
    with refusals_told(request):
        messages.success(request, act(division, arbitrator(request)))
    return redirect("division-ratings", division.event_id, division.pk)
