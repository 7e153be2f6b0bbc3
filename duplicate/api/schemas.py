"""The shapes that the API answers with, for the OpenAPI schema."""

from typing import Any

from rest_framework import serializers


class Failure(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="For programs.")
    detail = serializers.CharField(help_text="For people, in their language.")


class Receipt(serializers.Serializer[Any]):
    """Proof that a slip is stored."""

    id = serializers.UUIDField()
    round = serializers.IntegerField()
    word = serializers.CharField()
    ref = serializers.CharField()
    score = serializers.IntegerField(allow_null=True)
    received_at = serializers.IntegerField(help_text="Milliseconds since 1970, the server's clock.")
    late = serializers.BooleanField()


class PlacedTop(serializers.Serializer[Any]):
    word = serializers.CharField()
    ref = serializers.CharField()
    score = serializers.IntegerField()


class SheetLine(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    rack_text = serializers.CharField()
    word = serializers.CharField()
    ref = serializers.CharField()
    stated = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField()
    code = serializers.CharField()
    verdict = serializers.CharField(help_text="Why, if there is something to say; in the player's language.")
    rule = serializers.CharField(help_text="The rule that the reason comes from.")
    sanction = serializers.ChoiceField(["none", "warning", "penalty", "zero"])
    sanction_text = serializers.CharField(help_text="The sanction in the player's language.")
    solo = serializers.IntegerField(
        allow_null=True, help_text="What a solo brought, perhaps 0; null if it was none."
    )
    late = serializers.BooleanField()
    top = PlacedTop()


class Sheet(serializers.Serializer[Any]):
    """A player's own sheet: announced rounds only, newest first, and the slip of the round in progress."""

    name = serializers.CharField()
    table = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField()
    negative = serializers.IntegerField()
    percent = serializers.FloatField(allow_null=True)
    warnings = serializers.IntegerField(help_text="So far in this game.")
    warning_points = serializers.IntegerField(help_text="What they cost.")
    penalties = serializers.IntegerField()
    solo_points = serializers.IntegerField()
    slip = Receipt(allow_null=True)
    rounds = SheetLine(many=True)


class PublicRound(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    phase = serializers.ChoiceField(["ready", "running", "paused", "time", "closed", "announced"])
    rack = serializers.ListField(child=serializers.CharField())
    rack_text = serializers.CharField(help_text="Left over + drawn; a leading - is a whole redraw.")
    closes_at = serializers.IntegerField(
        allow_null=True, help_text="Milliseconds since 1970, while the clock runs."
    )
    remaining = serializers.IntegerField(allow_null=True, help_text="Milliseconds, while the clock stands.")
    seconds = serializers.IntegerField()
    calls = serializers.ListField(
        child=serializers.IntegerField(), help_text="Seconds left at each call, going down."
    )
    one_slip = serializers.BooleanField(help_text="The first slip counts: no other one takes its place.")


class RoundSolo(serializers.Serializer[Any]):
    """The one player with the best score of the round."""

    name = serializers.CharField()
    table = serializers.IntegerField()
    points = serializers.IntegerField()


class LastTop(PlacedTop):
    number = serializers.IntegerField()
    isotops = serializers.IntegerField()
    rack_text = serializers.CharField()
    solo = RoundSolo(allow_null=True)


class Leader(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    name = serializers.CharField()
    table = serializers.IntegerField()
    total = serializers.IntegerField()
    negative = serializers.IntegerField()
    percent = serializers.FloatField(allow_null=True)
    solo_points = serializers.IntegerField()
    warning_points = serializers.IntegerField(help_text="What warnings cost so far.")


class FrameSchema(serializers.Serializer[Any]):
    """The frame, as the live stream sends it too."""

    version = serializers.IntegerField()
    state = serializers.ChoiceField(["playing", "finished"])
    end_reason = serializers.CharField()
    code = serializers.CharField()
    name = serializers.CharField()
    notation = serializers.ChoiceField(["duplicate", "english"])
    players = serializers.IntegerField()
    values = serializers.DictField(child=serializers.IntegerField())
    board = serializers.ListField(child=serializers.ListField(child=serializers.CharField(allow_blank=True)))
    round = PublicRound(allow_null=True)
    last = LastTop(allow_null=True)
    leaders = Leader(many=True)
    top_total = serializers.IntegerField()
    rounds = serializers.IntegerField()
