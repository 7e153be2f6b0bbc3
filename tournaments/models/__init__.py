"""Models of people and events: players, seating, lexicons, and the tables of other kinds of play."""

from tournaments.classic.models.clocks import (
    ClockAct,
    ClockLink,
    MatchClock,
)
from tournaments.classic.models.divisions import (
    Division,
    DivisionEntry,
    DivisionRound,
    Match,
    MatchReport,
    MatchResult,
)
from tournaments.classic.models.match_records import (
    MatchRecord,
    RecordEntry,
)
from tournaments.classic.models.prizes import DivisionPrize
from tournaments.classic.models.ratings import (
    DivisionRating,
    RatingChange,
)
from tournaments.club_tables.models import (
    ClubTable,
    TableAct,
    TableSeat,
    TableUndo,
    TableUndoAnswer,
)
from tournaments.models.events import (
    Arbitrator,
    Entry,
    Event,
)
from tournaments.models.lexicons import (
    LEXICON_NAME_LENGTH,
    Lexicon,
)
from tournaments.models.people import (
    NAME_LENGTH,
    NUMBER_LENGTH,
    Club,
    PeopleList,
    Player,
)
from tournaments.models.printing import (
    Letterhead,
    Printed,
    PrintJob,
    PrintPart,
)
from tournaments.models.results import (
    EventAct,
    GameResult,
    GameTable,
    ResultLine,
    Team,
)
from tournaments.models.rooms import Room
from tournaments.models.seasons import Season

__all__ = [
    "LEXICON_NAME_LENGTH",
    "NAME_LENGTH",
    "NUMBER_LENGTH",
    "Arbitrator",
    "ClockAct",
    "ClockLink",
    "Club",
    "ClubTable",
    "Division",
    "DivisionEntry",
    "DivisionPrize",
    "DivisionRating",
    "DivisionRound",
    "Entry",
    "Event",
    "EventAct",
    "GameResult",
    "GameTable",
    "Letterhead",
    "Lexicon",
    "Match",
    "MatchClock",
    "MatchRecord",
    "MatchReport",
    "MatchResult",
    "PeopleList",
    "Player",
    "PrintJob",
    "PrintPart",
    "Printed",
    "RatingChange",
    "RecordEntry",
    "ResultLine",
    "Room",
    "Season",
    "TableAct",
    "TableSeat",
    "TableUndo",
    "TableUndoAnswer",
    "Team",
]
