"""Which tables go into the archive of an event or of an organiser, and which stay behind; here those of the base.

Each app adds its own tables when it is loaded, in a module of this name; `duplicate.website.archive` writes and reads
them. Each model from which a relation leads to an event or an organiser is added, or left out with the reason
(tests/duplicate/website/archive/).

Terms. A *reference* is the number of a row in its table's file, from 1 on. `refer` replaces keys inside JSON
columns with references, or references with keys. A column that is *left out* of a row gets the value given
here when the row is read.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Field, Manager, Model, QuerySet

from tournaments import models
from tournaments.described_settings.setting_columns import defaults_of
from tournaments.time.time_zones import installation_zone

Row = dict[str, Any]
# Returns the reference of a key, or the key of a reference: 0 for a row that is gone, None for None.
Refer = Callable[[str, int | None], int | None]
OWNED: Final = {"organiser": None}
# The tables of keys in parameters of acts, by parameter.
KEYS_IN_ACTS: Final[dict[str, str]] = {}


def columns_of(model: type[Model], names: Collection[str] = ()) -> list["Field[Any, Any]"]:
    """Return the columns of a model, or only those with these names, in the model's order."""
    columns = model._meta.concrete_fields  # noqa: SLF001 - Django's documented way to a model's fields
    return [each for each in columns if not names or each.name in names]


def objects_of(model: type[Model]) -> "Manager[Any]":
    """Return the manager of all rows of any model, also of events that are being imported."""
    return model._base_manager  # noqa: SLF001 - Django's documented way to the rows of any model


def _keep_row(row: Row, _refer: Refer) -> Row:
    return row


@dataclass(frozen=True, slots=True)
class ArchiveTable:
    """One table of the archive, of at most so many rows: as many as the largest event or organiser could need.

    `way` is the lookup that leads from a row to the owner, an event or an organiser; `only` are further conditions
    for the rows that are exported. Fields of the model are taken as they are except the `left_out` ones, which are
    ignored in older archives. Fields in `added` are missing in older archives, and get these values then; `older`
    changes a row of theirs into one of today. A table `since` a later format is missing in older archives too.
    Tables in `named_in` refer to its rows otherwise than by a foreign key.
    """

    name: str
    model: type[Model]
    way: str
    most: int
    left_out: Mapping[str, Any] = field(default_factory=dict)
    refer: Callable[[Row, Refer], Row] = _keep_row
    added: Mapping[str, Any] = field(default_factory=dict)
    older: Callable[[Row], Row] = dict
    since: int = 1
    only: Mapping[str, Any] = field(default_factory=dict)
    named_in: Collection[str] = ()

    @property
    def fields(self) -> tuple["Field[Any, Any]", ...]:
        """The fields of a row in the archive, in the model's order."""
        return tuple(
            each for each in columns_of(self.model) if not each.primary_key and each.name not in self.left_out
        )

    def rows_of(self, owner: Model) -> "QuerySet[Any, Any]":
        return objects_of(self.model).filter(**{self.way: owner.pk}, **self.only).order_by("pk")


@dataclass(frozen=True, slots=True)
class OmittedTable:
    """A table that the archive leaves out, the reason, and the lookup from its rows to an organiser."""

    model: type[Model]
    reason: str
    way: str = ""


class ArchiveTables:
    """The tables of one kind of archive, as the apps add them."""

    def __init__(self) -> None:
        self._added: list[ArchiveTable] = []
        self._left_out: list[OmittedTable] = []

    def add(self, *tables: ArchiveTable) -> None:
        self._added += tables

    def leave_out(self, *tables: OmittedTable) -> None:
        """Leave tables out; one comes after those to which its rows refer: the last one is erased first."""
        self._left_out += tables

    @property
    def left_out(self) -> tuple[OmittedTable, ...]:
        return tuple(self._left_out)

    def in_order(self) -> tuple[ArchiveTable, ...]:
        """Return the added tables, each after all that its rows refer to."""
        ordered: dict[str, ArchiveTable] = {}

        def place(table: ArchiveTable) -> None:
            if table.name not in ordered:
                for each in self._referred_by(table):
                    place(each)
                ordered[table.name] = table

        for table in self._added:
            place(table)
        return tuple(ordered.values())

    def _referred_by(self, table: ArchiveTable) -> Iterator[ArchiveTable]:
        referred = {each.related_model for each in table.fields if each.is_relation} - {table.model}
        for each in self._added:
            if each.model in referred or table.name in each.named_in:
                yield each


