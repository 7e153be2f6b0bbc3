"""Models of people and events: players, seating, lexicons, results, seasons and printed documents."""

from tournaments.models.events import Arbitrator, Entry, Event
from tournaments.models.lexicons import LEXICON_NAME_LENGTH, WORD_TEXT_LENGTH, Lexicon, WordListFile
from tournaments.models.organisers import (
    FIRST_ORGANISER,
    ClubInvitation,
    Invitation,
    LinkInvitation,
    Membership,
    OfOrganiser,
    Organiser,
    OrganiserAct,
    OrganiserTeam,
    OwnedByOrganiser,
    organiser_in_scope,
)
from tournaments.models.people import (
    CATEGORY_LENGTH,
    CLUB_LENGTH,
    COMMITTEE_LENGTH,
    NAME_LENGTH,
    NUMBER_LENGTH,
    Club,
    PeopleList,
    Player,
)
from tournaments.models.printing import Letterhead, Printed, PrintJob, PrintPart
from tournaments.models.prizes import EventPrize
from tournaments.models.results import EventAct, GameResult, GameTable, ResultLine, Team
from tournaments.models.rooms import Room
from tournaments.models.seasons import Season
from tournaments.models.words import AddedWord, EventWord

__all__ = [
    "CATEGORY_LENGTH",
    "CLUB_LENGTH",
    "COMMITTEE_LENGTH",
    "FIRST_ORGANISER",
    "LEXICON_NAME_LENGTH",
    "NAME_LENGTH",
    "NUMBER_LENGTH",
    "WORD_TEXT_LENGTH",
    "AddedWord",
    "Arbitrator",
    "Club",
    "ClubInvitation",
    "Entry",
    "Event",
    "EventAct",
    "EventPrize",
    "EventWord",
    "GameResult",
    "GameTable",
    "Invitation",
    "Letterhead",
    "Lexicon",
    "LinkInvitation",
    "Membership",
    "OfOrganiser",
    "Organiser",
    "OrganiserAct",
    "OrganiserTeam",
    "OwnedByOrganiser",
    "PeopleList",
    "Player",
    "PrintJob",
    "PrintPart",
    "Printed",
    "ResultLine",
    "Room",
    "Season",
    "Team",
    "WordListFile",
    "organiser_in_scope",
]
