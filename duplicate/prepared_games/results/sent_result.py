"""A club's result in a simultaneous game as JSON has it (docs/design.md tells other programs of it)."""

from datetime import datetime
from typing import Annotated, Final, Literal, NotRequired, TypedDict

from duplicate.judging.words import SANCTION_MEANINGS
from tournaments.answers import AnswerLimits
from tournaments.models import CATEGORY_LENGTH, COMMITTEE_LENGTH, NAME_LENGTH

FORMAT: Final = "isotop result"
VERSION: Final = 1
MOST_BYTES: Final = 2_000_000
MOST_ENTRIES: Final = 3000
MOST_POINTS: Final = 5000
MOST_WARNINGS: Final = 20
Sanction = Literal["none", "warning", "penalty", "zero"]
MOST_SENDINGS: Final = 1_000_000_000
# The parts that are signed one by one.
HEAD: Final = (
    "format",
    "version",
    "game",
    "name",
    "club",
    "arbitrator",
    "played_on",
    "number",
    "sent_at",
    "rounds_known",
)
FORMATS = ((FORMAT, "a club's result in a simultaneous game"),)
AVERAGES = (
    ("arbitrated", "the player arbitrated this round"),
    ("second_zero", "the second zero in a row"),
)
Points = list[Annotated[int, AnswerLimits(least=0, most=MOST_POINTS)]]
Rounds = list[Annotated[int, AnswerLimits(least=1)]]


class SentPerson(TypedDict):
    """A player of a club."""

    name: Annotated[str, "Name of the player."]
    licence: Annotated[str, "Licence number; empty if unknown."]
    club: Annotated[str, "Name of the player's club; empty if unknown."]
    country: Annotated[str, "Country by two or three letters, such as BEL; empty if unknown."]
    series: Annotated[str, "Series, such as 3B; empty if unknown."]
    birth_year: NotRequired[Annotated[int | None, "Year of birth; null if unknown."]]
    committee: NotRequired[
        Annotated[str, AnswerLimits(most=COMMITTEE_LENGTH), "Region of the federation; left out if unknown."]
    ]
    age_category: NotRequired[
        Annotated[
            str,
            AnswerLimits(most=CATEGORY_LENGTH),
            "Age category that the federation gave; left out if unknown.",
        ]
    ]


class SentAverage(TypedDict):
    """The average of the others, which a player has in a round in place of a score."""

    round: Annotated[int, AnswerLimits(least=1), "Number of the round, from 1."]
    points: Annotated[int, "The average, in points."]
    why: Annotated[Literal["arbitrated", "second_zero"], AVERAGES, "Why it stands there."]


class SentEntry(TypedDict):
    """A player or a pair. Lists by round have a value for each round of the game, in order."""

    table: Annotated[int, AnswerLimits(least=0, most=999_999), "Table number; each table is there once."]
    players: Annotated[list[SentPerson], AnswerLimits(least=1, most=2), "The player, or both of a pair."]
    scores: Annotated[Points, "Points kept in each round, after penalties; 0 without a slip."]
    worths: Annotated[Points, "Points that each move was worth, before penalties; never above the top."]
    sanctions: Annotated[list[Annotated[Sanction, SANCTION_MEANINGS]], "The heaviest sanction of each round."]
    warnings: NotRequired[
        Annotated[
            list[Annotated[int, AnswerLimits(least=0, most=MOST_WARNINGS)]],
            "Warnings of each round; left out if the sanctions say them all.",
        ]
    ]
    averages: Annotated[
        list[SentAverage], "Rounds that count an average in place of the score; mostly empty."
    ]
    absent: Annotated[Rounds, "Numbers of the rounds, from 1, in which they were absent; their worths are 0."]
    solos_given: Annotated[
        Rounds, "Numbers of the rounds in which an arbitrator gave them the solo; mostly empty."
    ]
    solos_withheld: Annotated[Rounds, "Numbers of the rounds in which they can have no solo; mostly empty."]
    withdrawn: Annotated[bool, "Whether they dropped out."]
    total: Annotated[
        int, "Points of the game by its rules: scores, averages and solos, less what warnings cost."
    ]
    negative: Annotated[int, "The total less the sum of the tops."]
    tops: Annotated[int, "In how many rounds they found the top."]
    solos: Annotated[int, "How many solos they had in the club."]
    solo_points: Annotated[int, "Points for these solos, part of the total."]
    warning_points: Annotated[int, "Points that warnings cost, taken off the total."]


class ResultSignature(TypedDict):
    """A signature of each part of a result with the club's token, each an HMAC-SHA256 in hexadecimal.

    It is of the canonical JSON (sorted keys, no blanks, UTF-8) of `["head", id, name, value]`, `["tops", id,
    value]` or `["entry", id, place, value]`; places count from 0.
    """

    key: Annotated[str, 'The first 16 digits of the HMAC of `["key"]`, by which the token is known.']
    id: Annotated[str, "A random text, which binds the parts to one file."]
    head: Annotated[
        dict[str, str],
        f"By key: {', '.join(f'`{key}`' for key in HEAD)}, and `entries` for the number of entries.",
    ]
    tops: Annotated[str, "Of `tops`."]
    entries: Annotated[list[str], "Of each entry, in order."]


class SentResult(TypedDict):
    """The result of a club's players. Unknown keys are ignored.

    The organiser computes all sums again by the rules of the game, and refuses the whole if one differs.
    """

    format: Annotated[str, FORMATS, f"Always `{FORMAT}`."]
    version: Annotated[int, AnswerLimits(least=VERSION, most=VERSION), f"Version of the format: {VERSION}."]
    game: Annotated[str, "SHA-256 of the envelope, in hexadecimal, as in the address."]
    name: Annotated[str, AnswerLimits(most=NAME_LENGTH), "Name of the game; may be empty."]
    club: Annotated[
        str, AnswerLimits(most=NAME_LENGTH), "Name of the club, as the token's but for accents and capitals."
    ]
    arbitrator: Annotated[str, AnswerLimits(most=NAME_LENGTH), "Name of the arbitrator; may be empty."]
    played_on: Annotated[str, AnswerLimits(most=NAME_LENGTH), "Day, such as 2026-03-03; may be empty."]
    tops: Annotated[Points, "What the top of each round was worth, as the game was prepared."]
    entries: Annotated[
        list[SentEntry], AnswerLimits(least=1, most=MOST_ENTRIES), "The players and pairs who played."
    ]
    rounds_known: NotRequired[
        Annotated[bool, "False if only totals are known, and the points were spread over the rounds."]
    ]
    number: NotRequired[
        Annotated[
            int,
            AnswerLimits(least=1, most=MOST_SENDINGS),
            "Of a signed result: the sequence of sending, counted by the club for this game.",
        ]
    ]
    sent_at: NotRequired[Annotated[str, datetime, "Of a signed result: the club's time, with its offset."]]
    signature: NotRequired[
        Annotated[
            ResultSignature,
            "Optional here, where the token proves who sends. If it is there it has to fit, and a result "
            "with a number that is not above that of the newest one is refused as older.",
        ]
    ]
