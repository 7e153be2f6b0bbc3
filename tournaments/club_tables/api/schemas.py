"""Response schemas of the API of club tables."""

from typing import Any

from rest_framework import serializers

from tournaments.club_tables.models import ClubTable


class SeatSchema(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="From 0, in the order in which they sit.")
    name = serializers.CharField()
    level = serializers.CharField(allow_blank=True, help_text="A target of their own (V2).")
    turn_seconds = serializers.IntegerField(allow_null=True, help_text="A limit a turn of their own (C7).")


class UndoSchema(serializers.Serializer[Any]):
    by = serializers.IntegerField(allow_null=True, help_text="Who asks to take the latest act back.")
    agreed = serializers.ListField(child=serializers.IntegerField(), help_text="Who has agreed.")


class TableSchema(serializers.Serializer[Any]):
    """A table as it stands. The public state has no tiles on racks."""

    version = serializers.IntegerField()
    code = serializers.CharField()
    mode = serializers.CharField(help_text="The way to play.")
    way = serializers.ChoiceField(ClubTable.Way.choices)
    begun = serializers.BooleanField()
    closed = serializers.BooleanField()
    seats = SeatSchema(many=True)
    undo = UndoSchema(allow_null=True)
    undo_refused = serializers.IntegerField(
        allow_null=True, help_text="Who asked for it and was told that the latest act stands."
    )
    can_undo = serializers.BooleanField(help_text="Whether there is an act that could be taken back.")
    turn_ends_at = serializers.IntegerField(
        allow_null=True, help_text="When the time of the turn passes: milliseconds since 1970."
    )
    game = serializers.DictField(
        allow_null=True, help_text="As the way to play shows it; null before it begins."
    )


class OwnTableSchema(TableSchema):
    """The table with the additional values for one's own device."""

    seat = serializers.IntegerField(allow_null=True, help_text="One's own; null for the keeper.")
    keeper = serializers.BooleanField()
