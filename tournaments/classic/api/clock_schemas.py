"""Request and response schemas of the API of clocks."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

SIDE_HELP = "0 is who goes first in the match."
LATEST_MS = 2**43  # in the year 2248; a greater number from a device would not fit into a clock


class Acting(serializers.Serializer[Any]):
    """An act of a device at the table."""

    id = serializers.UUIDField(help_text="Made by the device: the same act sent again is done once.")
    act = serializers.ChoiceField(["start", "press", "neutral", "resume", "stop"])
    side = serializers.IntegerField(
        min_value=0,
        max_value=1,
        required=False,
        help_text=f"Whose turn ends, begins or goes on. {SIDE_HELP}",
    )
    number = serializers.IntegerField(
        required=False, min_value=0, max_value=100_000, help_text="Of the turn that a press ends."
    )
    at = serializers.IntegerField(
        min_value=0,
        max_value=LATEST_MS,
        allow_null=True,
        default=None,
        help_text="When it was done by the server's clock, as the device knows it: milliseconds since 1970.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that the act has its fields; a start without a side is that of the player who goes first."""
        needed = {"press": ("side", "number"), "resume": ("side",)}.get(attrs["act"], ())
        missing = [field for field in needed if field not in attrs]
        if missing:
            raise serializers.ValidationError({field: [_("This is missing.")] for field in missing})
        return {"side": 0, "number": 0} | attrs


class ClockSchema(serializers.Serializer[Any]):
    """A clock as it stood at `at`. While it runs, subtract the time since then from the side on turn."""

    id = serializers.IntegerField()
    version = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField()
    division = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField(), help_text="Who goes first is the first.")
    state = serializers.ChoiceField(["ready", "running", "neutral", "over"])
    paused = serializers.BooleanField(
        help_text="By the director: no time runs, and the table can do nothing."
    )
    turn = serializers.IntegerField(help_text=SIDE_HELP)
    number = serializers.IntegerField(help_text="Of the turn.")
    at = serializers.IntegerField(help_text="Milliseconds since 1970, the server's clock.")
    left = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Milliseconds of each at that moment; overtime is below nothing.",
    )
    used = serializers.IntegerField(help_text="Milliseconds of the turn in progress, up to that moment.")
    limits = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="Milliseconds that a turn of each may take.",
    )
    long_turns = serializers.ListField(
        child=serializers.IntegerField(), help_text="How many turns of each took longer."
    )
    full = serializers.IntegerField(help_text="What each had at first.")
    points = serializers.IntegerField(help_text="That a minute of overtime costs.")


class WallSchema(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    clocks = ClockSchema(many=True)
