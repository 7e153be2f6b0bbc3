"""Standings of a division: on a page, round by round, and as a file."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from tournaments.classic.columns.standings import NOT_SHOWN, ONLY_TOTALS, standings_table
from tournaments.classic.models import Division
from tournaments.classic.printing.data.lists import standings_shown
from tournaments.classic.standings.rows import caps_in_words, standings_of_division, state_of
from tournaments.classic.views.desk.permissions import for_division_desk
from tournaments.classic.views.desk.ratings import file_name
from tournaments.http.numbers import read_number
from tournaments.views.downloads import table_file


@require_GET
@for_division_desk
def standings(request: HttpRequest, division: Division) -> HttpResponse:
    """Render the standings now, or after a round."""
    return render(request, "classic/standings.html", standings_context(request, division))


@require_GET
@for_division_desk
def export(request: HttpRequest, division: Division, kind: str) -> HttpResponse:
    """Export the same lines."""
    table = standings_shown(division, _read_round(request)).file
    return table_file(table, kind, file_name(gettext("standings"), division))


def standings_context(request: HttpRequest, division: Division) -> dict[str, Any]:
    """Return the content of the standings table; `?after=` names a round, `?view=rounds` adds the columns of
    rounds.
    """
    after = _read_round(request)
    shown = standings_of_division(division, after)
    cross = request.GET.get("view") == "rounds"
    table = standings_table(shown, with_rounds=cross).without((*NOT_SHOWN, *(ONLY_TOTALS if cross else ())))
    last = max(shown.rounds, division.rounds.filter(begun_at__isnull=False).count())
    return {
        "event": division.event,
        "division": division,
        "standings": shown,
        "table": table.without_unused(),
        "cross": cross,
        "after": after,
        "round_numbers": range(1, last + 1),
        "state": state_of(division, shown, after),
        "caps": caps_in_words(division.spread_caps),
    }


def _read_round(request: HttpRequest) -> int | None:
    return read_number(request.GET.get("after"), digits=3)
