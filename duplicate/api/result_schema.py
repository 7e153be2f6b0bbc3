"""The shape of a club's result (`prepared_games.results.file_format`), for the OpenAPI schema, with an example."""

from typing import Any

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers

from duplicate.api.schemas import SANCTIONS
from duplicate.prepared_games.results.file_format import (
    FORMAT,
    MOST_ENTRIES,
    MOST_POINTS,
    MOST_WARNINGS,
    VERSION,
)
from duplicate.prepared_games.results.signature import HEAD, MOST_SENDINGS
from tournaments.models import CATEGORY_LENGTH, COMMITTEE_LENGTH, NAME_LENGTH

FORMATS = ((FORMAT, "a club's result in a simultaneous game"),)
AVERAGES = (
    ("arbitrated", "the player arbitrated this round"),
    ("second_zero", "the second zero in a row"),
)


def _points(help_text: str) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_POINTS), help_text=help_text
    )


def _rounds(help_text: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(min_value=1), help_text=help_text)


class SentPerson(serializers.Serializer[Any]):
    """A player of a club."""

    name = serializers.CharField(help_text="Name of the player.")
    licence = serializers.CharField(allow_blank=True, help_text="Licence number; empty if unknown.")
    club = serializers.CharField(allow_blank=True, help_text="Name of the player's club; empty if unknown.")
    country = serializers.CharField(
        allow_blank=True, help_text="Country by two or three letters, such as BEL; empty if unknown."
    )
    series = serializers.CharField(allow_blank=True, help_text="Series, such as 3B; empty if unknown.")
    birth_year = serializers.IntegerField(
        allow_null=True, required=False, help_text="Year of birth; null if unknown."
    )
    committee = serializers.CharField(
        allow_blank=True,
        required=False,
        max_length=COMMITTEE_LENGTH,
        help_text="Region of the federation; left out if unknown.",
    )
    age_category = serializers.CharField(
        allow_blank=True,
        required=False,
        max_length=CATEGORY_LENGTH,
        help_text="Age category that the federation gave; left out if unknown.",
    )


class SentAverage(serializers.Serializer[Any]):
    """The average of the others, which a player has in a round in place of a score."""

    round = serializers.IntegerField(min_value=1, help_text="Number of the round, from 1.")
    points = serializers.IntegerField(help_text="The average, in points.")
    why = serializers.ChoiceField(AVERAGES, help_text="Why it stands there.")


class SentEntry(serializers.Serializer[Any]):
    """A player or a pair. Lists by round have a value for each round of the game, in order."""

    table = serializers.IntegerField(
        min_value=0, max_value=999_999, help_text="Table number; each table is there once."
    )
    players = serializers.ListField(
        child=SentPerson(), min_length=1, max_length=2, help_text="The player, or both of a pair."
    )
    scores = _points("Points kept in each round, after penalties; 0 without a slip.")
    worths = _points("Points that each move was worth, before penalties; never above the top.")
    sanctions = serializers.ListField(
        child=serializers.ChoiceField(SANCTIONS), help_text="The heaviest sanction of each round."
    )
    warnings = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_WARNINGS),
        required=False,
        help_text="Warnings of each round; left out if the sanctions say them all.",
    )
    averages = SentAverage(
        many=True, help_text="Rounds that count an average in place of the score; mostly empty."
    )
    absent = _rounds("Numbers of the rounds, from 1, in which they were absent; their worths are 0.")
    solos_given = _rounds("Numbers of the rounds in which an arbitrator gave them the solo; mostly empty.")
    solos_withheld = _rounds("Numbers of the rounds in which they can have no solo; mostly empty.")
    withdrawn = serializers.BooleanField(help_text="Whether they dropped out.")
    total = serializers.IntegerField(
        help_text="Points of the game by its rules: scores, averages and solos, less what warnings cost."
    )
    negative = serializers.IntegerField(help_text="The total less the sum of the tops.")
    tops = serializers.IntegerField(help_text="In how many rounds they found the top.")
    solos = serializers.IntegerField(help_text="How many solos they had in the club.")
    solo_points = serializers.IntegerField(help_text="Points for these solos, part of the total.")
    warning_points = serializers.IntegerField(help_text="Points that warnings cost, taken off the total.")


