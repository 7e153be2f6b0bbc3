"""The tables of an event's archive: those that the apps added (`tournaments.archived_tables`), and shared ones."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import models

from duplicate.models import ClubRules
from duplicate.website.models import EventImport, SampleEvent
from tournaments.archived_tables import OF_EVENTS, ArchiveTable, OmittedTable
from tournaments.models import Club, Lexicon, Player

OF_EVENTS.leave_out(
    OmittedTable(EventImport, "is there only while the event is being imported"),
    OmittedTable(SampleEvent, "says that this installation made the event up and may take it away again"),
)
TABLES: Final = OF_EVENTS.in_order()
EXCLUDED: Final = {each.model: each.reason for each in OF_EVENTS.left_out}
BY_NAME: Final = {table.name: table for table in TABLES}

# The model of a table, and the columns that identify its rows.
SharedTable = tuple[type[models.Model], tuple[str, ...]]
# Columns of players that archives of older formats lack, with the values that they get.
ADDED_OF_PLAYERS: Final[Mapping[str, Any]] = {
    "given_name": "",
    "family_name": "",
    "names_checked": False,
    "committee": "",
    "age_category": "",
    "sex": "",
}
# Rows that an event shares with others: only those it refers to.
SHARED: Final[Mapping[str, SharedTable]] = {
    "players": (
        Player,
        (
            "name",
            "licence",
            "club",
            "country",
            "series",
            "birth_year",
            "rating",
            "rated_games",
            "created_at",
            *ADDED_OF_PLAYERS,
        ),
    ),
    "clubs": (Club, ("name", "number")),
    "users": (User, ("username",)),
    "club_rules": (ClubRules, ("name", "preset", "rules")),
    "lexicons": (Lexicon, ("name", "tile_set", "word_count")),
}
NAMES: Final = (*BY_NAME, *SHARED)
TILES: Final = (
    "tiles"  # a further key of lexicons: the digest of their tile set, where that is none of the program's
)


def names_in(version: int) -> tuple[str, ...]:
    """Return the tables of an archive of this format."""
    return tuple(name for name in NAMES if name not in BY_NAME or BY_NAME[name].since <= version)


def names_of(
    tables: Sequence[ArchiveTable], shared: Mapping[str, SharedTable]
) -> Mapping[type[models.Model], str]:
    """Return the name of each model's table."""
    return {table.model: table.name for table in tables} | {
        model: name for name, (model, _fields) in shared.items()
    }


TABLE_OF: Final = names_of(TABLES, SHARED)
