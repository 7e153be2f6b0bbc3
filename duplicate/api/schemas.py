"""The shapes of the API's answers, for the OpenAPI schema."""

from typing import Any

from rest_framework import serializers

from tournaments.api.schemas import Failure

NAME_HELP = "Empty while names are hidden: the table says who."


class Receipt(serializers.Serializer[Any]):
    """Proof that a slip is stored."""

    id = serializers.UUIDField()
    round = serializers.IntegerField()
    round_id = serializers.IntegerField()
    word = serializers.CharField()
    ref = serializers.CharField()
    score = serializers.IntegerField(allow_null=True)
    received_at = serializers.IntegerField(help_text="Milliseconds since 1970, the server's clock.")
    late = serializers.BooleanField()


class SlipRefused(Failure):
    """The reason why a slip is not taken now."""

    on_record = Receipt(required=False, help_text="The other slip that has the same id.")


class QuestionReceipt(serializers.Serializer[Any]):
    """Proof that a question is at the desk, with its answer once there is one."""

    id = serializers.UUIDField()
    round = serializers.IntegerField()
    text = serializers.CharField()
    asked_at = serializers.IntegerField(help_text="Milliseconds since 1970, the server's clock.")
    answer = serializers.CharField(help_text="Empty until it is answered.")
    answered_at = serializers.IntegerField(allow_null=True)


class PlacedTop(serializers.Serializer[Any]):
    word = serializers.CharField()
    ref = serializers.CharField()
    score = serializers.IntegerField()


class SheetLine(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    rack_text = serializers.CharField()
    word = serializers.CharField()
    ref = serializers.CharField()
    says_top = serializers.BooleanField(
        help_text="Whether the arbitrator keyed that the slip has the top, without its word."
    )
    stated = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField()
    has_top = serializers.BooleanField(
        help_text="Whether the move was worth the top, whatever a penalty took off."
    )
    code = serializers.CharField()
    verdict = serializers.CharField(help_text="Why, if there is something to say; in the player's language.")
    rule = serializers.CharField(help_text="The rule that the reason comes from.")
    reason = serializers.CharField(help_text="Why an arbitrator ruled otherwise, in their own words.")
    sanction = serializers.ChoiceField(["none", "warning", "penalty", "zero"])
    sanction_text = serializers.CharField(help_text="The sanction in the player's language.")
    warning_points = serializers.IntegerField(help_text="What the warning costs.")
    solo = serializers.IntegerField(
        allow_null=True, help_text="What a solo brought, perhaps 0; null if it was none."
    )
    late = serializers.BooleanField()
    top = PlacedTop()
    questions = QuestionReceipt(many=True, help_text="What the player asked, without what was taken back.")
    may_question = serializers.BooleanField(help_text="Whether a question about this round is taken now.")


class Sheet(serializers.Serializer[Any]):
    """A player's own sheet: announced rounds only, newest first, and the slip of the round in progress."""

    name = serializers.CharField()
    table = serializers.IntegerField()
    entered = serializers.IntegerField(help_text="The round from which the player plays.")
    withdrawn = serializers.BooleanField(help_text="Has dropped out: no slips are taken.")
    rank = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField()
    negative = serializers.IntegerField()
    percent = serializers.FloatField(allow_null=True)
    warnings = serializers.IntegerField(help_text="So far in this game.")
    free_warnings = serializers.IntegerField(
        allow_null=True, help_text="How many cost nothing; null where none does."
    )
    warning_points = serializers.IntegerField(help_text="What they cost.")
    penalties = serializers.IntegerField()
    solo_points = serializers.IntegerField()
    slip = Receipt(allow_null=True)
    rounds = SheetLine(many=True)


class PublicRound(serializers.Serializer[Any]):
    id = serializers.IntegerField(
        help_text="A cancelled round is drawn again with its number and another id."
    )
    number = serializers.IntegerField()
    phase = serializers.ChoiceField(["ready", "running", "paused", "time", "closed", "announced"])
    rack = serializers.ListField(child=serializers.CharField())
    rack_text = serializers.CharField(help_text="Left over + drawn; a leading - is a whole redraw.")
    closes_at = serializers.IntegerField(
        allow_null=True, help_text="Milliseconds since 1970, while the clock runs."
    )
    remaining = serializers.IntegerField(allow_null=True, help_text="Milliseconds, while the clock stands.")
    interrupted = serializers.BooleanField(
        help_text="The clock stands because the server could take no slips for a while."
    )
    seconds = serializers.IntegerField()
    calls = serializers.ListField(
        child=serializers.IntegerField(), help_text="Seconds left at each call, going down."
    )
    one_slip = serializers.BooleanField(help_text="One slip may be handed in: no other one takes its place.")
    score_stated = serializers.BooleanField(help_text="Slips say the score; otherwise none is taken.")
    score_needed = serializers.BooleanField(help_text="A slip without its score costs something.")


class RoundSolo(serializers.Serializer[Any]):
    """The one player with the best score of the round."""

    name = serializers.CharField(allow_blank=True, help_text=NAME_HELP)
    table = serializers.IntegerField()
    points = serializers.IntegerField()


class LastTop(PlacedTop):
    """The move on the board."""

    top = PlacedTop(allow_null=True, help_text="The top, if the arbitrator has placed another move.")
    number = serializers.IntegerField()
    isotops = serializers.IntegerField()
    rack_text = serializers.CharField()
    solo = RoundSolo(allow_null=True)


class Leader(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True, help_text=NAME_HELP)
    table = serializers.IntegerField()
    total = serializers.IntegerField()
    negative = serializers.IntegerField()
    percent = serializers.FloatField(allow_null=True)
    solo_points = serializers.IntegerField()
    warning_points = serializers.IntegerField(help_text="What warnings cost so far.")
    withdrawn = serializers.BooleanField()


class NextGame(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()


class ScreenSetting(serializers.Serializer[Any]):
    """A setting of the big screens that the desk has made."""

    room = serializers.IntegerField(
        allow_null=True, help_text="Key of a room, or null for all other screens."
    )
    mode = serializers.CharField()
    until = serializers.IntegerField(
        allow_null=True, help_text="Milliseconds since 1970, or null for no end."
    )


class FrameSchema(serializers.Serializer[Any]):
    """The frame, as the live stream sends it too."""

    version = serializers.IntegerField()
    state = serializers.ChoiceField(["playing", "finished"])
    end_reason = serializers.CharField()
    code = serializers.CharField()
    name = serializers.CharField()
    next_game = NextGame(allow_null=True, help_text="Of the event, once this game is over.")
    public_page = serializers.CharField(
        allow_null=True,
        help_text="Where everybody may look at the game, once it is over and its event shows it.",
    )
    notation = serializers.ChoiceField(["duplicate", "english"])
    players = serializers.IntegerField(help_text="Without those who have dropped out.")
    withdrawn = serializers.ListField(
        child=serializers.IntegerField(), help_text="The tables of those who have dropped out."
    )
    values = serializers.DictField(child=serializers.IntegerField())
    board = serializers.ListField(child=serializers.ListField(child=serializers.CharField(allow_blank=True)))
    round = PublicRound(allow_null=True)
    screens = ScreenSetting(many=True)
    cancelled = serializers.IntegerField(
        allow_null=True, help_text="The round that was cancelled, until it is open again."
    )
    last = LastTop(allow_null=True)
    leaders = Leader(many=True)
    top_total = serializers.IntegerField()
    rounds = serializers.IntegerField()
