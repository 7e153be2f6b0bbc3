"""The shapes of the public API's answers, for the OpenAPI schema."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from duplicate.models import Game
from tournaments.api.schemas import Failure
from tournaments.models import Event

REFUSALS: dict[Any, Any] = {404: Failure, 429: Failure}
NOT_CHANGED: dict[Any, Any] = {
    304: OpenApiResponse(description="Not changed since the version that was named")
}


def _query_parameter(name: str, description: str, values: tuple[str, ...] = ()) -> OpenApiParameter:
    return OpenApiParameter(
        name, OpenApiTypes.STR, description=description, enum=list(values) if values else None
    )


PAGE = OpenApiParameter("page", OpenApiTypes.INT, description="From 1 on; past the end the last one.")
SELECTIONS = [
    _query_parameter("series", "Only this series."),
    _query_parameter("category", "Only this age category, by its name."),
    _query_parameter("club", "Only this club."),
    _query_parameter("country", "Only this country."),
    _query_parameter("sort", "`rank` unless `name` is asked for.", ("rank", "name")),
]
OF_EVENT = [
    _query_parameter("show", "Everybody unless this is said.", ("single", "pair", "teams")),
    _query_parameter("group", "Only this group of the event."),
    _query_parameter("room", "Only this room of the event."),
    *SELECTIONS,
]
OF_SEASON = [_query_parameter("show", "Players unless clubs are asked for.", ("clubs",)), *SELECTIONS]


def answers(shape: type[serializers.Serializer[Any]]) -> dict[Any, Any]:
    return {200: shape} | NOT_CHANGED | REFUSALS


def table_answers() -> dict[Any, Any]:
    """Return the answers of a view that gives a table as CSV."""
    return {(200, "text/csv"): OpenApiTypes.STR} | NOT_CHANGED | REFUSALS


class ListedEvent(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    date = serializers.DateField()
    time_zone = serializers.CharField(help_text="The IANA name of the zone of the date.")
    standings = serializers.ChoiceField(Event.Released.values)
    games = serializers.IntegerField(help_text="How many there are.")
    running = serializers.BooleanField(help_text="Whether one is in progress.")


class ListPage(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()


class EventPage(ListPage):
    events = ListedEvent(many=True)


class GameOfEvent(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(Game.State.values)
    code = serializers.CharField(
        allow_null=True, help_text="Of a game in progress in a public event: by it everything else is asked."
    )
    rounds = serializers.IntegerField(help_text="How many are announced.")


class EventDetail(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    date = serializers.DateField()
    time_zone = serializers.CharField(help_text="The IANA name of the zone of the date.")
    standings = serializers.ChoiceField(
        Event.Released.values, help_text="While they are hidden there are none to ask for."
    )
    games = GameOfEvent(many=True)


class PersonInLine(serializers.Serializer[Any]):
    player = serializers.IntegerField(
        allow_null=True, help_text="By which the history is asked for; null where the event is not public."
    )
    club = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
    series = serializers.CharField(allow_blank=True)
    category = serializers.CharField(allow_blank=True)


class StandingsLine(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="Among those asked for.")
    overall = serializers.IntegerField(help_text="Among all.")
    name = serializers.CharField(help_text="While names are hidden the table says who.")
    table = serializers.IntegerField(help_text="0 for a team.")
    persons = PersonInLine(many=True, help_text="One, or both of a pair.")
    team = serializers.CharField(allow_blank=True)
    group = serializers.CharField(allow_blank=True)
    room = serializers.CharField(allow_blank=True)
    withdrawn = serializers.BooleanField()
    total = serializers.IntegerField()
    negative = serializers.IntegerField()
    percent = serializers.FloatField(allow_null=True)
    tops = serializers.IntegerField()
    solo_points = serializers.IntegerField()
    games = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="Points by game; null where absent."
    )


class StandingsGame(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    top_total = serializers.IntegerField()
    final = serializers.BooleanField()


class Standings(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    final = serializers.BooleanField(help_text="Every game is over, and the chief has said so.")
    top_total = serializers.IntegerField()
    games = StandingsGame(many=True)
    lines = StandingsLine(many=True)


class ListedSeason(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    least_games = serializers.IntegerField(help_text="Who has fewer is not ranked.")
    best_games = serializers.IntegerField(allow_null=True, help_text="How many count; null for all.")
    club_players = serializers.IntegerField(help_text="How many best ranked players make a club's index.")


class SeasonList(ListPage):
    seasons = ListedSeason(many=True)


class PlayerInSeason(serializers.Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True)
    overall = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
    series = serializers.CharField(allow_blank=True)
    category = serializers.CharField(allow_blank=True)
    index = serializers.FloatField(help_text="100 × total ÷ top_total.")
    games = serializers.IntegerField()
    counted = serializers.IntegerField(help_text="Games of which all other numbers are.")
    total = serializers.IntegerField()
    negative = serializers.IntegerField()
    top_total = serializers.IntegerField()
    tops = serializers.IntegerField()


class ClubInSeason(serializers.Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    index = serializers.FloatField()
    players = serializers.IntegerField()
    games = serializers.IntegerField()


class SeasonIndex(ListPage):
    season = ListedSeason()
    players = PlayerInSeason(many=True)
    clubs = ClubInSeason(many=True, help_text="Only if they are asked for; players are then empty.")


class GameOfPlayer(serializers.Serializer[Any]):
    date = serializers.DateField()
    event = serializers.IntegerField()
    event_name = serializers.CharField()
    game = serializers.CharField()
    rank = serializers.IntegerField(help_text="By points, among those who were there.")
    players = serializers.IntegerField()
    partner = serializers.CharField(allow_blank=True)
    total = serializers.IntegerField()
    negative = serializers.IntegerField()
    top_total = serializers.IntegerField()
    percent = serializers.FloatField()
    tops = serializers.IntegerField()


class SeasonOfPlayer(serializers.Serializer[Any]):
    season = serializers.IntegerField()
    name = serializers.CharField()
    games = serializers.IntegerField()
    index = serializers.FloatField(allow_null=True)


class PlayerHistory(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    series = serializers.CharField(allow_blank=True)
    games = GameOfPlayer(many=True, help_text="The first one first.")
    seasons = SeasonOfPlayer(many=True)
