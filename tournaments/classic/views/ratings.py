"""Ratings of a division: its rating changes, rating it, taking that back, and an export."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from tournaments.classic.models import Division
from tournaments.classic.printing.spreadsheets import ratings_table
from tournaments.classic.standings import ratings as division_ratings
from tournaments.classic.views.divisions import division_of
from tournaments.core.engine_messages import message_for
from tournaments.core.errors import RuleViolation
from tournaments.core.text.folding import slug
from tournaments.models import Event
from tournaments.views.downloads import table_file
from tournaments.views.permissions import arbitrator, for_event_chief, for_event_desk


@require_GET
@for_event_desk
def ratings(request: HttpRequest, event: Event, division_id: int) -> HttpResponse:
    """Render the ratings in force, or a preview of rating the division now."""
    division = division_of(event, division_id)
    shown = division_ratings.rating_shown(division)
    context = {
        "event": event,
        "division": division,
        "shown": shown,
        "missing": message_for(shown.missing) if shown.missing else "",
        "rules": division_ratings.RULES,
    }
    return render(request, "classic/ratings.html", context)


@require_POST
@for_event_chief
def rate(request: HttpRequest, event: Event, division_id: int) -> HttpResponse:
    return _done(request, division_of(event, division_id), _rate)


@require_POST
@for_event_chief
def take_back(request: HttpRequest, event: Event, division_id: int) -> HttpResponse:
    return _done(request, division_of(event, division_id), _take_back)


@require_GET
@for_event_desk
def export(_request: HttpRequest, event: Event, division_id: int, kind: str) -> HttpResponse:
    """Export the same lines, in a form that can be imported as a list of people."""
    division = division_of(event, division_id)
    table = ratings_table(division_ratings.rating_shown(division).lines)
    return table_file(table, kind, file_name(gettext("ratings"), division))


def file_name(what: str, division: Division) -> str:
    parts = map(slug, (what, division.event.name, division.name))
    return "-".join(filter(None, parts)) + f"-{division.event.date.isoformat()}"


def _rate(division: Division, by: User) -> str:
    made = division_ratings.rate_division(division=division, by=by)
    return gettext("Rated: version %(version)s holds.") % {"version": made.version}


def _take_back(division: Division, by: User) -> str:
    division_ratings.take_rating_back(division=division, by=by)
    return gettext("The rating is taken back.")


def _done(request: HttpRequest, division: Division, act: Callable[[Division, User], str]) -> HttpResponse:
    try:
        messages.success(request, act(division, arbitrator(request)))
    except RuleViolation as error:
        messages.error(request, message_for(error))
    return redirect("division-ratings", division.event_id, division.pk)
