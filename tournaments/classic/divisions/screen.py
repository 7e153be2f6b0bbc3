"""Content of the big screen of a division: only what is public, for every user who has opened the page."""

from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from tournaments.classic.columns.standings import NOT_SHOWN, ONLY_TOTALS, standings_table
from tournaments.classic.divisions.public import is_released, rounds_for_all
from tournaments.classic.match_records.selectors import live_records
from tournaments.classic.models import Division, DivisionRound
from tournaments.classic.rounds.selectors import load_round_view
from tournaments.classic.standings.rows import standings_of_division
from tournaments.names import name_visibility
from tournaments.reports.tables import row_texts
from tournaments.time import clock
from tournaments.time.time_zones import zone_called

A_DAY: Final = timedelta(days=1)
# A hall reads rank, name, wins and spread from its last row.
NOT_ON_SCREEN: Final = (*NOT_SHOWN, *ONLY_TOTALS)


def screen_values(division: Division) -> dict[str, Any]:
    """Return the live boards and pairings of the last begun round; results and standings are None until they
    are released.
    """
    released = is_released(division.event)
    with name_visibility.hidden(name_visibility.names_are_hidden_in(division.event), division.event):
        begun = rounds_for_all(division)
        values: dict[str, Any] = {"round": None, "boards": [], "pairings": []}
        if begun:
            round_ = begun[-1]
            round_.division = division
            values = _round_values(round_, released=released)
        return values | {"standings": _standings(division) if released else None}


def is_played_today() -> bool:
    """Tell whether a round of a classic tournament of today, in its own zone, has begun, not counting samples."""
    begun = DivisionRound.objects.filter(begun_at__isnull=False, division__event__made_up=False)
    today = clock.now().date()
    near = begun.filter(division__event__date__range=(today - A_DAY, today + A_DAY))
    days = near.values_list("division__event__date", "division__event__time_zone").distinct()
    return any(day == timezone.localdate(timezone=zone_called(zone)) for day, zone in days)


def _round_values(round_: DivisionRound, *, released: bool) -> dict[str, Any]:
    return {
        "round": round_.number,
        "boards": [record.code for record in live_records(round_)],
        "pairings": [
            {
                "table": line.match.table,
                "first": line.match.first.entry.name,
                "second": line.match.second and line.match.second.entry.name,
                "result": line.figures if released else "",
            }
            for line in load_round_view(round_).lines
        ],
    }


def _standings(division: Division) -> dict[str, Any]:
    """Return the columns and the texts of the cells, with whoever plays no longer `away`."""
    table = standings_table(standings_of_division(division)).without(NOT_ON_SCREEN)
    return {
        "columns": [
            {"name": column.name, "text": column.is_text, "strong": column.is_strong}
            for column in table.columns
        ],
        "rows": [{"cells": row_texts(row, table), "away": row.is_away} for row in table.lines],
    }
