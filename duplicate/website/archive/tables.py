"""The one list of tables that belong to an event and go into its archive, and of what stays behind.

Terms. A *reference* is the number of a row in its table's file, from 1 on. `refer` replaces keys inside JSON
columns with references, or references with keys. A column that is *left out* of a row gets the value given
here when the row is read.

Invariants: a table comes after all that its rows refer to. Each model from which a relation leads to an event
is listed here, or excluded with the reason (tests/duplicate/website/archive/test_event_archive.py).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import models

from duplicate.models import (
    AuditLogEntry,
    ClubRules,
    DeckCard,
    Game,
    GameAdditions,
    GameWord,
    Question,
    Round,
    Ruling,
    Slip,
)
from duplicate.models.analysis import RoundMoves
from duplicate.models.room_readiness import RoomReady
from duplicate.models.round_arbitrator import RoundArbitrator
from duplicate.models.screens import OnScreens
from duplicate.models.training import Training, TrainingRound
from duplicate.website.models.event_imports import EventImport
from duplicate.website.models.sample_event import SampleEvent
from tournaments.classic.acts.audit_log import KEY
from tournaments.classic.models import (
    AnnotatedGame,
    ClockAct,
    ClockLink,
    Division,
    DivisionEntry,
    DivisionOutlook,
    DivisionPrize,
    DivisionRating,
    DivisionRound,
    GcgFile,
    Match,
    MatchClock,
    MatchRecord,
    MatchReport,
    MatchResult,
    PlannedStage,
    RatingChange,
    RecordEntry,
    TournamentUpload,
)
from tournaments.classic.pairing.reasons import PEOPLE
from tournaments.described_settings.setting_columns import defaults_of
from tournaments.models import (
    Arbitrator,
    Club,
    Entry,
    Event,
    EventAct,
    EventPrize,
    EventWord,
    GameResult,
    GameTable,
    Lexicon,
    PeopleList,
    Player,
    Printed,
    PrintJob,
    PrintPart,
    ResultLine,
    Room,
    Team,
)
from tournaments.time.time_zones import installation_zone

Row = dict[str, Any]
# Returns the reference of a key, or the key of a reference: 0 for a row that is gone, None for None.
Refer = Callable[[str, int | None], int | None]


def columns_of(model: type[models.Model], names: Collection[str] = ()) -> list["models.Field[Any, Any]"]:
    """Return the columns of a model, or only those with these names, in the model's order."""
    columns = model._meta.concrete_fields  # noqa: SLF001 - Django's documented way to a model's fields
    return [each for each in columns if not names or each.name in names]


def objects_of(model: type[models.Model]) -> "models.Manager[Any]":
    """Return the manager of all rows of any model, also of events that are being imported."""
    return model._base_manager  # noqa: SLF001 - Django's documented way to the rows of any model


def _keep_row(row: Row, _refer: Refer) -> Row:
    return row


def _list_caps(row: Row) -> Row:
    """Turn the one cap of older formats into that of every round."""
    cap = row.pop("spread_cap", None)
    return row | {"spread_caps": [cap]} if cap else row


@dataclass(frozen=True, slots=True)
class ArchiveTable:
    """One table of the archive.

    `way` is the lookup that leads from a row to the owner, an event or an organiser; `only` are further conditions
    for the rows that are exported. Fields of the model are taken as they are except
    the `left_out` ones, which are ignored in older archives. Fields in `added` are missing in older archives, and
    get these values then; `older` changes a row of theirs into one of today. A table `since` a later format is missing
    in older archives too.
    """

    name: str
    model: type[models.Model]
    way: str
    left_out: Mapping[str, Any] = field(default_factory=dict)
    refer: Callable[[Row, Refer], Row] = _keep_row
    added: Mapping[str, Any] = field(default_factory=dict)
    older: Callable[[Row], Row] = dict
    since: int = 1
    only: Mapping[str, Any] = field(default_factory=dict)

    @property
    def fields(self) -> tuple["models.Field[Any, Any]", ...]:
        """The fields of a row in the archive, in the model's order."""
        return tuple(
            each for each in columns_of(self.model) if not each.primary_key and each.name not in self.left_out
        )

    def rows_of(self, owner: models.Model) -> "models.QuerySet[Any, Any]":
        return objects_of(self.model).filter(**{self.way: owner.pk}, **self.only).order_by("pk")


def _refer_log(row: Row, refer: Refer) -> Row:
    """Replace the keys in an act: the slips and rulings that it changed, and who checked a slip.

    `duplicate.slips.changes` has their form. Acts that removed entries keep keys of rows here and secrets of
    phones: these are dropped, as a removal is not undone in another installation.
    """
    params = {name: value for name, value in row["params"].items() if name not in {"removed", "restored"}}
    if "slips" in params:
        params["slips"] = [
            [refer("slips", slip), before, refer("users", checked), after, refer("users", checked_then)]
            for slip, before, checked, after, checked_then in params["slips"]
        ]
    if "rulings" in params:
        params["rulings"] = [
            [refer("slips", slip), refer("rulings", before), refer("rulings", after)]
            for slip, before, after in params["rulings"]
        ]
    return row | {"params": params}


def _refer_act(row: Row, refer: Refer) -> Row:
    """Replace the key of the division that an act changed (`tournaments.classic.acts.audit_log`).

    A division that is gone has the reference 0.
    """
    params = row["params"]
    return row | {"params": params | {KEY: refer("divisions", params[KEY])}} if KEY in params else row


def _refer_ruling(row: Row, refer: Refer) -> Row:
    """Replace the key of the ruling that comes back when a sanction given by hand is taken back.

    `duplicate.arbitration.services` writes it.
    """
    params = row["params"]
    return row | {"params": params | {"was": refer("rulings", params["was"])}} if "was" in params else row


