"""The shapes of the API's answers, for the OpenAPI schema."""

from typing import Any

from rest_framework import serializers

from tournaments.api.schemas import GAME_STATES, NOTATIONS

NAME_HELP = "Empty while names are hidden: the table says who."

PHASES = (
    ("ready", "the rack is out, the clock has not started"),
    ("running", "the clock runs"),
    ("paused", "the clock stands"),
    ("time", "time is up, late slips on their way still come in"),
    ("closed", "no slip is taken any more, the top is not announced yet"),
    ("announced", "the top is announced"),
)
SANCTIONS = (
    ("none", "no sanction"),
    ("warning", "a warning"),
    ("penalty", "points are taken off"),
    ("zero", "the round scores 0"),
)
SCREENS = (
    ("automatic", "the game, by itself"),
    ("board", "the board, large"),
    ("standings", "the standings"),
    ("race", "the race of ranks"),
    ("welcome", "the way in"),
    ("break", "a break"),
)


class Receipt(serializers.Serializer[Any]):
    """Proof that a slip is stored."""

    id = serializers.UUIDField(help_text="The id that the phone gave the slip.")
    round = serializers.IntegerField(help_text="Number of the round, from 1.")
    round_id = serializers.IntegerField(
        help_text="Key of the round: a round that is cancelled is drawn again with its number and another key.",
    )
    word = serializers.CharField(help_text="The word as it was sent; a small letter is a blank.")
    ref = serializers.CharField(help_text="The reference as it was sent, in the game's notation.")
    score = serializers.IntegerField(
        allow_null=True, help_text="Points that the slip states; null if it states none."
    )
    received_at = serializers.IntegerField(help_text="Milliseconds since 1970, the server's clock.")
    late = serializers.BooleanField(
        help_text="Whether it came after time. A late slip scores 0 and replaces nothing."
    )


class QuestionReceipt(serializers.Serializer[Any]):
    """Proof that a question is at the desk, with its answer once there is one."""

    id = serializers.UUIDField(help_text="The id that the phone gave the question.")
    round = serializers.IntegerField(help_text="Number of the round whose ruling is questioned.")
    text = serializers.CharField(help_text="The question in the player's words.")
    asked_at = serializers.IntegerField(help_text="Milliseconds since 1970, the server's clock.")
    answer = serializers.CharField(help_text="Empty until it is answered.")
    answered_at = serializers.IntegerField(
        allow_null=True, help_text="Milliseconds since 1970, the server's clock; null until it is answered."
    )


class PlacedTop(serializers.Serializer[Any]):
    """A move that scores as much as any in its round."""

    word = serializers.CharField(help_text="The whole word; a small letter is a blank.")
    ref = serializers.CharField(help_text="Where it begins and runs, in the game's notation.")
    score = serializers.IntegerField(help_text="Points, with the bonus.")


class SheetLine(serializers.Serializer[Any]):
    """An announced round on a player's own sheet."""

    number = serializers.IntegerField(help_text="Number of the round, from 1.")
    rack_text = serializers.CharField(
        help_text="The rack: left over + drawn; a leading - is a whole redraw, ? a blank."
    )
    word = serializers.CharField(
        help_text="The player's word; empty without a slip, or where the arbitrator keyed no word."
    )
    ref = serializers.CharField(help_text="The player's reference; empty as the word is.")
    says_top = serializers.BooleanField(
        help_text="Whether the arbitrator keyed that the slip has the top, without its word."
    )
    stated = serializers.IntegerField(
        allow_null=True, help_text="Points that the slip states; null if it states none."
    )
    score = serializers.IntegerField(
        help_text="Points that count for the player in this round, without solo and cost of warnings."
    )
    rank = serializers.IntegerField(help_text="Rank in the game after this round.")
    has_top = serializers.BooleanField(
        help_text="Whether the move was worth the top, whatever a penalty took off."
    )
    code = serializers.CharField(
        help_text="Verdict for programs, such as `no_slip`; docs/rules.md lists them."
    )
    verdict = serializers.CharField(
        help_text="Reason of the verdict in the player's language; empty if there is nothing to say."
    )
    rule = serializers.CharField(
        help_text="The rule that the reason comes from, in words; empty without a reason."
    )
    reason = serializers.CharField(
        help_text="Why an arbitrator ruled otherwise, in their own words; empty if none did."
    )
    sanction = serializers.ChoiceField(SANCTIONS, help_text="What the slip's faults brought.")
    sanction_text = serializers.CharField(
        help_text="The sanction and the warnings in the player's language; empty without any."
    )
    warnings = serializers.IntegerField(help_text="How many warnings count, beside a heavier sanction too.")
    warning_points = serializers.IntegerField(help_text="Points that warnings in this round cost.")
    solo = serializers.IntegerField(
        allow_null=True, help_text="Points for a solo, perhaps 0; null if the player had none."
    )
    late = serializers.BooleanField(help_text="Whether the slip came after time.")
    top = PlacedTop(help_text="The top of the round.")
    questions = QuestionReceipt(many=True, help_text="What the player asked, without what was taken back.")
    may_question = serializers.BooleanField(help_text="Whether a question about this round is taken now.")


