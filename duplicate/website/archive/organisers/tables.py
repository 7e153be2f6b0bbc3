"""The tables of an organiser's archive beside its events, and what is left out of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext_lazy as _

from duplicate.models import ClubRules
from duplicate.models.prepared import Look, PreparedGame
from duplicate.models.simultaneous import (
    InvitedClub,
    ReceivedEnvelope,
    ResultFile,
    ResultVersion,
    Simultaneous,
)
from duplicate.website.archive.container import ArchiveLayout
from duplicate.website.archive.tables import SHARED, ArchiveTable, SharedTable, names_of, objects_of
from tournaments.classic.models import TournamentUpload
from tournaments.club_tables.models import ClubTable, TableAct, TableSeat, TableUndo, TableUndoAnswer
from tournaments.models import (
    AddedWord,
    Club,
    ClubInvitation,
    Invitation,
    Letterhead,
    Lexicon,
    Membership,
    Organiser,
    OrganiserAct,
    OrganiserTeam,
    PeopleList,
    Player,
    Season,
    WordListFile,
)

KIND: Final = "isotop organiser"
VERSION: Final = 2
# Older formats that are read as well.
OLDER: Final = (1,)
_OWNED: Final = {"organiser": None}


def _only_closed(way: str = "") -> Mapping[str, Any]:
    """Return the condition for closed club tables: an open one goes on with the phones that sit at it."""
    return {f"{way}ended_at__isnull": False}


# Clubs, players and rule sets have the columns that they have in the archive of an event.
TABLES: Final = (
    ArchiveTable("clubs", Club, "organiser", _OWNED | {"key": ""}),
    ArchiveTable(
        "players", Player, "organiser", _OWNED | {"key": "", "alike": "", "federation_player": None}
    ),
    ArchiveTable("club_rules", ClubRules, "organiser", _OWNED | {"changed_at": None, "changed_by": None}),
    ArchiveTable("seasons", Season, "organiser", _OWNED),
    ArchiveTable("letterhead", Letterhead, "organiser", _OWNED),
    ArchiveTable("added_words", AddedWord, "organiser", _OWNED, since=2),
    ArchiveTable("teams", OrganiserTeam, "organiser", _OWNED),
    ArchiveTable("team_members", OrganiserTeam.members.through, "organiserteam__organiser"),
    ArchiveTable("acts", OrganiserAct, "organiser", _OWNED),
    # Devices are known by secrets. Keys of acts only tell whether a device sent one twice.
    ArchiveTable("club_tables", ClubTable, "organiser", _OWNED | {"token_hash": None}, only=_only_closed()),
    ArchiveTable(
        "table_seats", TableSeat, "table__organiser", {"token_hash": None}, only=_only_closed("table__")
    ),
    ArchiveTable("table_acts", TableAct, "table__organiser", {"key": None}, only=_only_closed("table__")),
    ArchiveTable("table_undos", TableUndo, "table__organiser", {"key": None}, only=_only_closed("table__")),
    ArchiveTable(
        "table_undo_answers",
        TableUndoAnswer,
        "undo__table__organiser",
        only=_only_closed("undo__table__"),
    ),
)
SHARED_TABLES: Final[Mapping[str, SharedTable]] = {
    "users": (User, ("username",)),
    "lexicons": (Lexicon, SHARED["lexicons"][1]),
}
TABLE_OF: Final = names_of(TABLES, SHARED_TABLES)
# Read into the new organiser by `duplicate.website.archive.people`, as those of an event are.
OF_PEOPLE: Final = frozenset({"clubs", "players", "club_rules"})


@dataclass(frozen=True, slots=True)
class OmittedTable:
    """A table that the archive leaves out: the lookup from its rows to the organiser, and the reason."""

    model: type[models.Model]
    way: str
    reason: str


# A table comes after those to which its rows refer: the last one is erased first.
EXCLUDED: Final = (
    OmittedTable(Lexicon, "organiser", "is often licensed to the club, which loads it again"),
    OmittedTable(WordListFile, "organiser", "is a file that waits for its review"),
    OmittedTable(TournamentUpload, "organiser", "is a file that waits for its review"),
    OmittedTable(
        Player.history.model, "organiser", "tells what was known of people here; it begins anew elsewhere"
    ),
    OmittedTable(PeopleList, "organiser", "is a file as it was read; the people imported from it are saved"),
    OmittedTable(PreparedGame, "organiser", "is encrypted with this installation's own key"),
    OmittedTable(Look, "prepared__organiser", "belongs to a prepared game"),
    OmittedTable(Simultaneous, "prepared__organiser", "is signed with this installation's own key"),
    OmittedTable(InvitedClub, "simultaneous__prepared__organiser", "is a secret of a club"),
    OmittedTable(ResultVersion, "simultaneous__prepared__organiser", "belongs to a simultaneous game"),
    OmittedTable(ResultFile, "simultaneous__prepared__organiser", "waits for a review here"),
    OmittedTable(ReceivedEnvelope, "prepared__organiser", "belongs to a prepared game"),
    OmittedTable(Invitation, "team__organiser", "is a secret, and works a week"),
    OmittedTable(ClubInvitation, "federation", "is a secret, and works a week"),
    OmittedTable(Membership, "federation", "joins it to an organiser of this installation"),
    OmittedTable(Membership, "club", "joins it to an organiser of this installation"),
)

_MOST_ROWS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "clubs": 20_000,
        "players": 200_000,
        "club_rules": 2_000,
        "seasons": 1_000,
        "letterhead": 1,
        "added_words": 100_000,
        "teams": 1_000,
        "team_members": 20_000,
        "acts": 200_000,
        "club_tables": 50_000,
        "table_seats": 500_000,
        "table_acts": 2_000_000,
        "table_undos": 200_000,
        "table_undo_answers": 1_000_000,
        "users": 20_000,
        "lexicons": 500,
    }
)


def names_in(version: int) -> tuple[str, ...]:
    """Return the tables of an archive of this format."""
    since = {table.name: table.since for table in TABLES}
    return tuple(name for name in TABLE_OF.values() if since.get(name, 1) <= version)


LAYOUT: Final = ArchiveLayout(
    KIND,
    (VERSION, *OLDER),
    names_in,
    _MOST_ROWS,
    _("This file is not an organiser archive."),
    most_about=5_000_000,
    most_events=5_000,
)


def all_rows(model: type[models.Model], way: str, organiser: Organiser) -> "models.QuerySet[Any, Any]":
    """Return all rows of a table of the organiser, also those that its archive leaves out."""
    return objects_of(model).filter(**{way: organiser.pk}).order_by("pk")