def _refer_match(row: Row, refer: Refer) -> Row:
    """Replace the keys of the contestants in reasons (`tournaments.classic.pairing.reasons`)."""
    reasons = [
        [
            code,
            {
                name: refer("division_entries", value) if name in PEOPLE else value
                for name, value in values.items()
            },
        ]
        for code, values in row["reasons"]
    ]
    return row | {"reasons": reasons}


def _name_zone(row: Row, _refer: Refer) -> Row:
    """Name the zone of an event that follows its installation's, or that an older archive brings without one."""
    return row | {"time_zone": row["time_zone"] or installation_zone()}


TABLES: Final = (
    # How phones join depends on the hall and its network. Nobody sees an event until all its rows are there.
    ArchiveTable(
        "event",
        Event,
        "pk",
        {"organiser": None, "one_address": False, "hall_address": "", "door_closed": False, "whole": False},
        refer=_name_zone,
        added=defaults_of(Event) | {"time_zone": "", "one_prize_each": False},
    ),
    ArchiveTable("rooms", Room, "event"),
    ArchiveTable("teams", Team, "event"),
    # Phones are known by secrets, and have to be handed out or join anew.
    ArchiveTable(
        "entries",
        Entry,
        "event",
        {"token_hash": None, "phone_claimed": False, "phone_number": 0},
        added={
            "paid": False,
            "remarks": "",
            "skips_games": "",
            "expected_since": None,
            "left_out_at": None,
        },
    ),
    ArchiveTable("posts", Arbitrator, "event"),
    # Prepared racks are encrypted with this installation's own key.
    # The digest of its words is computed here.
    ArchiveTable("games", Game, "event", {"prepared": None, "words_digest": "", "speaks": False}),
    ArchiveTable("game_words", GameWord, "game__event", since=4),
    ArchiveTable("game_additions", GameAdditions, "game__event", since=4),
    ArchiveTable("event_words", EventWord, "event", since=4),
    ArchiveTable("event_prizes", EventPrize, "event", since=5),
    ArchiveTable("on_screens", OnScreens, "game__event"),
    ArchiveTable("rounds", Round, "game__event"),
    ArchiveTable("ready_rooms", RoomReady, "round__game__event"),
    ArchiveTable("slips", Slip, "round__game__event", {"phone_number": None}, added={"says_top": False}),
    ArchiveTable(
        "rulings",
        Ruling,
        "slip__round__game__event",
        refer=_refer_ruling,
        added={"again": False, "further_warnings": 0, "conduct": False},
    ),
    ArchiveTable("round_arbitrators", RoundArbitrator, "round__game__event", since=2),
    ArchiveTable("questions", Question, "round__game__event"),
    ArchiveTable("log", AuditLogEntry, "game__event", refer=_refer_log),
    ArchiveTable("results", GameResult, "event"),
    ArchiveTable("result_lines", ResultLine, "result__event"),
    ArchiveTable("game_tables", GameTable, "entry__event"),
    ArchiveTable(
        "divisions",
        Division,
        "event",
        {"balance_first": False, "spread_cap": None},
        older=_list_caps,
        # All that it lacks is what nobody had set.
        added=defaults_of(Division),
    ),
    ArchiveTable("planned_stages", PlannedStage, "division__event", since=6),
    ArchiveTable("event_acts", EventAct, "event", refer=_refer_act),
    ArchiveTable("division_entries", DivisionEntry, "division__event", added={"fixed_table": None}),
    ArchiveTable("division_rounds", DivisionRound, "division__event", added={"first_table": None}),
    ArchiveTable("matches", Match, "round__division__event", refer=_refer_match, added={"group": None}),
    ArchiveTable("match_results", MatchResult, "match__round__division__event"),
    ArchiveTable("match_reports", MatchReport, "match__round__division__event"),
    ArchiveTable("division_ratings", DivisionRating, "division__event", added={"system": "elo"}),
    ArchiveTable(
        "rating_changes",
        RatingChange,
        "rating__division__event",
        added={"deviation": None, "volatility": None},
    ),
    ArchiveTable("division_prizes", DivisionPrize, "division__event"),
    ArchiveTable("clocks", MatchClock, "event"),
    ArchiveTable("clock_acts", ClockAct, "clock__event"),
    # The code and the annotator's link open the record: both are given anew.
    ArchiveTable(
        "records",
        MatchRecord,
        "match__round__division__event",
        {"token_hash": None, "code": None},
        added={"second_begins": False},
    ),
    ArchiveTable("record_entries", RecordEntry, "record__match__round__division__event"),
    ArchiveTable("annotated_games", AnnotatedGame, "division__event", {"code": None}, since=7),
)
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

EXCLUDED: Final[Mapping[type[models.Model], str]] = {
    ClockLink: "is nothing but a secret that opens a clock on a device",
    PeopleList: "is a file as it was read; the people entered from it are saved",
    GcgFile: "is a file that waits for its review",
    TournamentUpload: "is a file that waits for its review",
    EventImport: "is there only while the event is being imported",
    DivisionOutlook: "is worked out again when somebody looks at it",
    RoundMoves: "is worked out again when somebody looks at a round",
    Training: "is what a device here has trained on, whatever becomes of the game",
    TrainingRound: "is a round of such a training",
    DeckCard: "is what a player here repeats of their missed tops, and begins anew elsewhere",
    SampleEvent: "says that this installation made the event up and may take it away again",
    Printed: "tells what this installation has printed",
    PrintJob: "is a document that this installation is making",
    PrintPart: "is a part of such a document",
}