class Sheet(serializers.Serializer[Any]):
    """A player's own sheet: announced rounds only, newest first, and the slip of the round in progress."""

    name = serializers.CharField(help_text="The player, or the pair as one name.")
    table = serializers.IntegerField(help_text="Table number, by which a player is known in the game.")
    entered = serializers.IntegerField(help_text="Number of the round from which the player plays.")
    withdrawn = serializers.BooleanField(help_text="Has dropped out: no slips are taken.")
    rank = serializers.IntegerField(
        allow_null=True, help_text="Rank in the game; null before a round is announced."
    )
    total = serializers.IntegerField(help_text="Points so far, with solos and without what warnings cost.")
    negative = serializers.IntegerField(
        help_text="Points missing to the sum of the tops: 0 or less, above 0 only by solos."
    )
    percent = serializers.FloatField(
        allow_null=True, help_text="The total in per cent of the sum of the tops; null while that is 0."
    )
    warnings = serializers.IntegerField(help_text="Warnings so far in this game.")
    free_warnings = serializers.IntegerField(
        allow_null=True, help_text="How many warnings cost nothing; null if no warning costs points."
    )
    warning_points = serializers.IntegerField(help_text="Points that warnings cost so far.")
    penalties = serializers.IntegerField(help_text="Rounds in which a penalty took points off.")
    solo_points = serializers.IntegerField(help_text="Points for solos so far.")
    slip = Receipt(
        allow_null=True,
        help_text="The slip of the round in progress that this phone sent and that counts; null if it sent "
        "none.",
    )
    rounds = SheetLine(many=True, help_text="Announced rounds, newest first.")


class PublicRound(serializers.Serializer[Any]):
    """A round whose rack is out."""

    id = serializers.IntegerField(
        help_text="Key of the round. A cancelled round is drawn again with its number and another key."
    )
    number = serializers.IntegerField(help_text="Number of the round, from 1.")
    phase = serializers.ChoiceField(PHASES, help_text="How far the round is.")
    rack = serializers.ListField(
        child=serializers.CharField(), help_text="The tiles, each as text; ? is a blank."
    )
    rack_text = serializers.CharField(help_text="The rack: left over + drawn; a leading - is a whole redraw.")
    closes_at = serializers.IntegerField(
        allow_null=True, help_text="When time is up, in milliseconds since 1970; null unless the clock runs."
    )
    remaining = serializers.IntegerField(
        allow_null=True, help_text="Milliseconds left, while the clock stands; otherwise null."
    )
    interrupted = serializers.BooleanField(
        help_text="The clock stands because the server could take no slips for a while."
    )
    seconds = serializers.IntegerField(help_text="Seconds that a round lasts by the rules.")
    calls = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Seconds left at each call, going down; empty if nothing is called.",
    )
    one_slip = serializers.BooleanField(help_text="One slip may be handed in: no other one takes its place.")
    score_stated = serializers.BooleanField(help_text="Slips say the score; otherwise none is taken.")
    score_needed = serializers.BooleanField(help_text="A slip without its score costs something.")


class RoundSolo(serializers.Serializer[Any]):
    """The one player with the best score of the round."""

    name = serializers.CharField(allow_blank=True, help_text=NAME_HELP)
    table = serializers.IntegerField(help_text="Table number, by which a player is known in the game.")
    points = serializers.IntegerField(help_text="Points for the solo, perhaps 0.")


class Finder(serializers.Serializer[Any]):
    """Somebody who found the best of a round."""

    name = serializers.CharField(allow_blank=True, help_text=NAME_HELP)
    table = serializers.IntegerField(help_text="Table number.")


class BestFind(serializers.Serializer[Any]):
    """The best that anybody found in a round, before penalties."""

    score = serializers.IntegerField(help_text="What it is worth.")
    count = serializers.IntegerField(help_text="How many found as much.")
    by = Finder(many=True, help_text="They, if they are three or fewer; otherwise empty.")


class LastTop(PlacedTop):
    """The last announced round and the move that was placed on the board."""

    top = PlacedTop(
        allow_null=True, help_text="The top, if the arbitrator has placed another move; otherwise null."
    )
    number = serializers.IntegerField(help_text="Number of the round.")
    isotops = serializers.IntegerField(help_text="How many moves score as much as the top, itself included.")
    rack_text = serializers.CharField(
        help_text="The rack of the round: left over + drawn; a leading - is a whole redraw."
    )
    solo = RoundSolo(
        allow_null=True, help_text="The only player with the best score of the round; null if there is none."
    )
    best_find = BestFind(allow_null=True, help_text="The best that was found; null if nobody scored.")


