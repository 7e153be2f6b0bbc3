"""The shapes of the public API's answers, which values take, and the OpenAPI schema."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from tournaments.api.fields import settings_schema
from tournaments.api.schemas import GAME_STATES, Failure
from tournaments.classic.models import Division

RELEASES = (
    ("hidden", "not released: there are none to ask for"),
    ("provisional", "released as they stand, and may change"),
    ("final", "released as final"),
)
REFUSALS: dict[Any, Any] = {404: Failure, 429: Failure}
NOT_CHANGED: dict[Any, Any] = {
    304: OpenApiResponse(description="Not changed since the version that was named")
}


def _query_parameter(name: str, description: str, values: tuple[str, ...] = ()) -> OpenApiParameter:
    return OpenApiParameter(
        name, OpenApiTypes.STR, description=description, enum=list(values) if values else None
    )


PAGE = OpenApiParameter(
    "page", OpenApiTypes.INT, description="Number of the page, from 1; past the end comes the last one."
)
SELECTIONS = [
    _query_parameter("series", "Only this series."),
    _query_parameter("category", "Only this age category, by its name."),
    _query_parameter("club", "Only this club."),
    _query_parameter("country", "Only this country."),
    _query_parameter("committee", "Only this committee of a federation."),
    _query_parameter("sort", "Order of the lines; `rank` without it.", ("rank", "name")),
]
OF_EVENT = [
    _query_parameter(
        "show", "Players alone, pairs, or teams; without it players and pairs.", ("single", "pair", "teams")
    ),
    _query_parameter("group", "Only this group of the event."),
    _query_parameter("room", "Only this room of the event."),
    *SELECTIONS,
]
OF_SEASON = [_query_parameter("show", "Clubs; without it players.", ("clubs",)), *SELECTIONS]


def answers(shape: type[serializers.Serializer[Any]]) -> dict[Any, Any]:
    return {200: shape} | NOT_CHANGED | REFUSALS


def table_answers() -> dict[Any, Any]:
    """Return the answers of a view that gives a table as CSV."""
    return {(200, "text/csv"): OpenApiTypes.STR} | NOT_CHANGED | REFUSALS


class ListedEvent(serializers.Serializer[Any]):
    """A public event in the list."""

    id = serializers.IntegerField(help_text="Key of the event.")
    name = serializers.CharField(help_text="Name of the event.")
    date = serializers.DateField(help_text="Day of the event.")
    time_zone = serializers.CharField(
        source="zone.key", help_text="IANA name of the zone of the date, such as Europe/Paris."
    )
    standings = serializers.ChoiceField(
        RELEASES, source="released", help_text="Whether its standings may be asked for."
    )
    games = serializers.IntegerField(source="game_count", help_text="Number of its duplicate games.")
    running = serializers.BooleanField(help_text="Whether one of its games is in progress.")


class ListPage(serializers.Serializer[Any]):
    """A page of a list."""

    count = serializers.IntegerField(help_text="Number of entries on all pages.")
    page = serializers.IntegerField(help_text="Number of this page, from 1.")
    pages = serializers.IntegerField(help_text="Number of pages, at least 1.")


class EventPage(ListPage):
    """A page of the list of public events."""

    events = ListedEvent(many=True, help_text="The events of this page, the newest first.")


class GameOfEvent(serializers.Serializer[Any]):
    """A duplicate game of an event."""

    number = serializers.IntegerField(help_text="Its number in the event, from 1.")
    name = serializers.CharField(help_text="Name of the game.")
    state = serializers.ChoiceField(GAME_STATES, help_text="Whether it goes on.")
    code = serializers.CharField(
        allow_null=True,
        help_text="Its code while it is in progress in a public event, for `/api/v1/games/{code}/`; otherwise "
        "null.",
    )
    rounds = serializers.IntegerField(help_text="Number of announced rounds.")


class DivisionOfEvent(serializers.Serializer[Any]):
    """A division of a classic event."""

    id = serializers.IntegerField(help_text="Key of the division.")
    settings = settings_schema(Division)(help_text="All its settings.")


class EventDetail(serializers.Serializer[Any]):
    """An event with its games and divisions."""

    id = serializers.IntegerField(help_text="Key of the event.")
    name = serializers.CharField(help_text="Name of the event.")
    date = serializers.DateField(help_text="Day of the event.")
    time_zone = serializers.CharField(help_text="IANA name of the zone of the date, such as Europe/Paris.")
    standings = serializers.ChoiceField(
        RELEASES,
        help_text="Whether its standings may be asked for; while they are hidden the answer is 404.",
    )
    games = GameOfEvent(many=True, help_text="Its duplicate games in their order; empty for a classic event.")
    divisions = DivisionOfEvent(many=True, help_text="Its divisions; empty for an event of duplicate games.")


class PersonInLine(serializers.Serializer[Any]):
    """A player as selections see them."""

    player = serializers.IntegerField(
        allow_null=True,
        help_text="Key of the player, for `/api/v1/players/{player_id}/`; null if the event is not public.",
    )
    club = serializers.CharField(allow_blank=True, help_text="Name of the club; empty if unknown.")
    country = serializers.CharField(
        allow_blank=True, help_text="Country by two or three letters, such as BEL; empty if unknown."
    )
    series = serializers.CharField(allow_blank=True, help_text="Series, such as 3B; empty if unknown.")
    category = serializers.CharField(
        allow_blank=True, help_text="Name of the age category in the year of the event; empty if unknown."
    )


class StandingsLine(serializers.Serializer[Any]):
    """A player, pair or team in the standings of an event."""

    rank = serializers.IntegerField(help_text="Rank among those that were asked for; equals share it.")
    overall = serializers.IntegerField(help_text="Rank among all.")
    name = serializers.CharField(
        help_text="Name; both names of a pair. While names are hidden it says the table instead."
    )
    table = serializers.IntegerField(help_text="Table number; 0 for a team.")
    persons = PersonInLine(many=True, help_text="The player, both of a pair, or all of a team.")
    team = serializers.CharField(allow_blank=True, help_text="Name of their team; empty if they are in none.")
    group = serializers.CharField(
        allow_blank=True, help_text="Name of their group; empty if they are in none."
    )
    room = serializers.CharField(
        allow_blank=True, help_text="Name of the room of their table; empty if it is in none."
    )
    withdrawn = serializers.BooleanField(help_text="Whether they have dropped out; they keep their points.")
    total = serializers.IntegerField(help_text="Points of all games together.")
    negative = serializers.IntegerField(
        help_text="Points missing to the sum of the tops: 0 or less, above 0 only by solos."
    )
    percent = serializers.FloatField(
        allow_null=True, help_text="The total in per cent of the sum of the tops; null while that is 0."
    )
    tops = serializers.IntegerField(help_text="In how many rounds they found the top.")
    solo_points = serializers.IntegerField(help_text="Points for solos, part of the total.")
    games = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="Points of each game, in the order of `games` above; null for a game in which they were "
        "absent.",
    )


class StandingsGame(serializers.Serializer[Any]):
    """A game that the standings count."""

    number = serializers.IntegerField(help_text="Its number in the event, from 1.")
    name = serializers.CharField(help_text="Name of the game.")
    top_total = serializers.IntegerField(help_text="Sum of its tops so far, in points.")
    final = serializers.BooleanField(help_text="Whether the game is over.")


class Standings(serializers.Serializer[Any]):
    """The standings of an event."""

    event = serializers.IntegerField(help_text="Key of the event.")
    final = serializers.BooleanField(
        help_text="Whether every game is over and the standings are released as final."
    )
    top_total = serializers.IntegerField(help_text="Sum of the tops of all games, in points.")
    games = StandingsGame(many=True, help_text="The games that count, in their order.")
    lines = StandingsLine(
        many=True, help_text="The lines that were asked for, best first unless sorted by name."
    )


class ListedSeason(serializers.Serializer[Any]):
    """A public season."""

    id = serializers.IntegerField(help_text="Key of the season.")
    name = serializers.CharField(help_text="Name of the season.")
    first_day = serializers.DateField(help_text="Its first day.")
    last_day = serializers.DateField(help_text="Its last day; games on it count.")
    least_games = serializers.IntegerField(help_text="Number of games from which a player is ranked.")
    best_games = serializers.IntegerField(
        allow_null=True, help_text="How many of a player's best games count; null for all."
    )
    club_players = serializers.IntegerField(
        help_text="How many of its best ranked players make a club's index."
    )


class SeasonList(ListPage):
    """A page of the list of public seasons."""

    seasons = ListedSeason(many=True, help_text="The seasons of this page, the newest first.")


class PlayerInSeason(serializers.Serializer[Any]):
    """A player in the index of a season."""

    rank = serializers.IntegerField(
        allow_null=True,
        help_text="Rank among those that were asked for; null with fewer games than the season asks for.",
    )
    overall = serializers.IntegerField(allow_null=True, help_text="Rank among all; null as the rank is.")
    player = serializers.IntegerField(
        source="competitor.key", help_text="Key of the player, for `/api/v1/players/{player_id}/`."
    )
    name = serializers.CharField(source="competitor.name", help_text="Name of the player.")
    club = serializers.CharField(
        source="person.club", allow_blank=True, help_text="Name of the club; empty if unknown."
    )
    country = serializers.CharField(
        source="person.country",
        allow_blank=True,
        help_text="Country by two or three letters, such as BEL; empty if unknown.",
    )
    series = serializers.CharField(
        source="person.series", allow_blank=True, help_text="Series, such as 3B; empty if unknown."
    )
    category = serializers.CharField(
        allow_blank=True, help_text="Name of the age category; empty if unknown."
    )
    index = serializers.FloatField(help_text="100 × total ÷ top_total.")
    games = serializers.IntegerField(help_text="Number of games played.")
    counted = serializers.IntegerField(
        help_text="Number of games that count; the numbers below are of these."
    )
    total = serializers.IntegerField(help_text="Points of the games that count.")
    negative = serializers.IntegerField(
        help_text="Points missing to their tops: 0 or less, above 0 only by solos."
    )
    top_total = serializers.IntegerField(help_text="Sum of the tops of these games, in points.")
    tops = serializers.IntegerField(help_text="In how many of their rounds the player found the top.")


class ClubInSeason(serializers.Serializer[Any]):
    """A club in the index of a season."""

    rank = serializers.IntegerField(
        allow_null=True,
        help_text="Rank among clubs; null with fewer ranked players than the season asks for.",
    )
    name = serializers.CharField(help_text="Name of the club.")
    index = serializers.FloatField(help_text="Mean of the indexes of its best ranked players.")
    players = serializers.IntegerField(help_text="Number of its ranked players.")
    games = serializers.IntegerField(help_text="Number of games that they played.")


class SeasonIndex(ListPage):
    """A page of the index of a season: players, or clubs with `show=clubs`."""

    season = ListedSeason(help_text="The season with its rules.")
    players = PlayerInSeason(
        many=True, help_text="The players of this page, best first; empty if clubs were asked for."
    )
    clubs = ClubInSeason(
        many=True, help_text="The clubs of this page, best first; empty unless they were asked for."
    )


class GameOfPlayer(serializers.Serializer[Any]):
    """A game in a player's history."""

    date = serializers.DateField(source="day", help_text="Day of the event.")
    event = serializers.IntegerField(source="event_id", help_text="Key of the event.")
    event_name = serializers.CharField(source="event", help_text="Name of the event.")
    game = serializers.CharField(help_text="Name of the game.")
    rank = serializers.IntegerField(help_text="Rank by points among those who were there; equals share it.")
    players = serializers.IntegerField(help_text="How many players and pairs were there.")
    partner = serializers.CharField(
        allow_blank=True, help_text="The other one of a pair; empty if the player was alone."
    )
    total = serializers.IntegerField(source="played.total", help_text="Points of the player.")
    negative = serializers.IntegerField(
        source="played.negative", help_text="Points missing to the tops: 0 or less, above 0 only by solos."
    )
    top_total = serializers.IntegerField(
        source="played.top_total", help_text="Sum of the tops of the game, in points."
    )
    percent = serializers.FloatField(help_text="The total in per cent of the sum of the tops.")
    tops = serializers.IntegerField(
        source="played.tops", help_text="In how many rounds the player found the top."
    )


class SeasonOfPlayer(serializers.Serializer[Any]):
    """A public season in a player's history."""

    season = serializers.IntegerField(source="season.pk", help_text="Key of the season.")
    name = serializers.CharField(source="season.name", help_text="Name of the season.")
    games = serializers.IntegerField(help_text="Number of the player's games in it.")
    index = serializers.FloatField(
        allow_null=True, help_text="100 × points ÷ tops of the games that count; null without a game."
    )


class PlayerHistory(serializers.Serializer[Any]):
    """A player's results in public events whose standings are released."""

    player = serializers.IntegerField(help_text="Key of the player.")
    name = serializers.CharField(help_text="Name of the player.")
    club = serializers.CharField(allow_blank=True, help_text="Name of the club; empty if unknown.")
    series = serializers.CharField(allow_blank=True, help_text="Series, such as 3B; empty if unknown.")
    games = GameOfPlayer(many=True, help_text="The games, the first one first.")
    seasons = SeasonOfPlayer(many=True, help_text="The public seasons, the newest first.")