class ResultSignature(serializers.Serializer[Any]):
    """A signature of each part of a result with the club's token, each an HMAC-SHA256 in hexadecimal.

    It is of the canonical JSON (sorted keys, no blanks, UTF-8) of `["head", id, name, value]`, `["tops", id,
    value]` or `["entry", id, place, value]`; places count from 0.
    """

    key = serializers.CharField(
        help_text='The first 16 digits of the HMAC of `["key"]`, by which the token is known.'
    )
    id = serializers.CharField(help_text="A random text, which binds the parts to one file.")
    head = serializers.DictField(
        child=serializers.CharField(),
        help_text=f"By key: {', '.join(f'`{key}`' for key in HEAD)}, and `entries` for the number of entries.",
    )
    tops = serializers.CharField(help_text="Of `tops`.")
    entries = serializers.ListField(child=serializers.CharField(), help_text="Of each entry, in order.")


class SentResult(serializers.Serializer[Any]):
    """The result of a club's players. Unknown keys are ignored.

    The organiser computes all sums again by the rules of the game, and refuses the whole if one differs.
    """

    format = serializers.ChoiceField(FORMATS, help_text=f"Always `{FORMAT}`.")
    version = serializers.IntegerField(
        min_value=VERSION, max_value=VERSION, help_text=f"Version of the format: {VERSION}."
    )
    game = serializers.CharField(help_text="SHA-256 of the envelope, in hexadecimal, as in the address.")
    name = serializers.CharField(
        allow_blank=True, max_length=NAME_LENGTH, help_text="Name of the game; may be empty."
    )
    club = serializers.CharField(
        max_length=NAME_LENGTH, help_text="Name of the club, as the token's but for accents and capitals."
    )
    arbitrator = serializers.CharField(
        allow_blank=True, max_length=NAME_LENGTH, help_text="Name of the arbitrator; may be empty."
    )
    played_on = serializers.CharField(
        allow_blank=True, max_length=NAME_LENGTH, help_text="Day, such as 2026-03-03; may be empty."
    )
    tops = _points("What the top of each round was worth, as the game was prepared.")
    entries = serializers.ListField(
        child=SentEntry(),
        min_length=1,
        max_length=MOST_ENTRIES,
        help_text="The players and pairs who played.",
    )
    rounds_known = serializers.BooleanField(
        required=False,
        help_text="False if only totals are known, and the points were spread over the rounds.",
    )
    number = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_SENDINGS,
        help_text="Of a signed result: the sequence of sending, counted by the club for this game.",
    )
    sent_at = serializers.DateTimeField(
        required=False, help_text="Of a signed result: the club's time, with its offset."
    )
    signature = ResultSignature(
        required=False,
        help_text="Optional here, where the token proves who sends. If it is there it has to fit, and a result"
        " with a number that is not above that of the newest one is refused as older.",
    )


def _person(name: str, licence: str = "", series: str = "", birth_year: int | None = None) -> dict[str, Any]:
    return {
        "name": name,
        "licence": licence,
        "club": "Namur",
        "country": "BEL",
        "series": series,
        "birth_year": birth_year,
    }


EXAMPLE = OpenApiExample(
    "A club with a player and a pair",
    summary="Three rounds: a player, and a pair that had a penalty and left before the last round",
    request_only=True,
    value={
        "format": FORMAT,
        "version": VERSION,
        "game": "5f2b7c0e" * 8,
        "name": "World game",
        "club": "Namur",
        "arbitrator": "Ann Martin",
        "played_on": "2026-03-03",
        "tops": [30, 45, 25],
        "entries": [
            {
                "table": 12,
                "players": [_person("Elise Dupont", "1234567", "3B", 1970)],
                "scores": [30, 37, 25],
                "worths": [30, 37, 25],
                "sanctions": ["none", "none", "none"],
                "averages": [],
                "absent": [],
                "solos_given": [],
                "solos_withheld": [],
                "withdrawn": False,
                "total": 92,
                "negative": -8,
                "tops": 2,
                "solos": 0,
                "solo_points": 0,
                "warning_points": 0,
            },
            {
                "table": 13,
                "players": [_person("Jean Roy"), _person("Anne Roy")],
                "scores": [20, 40, 0],
                "worths": [20, 45, 0],
                "sanctions": ["none", "penalty", "none"],
                "averages": [],
                "absent": [3],
                "solos_given": [],
                "solos_withheld": [],
                "withdrawn": True,
                "total": 60,
                "negative": -40,
                "tops": 1,
                "solos": 0,
                "solo_points": 0,
                "warning_points": 0,
            },
        ],
    },
)
