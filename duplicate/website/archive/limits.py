"""The most rows that an archive may have in each table: as many as the largest event could need.

The size of a file does not limit them: a compressed row can take two bytes, and each takes time and room in
the database that reads it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext_lazy as _

from duplicate.website.archive.format import path_of
from duplicate.website.archive.tables import TABLES
from tournaments.errors import RuleViolation

# Of shared rows as well.
MOST_ROWS: Final[Mapping[str, int]] = {table.name: table.most for table in TABLES} | {
    "players": 20_000,
    "clubs": 5_000,
    "users": 500,
    "club_rules": 200,
    "lexicons": 100,
}
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
