"""Response schemas of the API of club tables."""

from typing import Any

from rest_framework import serializers

WAYS = (
    ("phones", "everybody on their own phone"),
    ("tablet", "one tablet in the middle"),
    ("paper", "real tiles, and the program keeps the score"),
)


class SeatSchema(serializers.Serializer[Any]):
    """A player at a club table."""

    number = serializers.IntegerField(help_text="Number of the seat, from 0, in the order in which they sit.")
    name = serializers.CharField(help_text="Name of the player.")
    level = serializers.CharField(
        allow_blank=True,
        help_text="Target of their own: `beginner`, `intermediate` or `expert` (V2); empty for that of the "
        "table.",
    )
    turn_seconds = serializers.IntegerField(
        allow_null=True,
        help_text="Seconds that a turn of theirs may take (C7); null for the limit of the table.",
    )


class UndoSchema(serializers.Serializer[Any]):
    """A request to take the latest act back."""

    by = serializers.IntegerField(
        allow_null=True, help_text="Number of the seat that asks; null for the keeper of the table."
    )
    agreed = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the seats that have agreed."
    )


class TableSchema(serializers.Serializer[Any]):
    """A table as it stands. The public state has no tiles on racks."""

    version = serializers.IntegerField(
        help_text="Grows with every change of the table; it is the answer's ETag."
    )
    code = serializers.CharField(help_text="Code of the table.")
    mode = serializers.CharField(
        help_text="What is played: `classic`, `unscrabble`, `bingo`, `solitaire` or `scrabble_me`."
    )
    way = serializers.ChoiceField(WAYS, help_text="On which devices it is played.")
    begun = serializers.BooleanField(help_text="Whether play has begun: nobody sits down any more.")
    closed = serializers.BooleanField(help_text="Whether the table is closed.")
    seats = SeatSchema(many=True, help_text="Who sits there, in their order.")
    devices = serializers.CharField(
        help_text="Changes with each new link of a seat or of the table: ask for the own state then, since another "
        "device may have taken the place."
    )
    undo = UndoSchema(
        allow_null=True, help_text="The request to take the latest act back; null if there is none."
    )
    undo_refused = serializers.IntegerField(
        allow_null=True,
        help_text="Number of the seat whose request was refused last, while that act is the latest; otherwise "
        "null.",
    )
    can_undo = serializers.BooleanField(help_text="Whether there is an act that could be taken back.")
    next = serializers.CharField(
        allow_null=True, help_text="Code of the table at which its players go on; null while there is none."
    )
    turn_ends_at = serializers.IntegerField(
        allow_null=True,
        help_text="When the time of the turn is up, in milliseconds since 1970; null without a limit.",
    )
    game = serializers.DictField(
        allow_null=True, help_text="The game, in a form of its own for each `mode`; null before it begins."
    )


class OwnTableSchema(TableSchema):
    """A table as one's own device sees it, with the own rack in `game`."""

    seat = serializers.IntegerField(
        allow_null=True, help_text="Number of the own seat; null for the keeper of the table."
    )
    keeper = serializers.BooleanField(help_text="Whether this device is the tablet or keeps the score.")
