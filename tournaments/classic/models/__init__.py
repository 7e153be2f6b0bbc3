"""Models of classic tournaments."""

from tournaments.classic.models.annotated_games import AnnotatedGame
from tournaments.classic.models.clocks import ClockAct, ClockLink, MatchClock
from tournaments.classic.models.divisions import Division, DivisionEntry
from tournaments.classic.models.match_records import GcgFile, MatchRecord, RecordEntry
from tournaments.classic.models.matches import DivisionRound, Match, MatchReport, MatchResult
from tournaments.classic.models.outlooks import DivisionOutlook
from tournaments.classic.models.prizes import DivisionPrize
from tournaments.classic.models.ratings import DivisionRating, RatingChange
from tournaments.classic.models.stages import PlannedStage
from tournaments.classic.models.uploads import TournamentUpload

__all__ = [
    "AnnotatedGame",
    "ClockAct",
    "ClockLink",
    "Division",
    "DivisionEntry",
    "DivisionOutlook",
    "DivisionPrize",
    "DivisionRating",
    "DivisionRound",
    "GcgFile",
    "Match",
    "MatchClock",
    "MatchRecord",
    "MatchReport",
    "MatchResult",
    "PlannedStage",
    "RatingChange",
    "RecordEntry",
    "TournamentUpload",
]