class Leader(serializers.Serializer[Any]):
    """A line of the standings of a game."""

    rank = serializers.IntegerField(help_text="Rank among all; equals share it.")
    name = serializers.CharField(allow_blank=True, help_text=NAME_HELP)
    table = serializers.IntegerField(help_text="Table number, by which a player is known in the game.")
    total = serializers.IntegerField(help_text="Points so far, with solos and without what warnings cost.")
    negative = serializers.IntegerField(
        help_text="Points missing to the sum of the tops: 0 or less, above 0 only by solos."
    )
    percent = serializers.FloatField(
        allow_null=True, help_text="The total in per cent of the sum of the tops; null while that is 0."
    )
    solo_points = serializers.IntegerField(help_text="Points for solos so far.")
    warning_points = serializers.IntegerField(help_text="Points that warnings cost so far.")
    withdrawn = serializers.BooleanField(help_text="Whether they have dropped out; they keep their points.")
    climbed = serializers.IntegerField(help_text="Ranks gained in the last round; below 0 if lost.")


class NextGame(serializers.Serializer[Any]):
    """The next game of the event."""

    code = serializers.CharField(help_text="Code of the game.")
    name = serializers.CharField(help_text="Name of the game.")


class ScreenSetting(serializers.Serializer[Any]):
    """A setting of the big screens that the desk has made."""

    room = serializers.IntegerField(allow_null=True, help_text="Key of a room; null for all other screens.")
    mode = serializers.ChoiceField(SCREENS, help_text="What the screens show.")
    until = serializers.IntegerField(
        allow_null=True, help_text="When a break ends, in milliseconds since 1970; null if nothing is said."
    )


class FrameSchema(serializers.Serializer[Any]):
    """The public state of a game, as the live stream sends it too (the *frame*)."""

    version = serializers.IntegerField(
        help_text="Grows with every change of the game; it is the answer's ETag."
    )
    state = serializers.ChoiceField(GAME_STATES, help_text="Whether the game goes on.")
    end_reason = serializers.CharField(
        help_text="Why the game ended: `all_tiles_played`, `no_vowels`, `no_consonants`, `no_valid_rack`, "
        "`no_move`, `rounds_played` or `arbitrator`; empty while it goes on.",
    )
    code = serializers.CharField(help_text="Code of the game, by which it is asked for.")
    name = serializers.CharField(help_text="Name of the game.")
    next_game = NextGame(
        allow_null=True, help_text="The next game of the event, once this one is over; null if there is none."
    )
    public_page = serializers.CharField(
        allow_null=True,
        help_text="Path of the page where everybody may look at the game, once it is over and its event shows "
        "it; otherwise null.",
    )
    recap = serializers.CharField(
        allow_null=True,
        help_text="Path of the page where each player looks back at the game, once it is over and its "
        "standings are released; otherwise null. The page takes the player's token.",
    )
    notation = serializers.ChoiceField(NOTATIONS, help_text="How references name squares.")
    players = serializers.IntegerField(
        help_text="Number of players and pairs, without those who have dropped out."
    )
    ranked = serializers.IntegerField(
        help_text="Number of players and pairs who were there, with those who dropped out later: they have ranks too."
    )
    withdrawn = serializers.ListField(
        child=serializers.IntegerField(), help_text="Table numbers of those who have dropped out."
    )
    values = serializers.DictField(
        child=serializers.IntegerField(), help_text="Points of each tile by its text; ? is the blank."
    )
    board = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(allow_blank=True)),
        help_text="15 rows of 15 squares from the top left: the tile as text, a small letter for a blank, "
        "empty for an empty square.",
    )
    round = PublicRound(
        allow_null=True,
        help_text="The round whose rack is out, the last one once it is announced; null before the first.",
    )
    screens = ScreenSetting(
        many=True,
        help_text="What the desk shows on big screens; empty if they follow the game by themselves.",
    )
    speaks = serializers.BooleanField(help_text="Whether big screens speak the announcements.")
    cancelled = serializers.IntegerField(
        allow_null=True,
        help_text="Number of the round that was cancelled, until its new rack is out; otherwise null.",
    )
    corrections = serializers.IntegerField(
        help_text="How often what is known of announced rounds has been changed since the last announcement."
    )
    last = LastTop(allow_null=True, help_text="The last announced round; null before the first.")
    leaders = Leader(many=True, help_text="The first ten of the standings.")
    top_total = serializers.IntegerField(help_text="Sum of the tops of all announced rounds, in points.")
    rounds = serializers.IntegerField(help_text="Number of announced rounds.")
