"""The most rows that an archive may have in each table: as many as the largest event could need.

The size of a file does not limit them: a compressed row can take two bytes, and each takes time and room in
the database that reads it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext_lazy as _

from duplicate.website.archive.format import path_of
from tournaments.errors import RuleViolation

MOST_ROWS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "event": 1,
        "rooms": 200,
        "teams": 5_000,
        "entries": 10_000,
        "posts": 500,
        "games": 200,
        "game_words": 20_000,
        "game_additions": 200,
        "event_words": 5_000,
        "on_screens": 200,
        "rounds": 10_000,
        "ready_rooms": 50_000,
        "slips": 1_000_000,
        "rulings": 1_000_000,
        "round_arbitrators": 50_000,
        "questions": 50_000,
        "log": 500_000,
        "results": 2_000,
        "result_lines": 500_000,
        "game_tables": 500_000,
        "divisions": 200,
        "event_acts": 100_000,
        "division_entries": 10_000,
        "division_rounds": 5_000,
        "matches": 200_000,
        "match_results": 400_000,
        "match_reports": 400_000,
        "division_ratings": 5_000,
        "rating_changes": 200_000,
        "planned_stages": 60_000,
        "division_prizes": 10_000,
        "event_prizes": 1_000,
        "clocks": 200_000,
        "clock_acts": 1_000_000,
        "records": 50_000,
        "record_entries": 1_000_000,
        "annotated_games": 20_000,
        "players": 20_000,
        "clubs": 5_000,
        "users": 500,
        "club_rules": 200,
        "lexicons": 100,
    }
)
# A shared row exists because others refer to it: how many each row of these tables can refer to.
_REFERRING: Final[Mapping[str, tuple[int, tuple[str, ...]]]] = MappingProxyType(
    {
        "players": (2, ("entries",)),
        "clubs": (1, ("players",)),
        "club_rules": (1, ("games",)),
        "lexicons": (1, ("games", "divisions", "records", "annotated_games")),
    }
)


def check_rows(rows: Mapping[str, int]) -> None:
    """Check the numbers of rows, by table, against each other.

    Raises:
        RuleViolation: more rows are shared than others can refer to.
    """
    for name, (each, referring) in _REFERRING.items():
        most = each * sum(rows.get(table, 0) for table in referring)
        if rows[name] > most:
            raise too_many(name, most)


def too_many(table: str, most: int) -> RuleViolation:
    return RuleViolation(
        "archive_rows",
        _("{file} has too many rows: {most} at most."),
        file=path_of(table),
        most=most,
    )
