"""Request and response schemas of the API of clocks."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.api.fields import ClientIdField

SIDE_HELP = "0 is who goes first in the match."
LATEST_MS = 2**43  # in the year 2248; a greater number from a device would not fit into a clock

ACTS = (
    ("start", "start the clock"),
    ("press", "end the own turn: the other side's time runs"),
    ("neutral", "stop both sides, as for a challenge"),
    ("resume", "let the time of a side run again"),
    ("stop", "end the match on the clock"),
)
STATES = (
    ("ready", "not started"),
    ("running", "the time of the side on turn runs"),
    ("neutral", "no time runs, as during a challenge"),
    ("over", "stopped for good"),
)


class Acting(serializers.Serializer[Any]):
    """An act of a device at the table."""

    id = ClientIdField()
    act = serializers.ChoiceField(ACTS, help_text="What is done.")
    side = serializers.IntegerField(
        min_value=0,
        max_value=1,
        required=False,
        help_text=f"Whose turn ends, begins or goes on. {SIDE_HELP} `press` and `resume` need it.",
    )
    number = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=100_000,
        help_text="Number of the turn that a press ends, as the clock has it; `press` needs it.",
    )
    at = serializers.IntegerField(
        min_value=0,
        max_value=LATEST_MS,
        allow_null=True,
        default=None,
        help_text="When it was done by the server's clock, as the device knows it, in milliseconds since 1970; "
        "null for now.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that the act has its fields; a start without a side is that of the player who goes first."""
        needed = {"press": ("side", "number"), "resume": ("side",)}.get(attrs["act"], ())
        missing = [field for field in needed if field not in attrs]
        if missing:
            raise serializers.ValidationError({field: [_("This field is required.")] for field in missing})
        return {"side": 0, "number": 0} | attrs


class ClockSchema(serializers.Serializer[Any]):
    """A clock as it stood at `at`. While it runs, subtract the time since then from the side on turn."""

    id = serializers.IntegerField(help_text="Key of the clock.")
    version = serializers.IntegerField(
        help_text="Grows with every act on the clock; it is the answer's ETag."
    )
    table = serializers.IntegerField(
        allow_null=True, help_text="Number of the table; null if the match has none."
    )
    round = serializers.IntegerField(help_text="Number of the round, from 1.")
    division = serializers.CharField(help_text="Name of the division.")
    names = serializers.ListField(
        child=serializers.CharField(),
        help_text="Both players; the one who goes first is the first. While names are hidden the tables stand "
        "there.",
    )
    state = serializers.ChoiceField(STATES, help_text="What the clock does.")
    paused = serializers.BooleanField(
        help_text="Whether the director has paused it: no time runs, and the table can do nothing."
    )
    turn = serializers.IntegerField(help_text=f"Whose turn it is. {SIDE_HELP}")
    number = serializers.IntegerField(help_text="Number of the turn, from 0; each press adds one.")
    at = serializers.IntegerField(
        help_text="The moment of all these values: milliseconds since 1970, the server's clock."
    )
    left = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Milliseconds that each had left at that moment; below 0 in overtime.",
    )
    used = serializers.IntegerField(help_text="Milliseconds of the turn in progress, up to that moment.")
    limits = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="Milliseconds that a turn of each may take; null without a limit.",
    )
    long_turns = serializers.ListField(
        child=serializers.IntegerField(), help_text="How many turns of each took longer than the limit."
    )
    full = serializers.IntegerField(help_text="Milliseconds that each had at first.")
    points = serializers.IntegerField(help_text="Points that a minute of overtime costs.")


class WallSchema(serializers.Serializer[Any]):
    """The clocks of the matches in progress of an event."""

    version = serializers.IntegerField(help_text="Grows with every change; it is the answer's ETag.")
    clocks = ClockSchema(many=True, help_text="The clocks by division and table.")
