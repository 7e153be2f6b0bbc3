"""What belongs to an event: the one list of tables that go into its archive, and what stays behind.

Terms. A *reference* is the number of a row in its table's file, from 1 on; `refer` puts the references into the
place of keys that hide in JSON, or the keys back into the place of references. What is *left out* of a row has the
value given here when it is read.

What always holds: a table comes after all that its rows refer to. Each model from which a way leads to an event is
listed here, or excluded with the reason (tests/duplicate/test_event_archive.py).
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import models

from duplicate.analysis_models import RoundMoves
from duplicate.models import ClubRules, Game, LogEntry, Question, Round, Ruling, Slip
from duplicate.room_ready_models import RoomReady
from duplicate.sample_models import SampleEvent
from duplicate.screen_models import OnScreens
from duplicate.training_models import Training, TrainingRound
from tournaments.classic.acts import KEY
from tournaments.models import (
    Arbitrator,
    ClockAct,
    ClockLink,
    Club,
    Division,
    DivisionEntry,
    DivisionPrize,
    DivisionRating,
    DivisionRound,
    Entry,
    Event,
    EventAct,
    GameResult,
    GameTable,
    Lexicon,
    Match,
    MatchClock,
    MatchRecord,
    MatchReport,
    MatchResult,
    Player,
    Printed,
    PrintJob,
    PrintPart,
    RatingChange,
    RecordEntry,
    ResultLine,
    Room,
    Team,
)
from tournaments.pairings.reasons import PEOPLE

Row = dict[str, Any]
# The reference of a key in a table, or the key of a reference; of one that is gone it is 0, and nothing of none.
Refer = Callable[[str, int | None], int | None]


def columns_of(model: type[models.Model], names: Collection[str] = ()) -> list["models.Field[Any, Any]"]:
    """The columns of a model, or those of these names, in the model's order."""
    columns = model._meta.concrete_fields  # noqa: SLF001 - Django's documented way to a model's fields
    return [each for each in columns if not names or each.name in names]


def objects_of(model: type[models.Model]) -> "models.Manager[Any]":
    """All rows of a model of which nothing else is known."""
    return model._default_manager  # noqa: SLF001 - Django's documented way to the rows of any model


def _as_it_is(row: Row, _refer: Refer) -> Row:
    return row


@dataclass(frozen=True, slots=True)
class Table:
    """`way` leads from a row to the event; fields of the model are taken as they are but for these."""

    name: str
    model: type[models.Model]
    way: str
    left_out: Mapping[str, Any] = field(default_factory=dict)
    refer: Callable[[Row, Refer], Row] = _as_it_is

    @property
    def fields(self) -> tuple["models.Field[Any, Any]", ...]:
        """What a row tells, in the model's order."""
        return tuple(
            each for each in columns_of(self.model) if not each.primary_key and each.name not in self.left_out
        )

    def rows_of(self, event: Event) -> "models.QuerySet[Any, Any]":
        return objects_of(self.model).filter(**{self.way: event.pk}).order_by("pk")


def _of_log(row: Row, refer: Refer) -> Row:
    """An act names the slips and rulings that it changed, and who checked a slip (`duplicate.changes`)."""
    params = dict(row["params"])
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


def _of_act(row: Row, refer: Refer) -> Row:
    """An act on a division knows which one it was (`classic.acts`); one that is gone is none."""
    params = row["params"]
    return row | {"params": params | {KEY: refer("divisions", params[KEY])}} if KEY in params else row


def _of_ruling(row: Row, refer: Refer) -> Row:
    """A sanction given by hand names the ruling that comes back without it (`arbitration`)."""
    params = row["params"]
    return row | {"params": params | {"was": refer("rulings", params["was"])}} if "was" in params else row


def _of_match(row: Row, refer: Refer) -> Row:
    """Reasons name contestants (`pairings.reasons`)."""
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


TABLES: Final = (
    Table("event", Event, "pk"),
    Table("rooms", Room, "event"),
    Table("teams", Team, "event"),
    # Phones are known by secrets, and have to be given or join anew.
    Table("entries", Entry, "event", {"token_hash": None, "phone_claimed": False}),
    Table("posts", Arbitrator, "event"),
    # Racks made ahead are sealed by this installation's own key.
    Table("games", Game, "event", {"prepared": None}),
    Table("on_screens", OnScreens, "game__event"),
    Table("rounds", Round, "game__event"),
    Table("ready_rooms", RoomReady, "round__game__event"),
    Table("slips", Slip, "round__game__event"),
    Table("rulings", Ruling, "slip__round__game__event", refer=_of_ruling),
    Table("questions", Question, "round__game__event"),
    Table("log", LogEntry, "game__event", refer=_of_log),
    Table("results", GameResult, "event"),
    Table("result_lines", ResultLine, "result__event"),
    Table("game_tables", GameTable, "entry__event"),
    Table("divisions", Division, "event"),
    Table("event_acts", EventAct, "event", refer=_of_act),
    Table("division_entries", DivisionEntry, "division__event"),
    Table("division_rounds", DivisionRound, "division__event"),
    Table("matches", Match, "round__division__event", refer=_of_match),
    Table("match_results", MatchResult, "match__round__division__event"),
    Table("match_reports", MatchReport, "match__round__division__event"),
    Table("division_ratings", DivisionRating, "division__event"),
    Table("rating_changes", RatingChange, "rating__division__event"),
    Table("division_prizes", DivisionPrize, "division__event"),
    Table("clocks", MatchClock, "event"),
    Table("clock_acts", ClockAct, "clock__event"),
    # The code and the annotator's link open the record: whoever has one is to be given another.
    Table("records", MatchRecord, "match__round__division__event", {"token_hash": None, "code": None}),
    Table("record_entries", RecordEntry, "record__match__round__division__event"),
)
BY_NAME: Final = {table.name: table for table in TABLES}

# Rows that an event shares with others: only those it refers to are told, and by what they are found elsewhere.
SHARED: Final[Mapping[str, tuple[type[models.Model], tuple[str, ...]]]] = {
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
        ),
    ),
    "clubs": (Club, ("name", "number")),
    "users": (User, ("username",)),
    "club_rules": (ClubRules, ("name", "preset", "rules")),
    "lexicons": (Lexicon, ("name", "tile_set", "word_count")),
}
NAMES: Final = (*BY_NAME, *SHARED)
TABLE_OF: Final[Mapping[type[models.Model], str]] = {table.model: table.name for table in TABLES} | {
    model: name for name, (model, _fields) in SHARED.items()
}

EXCLUDED: Final[Mapping[type[models.Model], str]] = {
    ClockLink: "is nothing but a secret that opens a clock on a device",
    RoundMoves: "is worked out again when somebody looks at a round",
    Training: "is what a device here has trained on, whatever becomes of the game",
    TrainingRound: "is a round of such a training",
    SampleEvent: "says that this installation made the event up and may take it away again",
    Printed: "tells what this installation has printed",
    PrintJob: "is a document that this installation is making",
    PrintPart: "is a part of such a document",
}