def _name_zone(row: Row, _refer: Refer) -> Row:
    """Name the zone of an event that follows its installation's, or that an older archive brings without one."""
    return row | {"time_zone": row["time_zone"] or installation_zone()}


def _refer_act(row: Row, refer: Refer) -> Row:
    """Replace the keys in an act's parameters; a row that is gone has the reference 0."""
    params = row["params"]
    keys = {name: refer(table, params[name]) for name, table in KEYS_IN_ACTS.items() if name in params}
    return row | {"params": params | keys}


OF_EVENTS: Final = ArchiveTables()
OF_EVENTS.add(
    # How phones join depends on the hall and its network. Nobody sees an event until all its rows are there.
    ArchiveTable(
        "event",
        models.Event,
        "pk",
        1,
        {"organiser": None, "one_address": False, "hall_address": "", "door_closed": False, "whole": False},
        refer=_name_zone,
        added=defaults_of(models.Event) | {"time_zone": "", "one_prize_each": False},
    ),
    ArchiveTable("rooms", models.Room, "event", 200),
    ArchiveTable("teams", models.Team, "event", 5_000),
    # Phones are known by secrets, and have to be handed out or join anew.
    ArchiveTable(
        "entries",
        models.Entry,
        "event",
        10_000,
        {"token_hash": None, "phone_claimed": False, "phone_number": 0},
        added={
            "paid": False,
            "remarks": "",
            "skips_games": "",
            "expected_since": None,
            "left_out_at": None,
        },
    ),
    ArchiveTable("posts", models.Arbitrator, "event", 500),
    ArchiveTable("event_words", models.EventWord, "event", 5_000, since=4),
    ArchiveTable("event_prizes", models.EventPrize, "event", 1_000, since=5),
    ArchiveTable("results", models.GameResult, "event", 2_000),
    ArchiveTable("result_lines", models.ResultLine, "result__event", 500_000),
    ArchiveTable("game_tables", models.GameTable, "entry__event", 500_000),
    ArchiveTable("event_acts", models.EventAct, "event", 100_000, refer=_refer_act),
)
OF_EVENTS.leave_out(
    OmittedTable(models.PeopleList, "is a file as it was read; the people entered from it are saved"),
    OmittedTable(models.Printed, "tells what this installation has printed"),
    OmittedTable(models.PrintJob, "is a document that this installation is making"),
    OmittedTable(models.PrintPart, "is a part of such a document"),
)

OF_ORGANISERS: Final = ArchiveTables()
OF_ORGANISERS.add(
    # Clubs and players have the columns that they have in the archive of an event.
    ArchiveTable("clubs", models.Club, "organiser", 20_000, OWNED | {"key": ""}),
    ArchiveTable(
        "players",
        models.Player,
        "organiser",
        200_000,
        OWNED | {"key": "", "alike": "", "federation_player": None},
    ),
    ArchiveTable("seasons", models.Season, "organiser", 1_000, OWNED),
    ArchiveTable("letterhead", models.Letterhead, "organiser", 1, OWNED),
    ArchiveTable("added_words", models.AddedWord, "organiser", 100_000, OWNED, since=2),
    ArchiveTable("teams", models.OrganiserTeam, "organiser", 1_000, OWNED),
    ArchiveTable("team_members", models.OrganiserTeam.members.through, "organiserteam__organiser", 20_000),
    ArchiveTable("acts", models.OrganiserAct, "organiser", 200_000, OWNED),
)
OF_ORGANISERS.leave_out(
    OmittedTable(models.Lexicon, "is often licensed to the club, which loads it again", "organiser"),
    OmittedTable(models.WordListFile, "is a file that waits for its review", "organiser"),
    OmittedTable(
        models.Player.history.model,
        "tells what was known of people here; it begins anew elsewhere",
        "organiser",
    ),
    OmittedTable(
        models.PeopleList, "is a file as it was read; the people imported from it are saved", "organiser"
    ),
    OmittedTable(models.Invitation, "is a secret, and works a week", "team__organiser"),
    OmittedTable(models.ClubInvitation, "is a secret, and works a week", "federation"),
    OmittedTable(models.Membership, "joins it to an organiser of this installation", "federation"),
    OmittedTable(models.Membership, "joins it to an organiser of this installation", "club"),
)
