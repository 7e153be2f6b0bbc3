"""Divisions of an event, with their settings, and who plays in them."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.rules.setting_kinds import Numbers, Whole
from tournaments.classic.pairing import method_choices
from tournaments.classic.pairing.methods.round_robin import MOST_CYCLES
from tournaments.classic.rating import system_choices
from tournaments.described_settings.setting_columns import choice, flag, setting, whole

NAME_LENGTH = 80
REASON_LENGTH = 200
MOST_ROUNDS = 60
# Above it, a table's number is stored while tables are swapped.
MOST_TABLE = 1_000_000
MOST_PRIZE_PLACES = 100
# As many digits as files of other programs have.
MOST_SPREAD = 9_999
FEWEST_OF_GROUP, MOST_OF_GROUP = 3, 100
TURN_SECONDS = (10, 3600)
# The groups of settings in a division's form, in the order in which a director thinks of them.
PLAYERS = pgettext_lazy("match", "Players and rounds")
PAIRING = _("How rounds are paired")
MATCHES = _("How matches are played")
CLOCK = pgettext_lazy("settings of a match", "Clock")
STANDINGS = _("Standings, prizes and ratings")
METHODS = _("Details of pairing methods")


class Division(models.Model):
    """The players of an event who are paired with each other; nobody is in two divisions.

    `method` pairs the next round (`tournaments.classic.pairing`), which may be done without the results of
    the last `rounds_ahead` rounds. The fields from `opponents` to `legs` are settings of single methods. Wins
    rank before the tie-breaks. The first `prize_places` have a prize; `gibson` says whether those who are
    certain of one meet nobody in contention. `spread_caps` has the most spread that counts of one match, by round:
    the last one holds for all later rounds; without any all spread counts. If `leavers_unranked`, those who left have
    no rank from the round after. Times are in minutes or seconds, penalties in points.
    `tournaments.classic.scores.match_rules` has the fields that are rules of a match. `seed` is the seed of every draw
    by lot in the division.

    A setting is described where its column is, and nowhere else (`tournaments.described_settings.setting_columns`).
    """

    class Challenge(models.TextChoices):
        VOID = "void", _("void: only words of the lexicon can be played")
        SINGLE = "single", _("single: the challenger loses nothing")
        DOUBLE = "double", _("double: the challenger loses a turn")
        FIVE = "5", _("5 points")
        TEN = "10", _("10 points")

    class PointsFor(models.TextChoices):
        WORD = "word", _("for each word challenged")
        PLAY = "play", _("for the play")

    class PointsGo(models.TextChoices):
        LOST = "lost", _("the challenger loses them")
        GAINED = "gained", _("the player who was challenged gains them")

    class FinalAdjustment(models.TextChoices):
        EACH = "each", _("everyone loses the tiles left, and who went out gains those of the others")
        DOUBLE = "double", _("who went out gains the tiles of the others twice, and the others lose nothing")

    class TieBreak(models.TextChoices):
        SPREAD = "spread", _("spread")
        UNCAPPED_SPREAD = "uncapped_spread", _("spread without a cap")
        POINTS = "points", _("points scored")
        OPPONENTS_WINS = "opponents_wins", _("wins of the opponents (Buchholz)")
        OPPONENTS_WINS_BUT_LEAST = "opponents_wins_but_least", _("the same without the least of them")
        BEATEN_OPPONENTS_WINS = "beaten_opponents_wins", _("wins of those who were beaten (Sonneborn-Berger)")
        HEAD_TO_HEAD = "head_to_head", _("wins against each other")
        HEAD_TO_HEAD_SPREAD = "head_to_head_spread", _("spread against each other")
        HIGH_GAME = "high_game", _("best score of a match")

    class Opponents(models.TextChoices):
        HALVES = "halves", _("upper half against lower half: 1–5, 2–6 … of eight")
        FOLD = "fold", _("first against last: 1–8, 2–7 … of eight")
        NEIGHBOURS = "neighbours", _("neighbours: 1–2, 3–4 …")

    class Groups(models.TextChoices):
        """The order that is cut into the groups of a round robin."""

        NUMBER = "number", _("by number: the strongest in the first group")
        RANK = "rank", _("by rank: the best so far in the first group")
        MIXED = "mixed", _("mixed by number: one of each strength in every group")

    class Missed(models.TextChoices):
        """The result of a round in which somebody is in no match."""

        NOTHING = "nothing", _("nothing")
        LOSS = "loss", _("a loss, with the spread of a forfeit")
        BYE = "bye", _("a bye")

    class Quarters(models.TextChoices):
        """The quarter that meets the first one, round by round; the other two meet each other."""

        Q324 = "324", _("1–3 and 2–4, then 1–2 and 3–4, then 1–4 and 2–3")
        Q342 = "342", _("1–3 and 2–4, then 1–4 and 2–3, then 1–2 and 3–4")
        Q234 = "234", _("1–2 and 3–4, then 1–3 and 2–4, then 1–4 and 2–3")
        Q243 = "243", _("1–2 and 3–4, then 1–4 and 2–3, then 1–3 and 2–4")
        Q423 = "423", _("1–4 and 2–3, then 1–2 and 3–4, then 1–3 and 2–4")
        Q432 = "432", _("1–4 and 2–3, then 1–3 and 2–4, then 1–2 and 3–4")

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="divisions")
    name = setting(models.CharField(max_length=NAME_LENGTH), _("Name of the division"), group=PLAYERS)
    rounds_planned = whole(7, (1, MOST_ROUNDS), pgettext_lazy("match", "Rounds"))
    lexicon = setting(
        models.ForeignKey("tournaments.Lexicon", on_delete=models.PROTECT, related_name="+"), _("Lexicon")
    )
    first_table = setting(
        models.PositiveIntegerField(default=1, db_default=1),
        _("First table"),
        _("Tables are numbered from this one; a round can have its own first table."),
        Whole(1, MOST_TABLE),
    )
    missed_late = choice(
        Missed.NOTHING,
        7,
        _("Rounds missed before arrival"),
        _("For each round missed by a latecomer or a returning player."),
        late=True,
    )
    missed_left = choice(Missed.NOTHING, 7, _("Rounds missed after leaving"), late=True)
    method = setting(
        models.CharField(max_length=20, choices=method_choices, default="swiss"),
        _("Pairings"),
        _("The default method; each round can use another."),
        group=PAIRING,
    )
    rounds_ahead = whole(
        0,
        (0, MOST_ROUNDS),
        _("Paired ahead of results"),
        _("How many rounds may still lack results when the next round is paired."),
    )
    apart_teams = flag(
        _("Keep teams apart"), _("Swiss: unless it costs a rematch. You are asked when pairing by hand.")
    )
    apart_clubs = flag(
        _("Keep clubs apart"), _("Swiss: unless it costs a rematch. You are asked when pairing by hand.")
    )
    challenge = choice(Challenge.DOUBLE, 6, _("Challenges"), group=MATCHES)
    challenge_points_for = choice(PointsFor.WORD, 4, _("Points of a challenge are"), late=True)
    challenge_points_go = choice(
        PointsGo.LOST,
        6,
        _("Points of a challenge go"),
        _("Where a challenge that fails costs points."),
        late=True,
    )
    final_adjustment = choice(FinalAdjustment.EACH, 6, _("Tiles left at the end"), late=True)
    passes_each = whole(2, (1, 10), _("Passes per player that end a match"), late=True)
    scoreless_turns = setting(
        models.PositiveSmallIntegerField(null=True, blank=True),
        _("Turns without a score that end a match"),
        _("In succession, by both players together. Empty: only passes end it."),
        Whole(2, 100, optional=True),
    )
    exchange_minimum = whole(7, (0, 7), _("Tiles in the bag for an exchange"))
    clock_minutes = whole(25, (1, 180), _("Minutes per player"), group=CLOCK)
    overtime_points = whole(10, (0, 100), _("Points per minute of overtime"))
    turn_seconds = setting(
        models.PositiveSmallIntegerField(null=True, blank=True),
        _("Seconds per turn"),
        _("Empty for no limit."),
        Whole(*TURN_SECONDS, optional=True),
    )
    clocks_given = flag(
        _("Clocks with each round"),
        _("Every match gets a clock when its round begins; the links for the tables can then be printed."),
    )
    tie_break = choice(
        TieBreak.SPREAD, 24, _("Tie-break"), _("Ranks players with equal wins."), group=STANDINGS
    )
    second_tie_break = setting(
        models.CharField(max_length=24, choices=TieBreak, blank=True), _("Second tie-break")
    )
    third_tie_break = setting(
        models.CharField(max_length=24, choices=TieBreak, blank=True), _("Third tie-break")
    )
    spread_caps = setting(
        models.JSONField(default=list, db_default=[], blank=True),
        _("Maximum spread per match"),
        _(
            "Any more does not count in the standings; empty for no limit. Several, such as “200, 700”, are those "
            "of rounds 1, 2 and so on; the last one is that of all later rounds."
        ),
        Numbers(MOST_SPREAD),
    )
    bye_spread = whole(50, (0, MOST_SPREAD), _("Spread of a bye"))
    forfeit_spread = whole(50, (0, MOST_SPREAD), _("Spread of a forfeit"))
    leavers_unranked = flag(
        _("No rank for players who left"),
        _("From the round after they left they are listed last, and win no prize by rank."),
        late=True,
    )
    prize_places = whole(
        1,
        (1, MOST_PRIZE_PLACES),
        _("Prize places"),
        _("For these places players are in contention: contenders, COP and the Gibson rule."),
        late=True,
    )
    rating_system = setting(
        models.CharField(max_length=20, choices=system_choices, default="elo", db_default="elo"),
        _("Rating system"),
        _(
            "How new ratings are calculated; the ratings page explains it. ABSP publishes no weights of older "
            "games: here they are a guess."
        ),
    )
    opponents = choice(
        Opponents.HALVES, 10, _("Swiss: opponents"), _("Among players with equal wins."), group=METHODS
    )
    hill_rematches = flag(
        _("King of the hill: allow rematches"),
        _("Otherwise the nearest opponents who have not met."),
        default=True,
    )
    gibson = flag(
        _("Gibson rule"),
        _(
            "Players certain of a prize place do not meet anyone who can still win one. For Swiss, king "
            "of the hill and Australian draw; contenders and COP always apply it."
        ),
        late=True,
    )
    quarters = choice(
        Quarters.Q324,
        3,
        _("Quartiles: order of quarters"),
        _("Round by round, then again from the beginning."),
    )
    cycles = whole(
        1,
        (1, MOST_CYCLES),
        _("Round robin: number of cycles"),
        _("Two cycles need twice the rounds, with first moves swapped."),
    )
    group_size = setting(
        models.PositiveSmallIntegerField(null=True, blank=True),
        _("Round robin: players of a group"),
        _("Empty: everybody plays everybody. Groups are as close to this size as possible."),
        Whole(FEWEST_OF_GROUP, MOST_OF_GROUP, optional=True),
    )
    groups_by = choice(Groups.NUMBER, 6, _("Round robin: groups"), late=True)
    legs = whole(
        1,
        (1, MOST_ROUNDS),
        _("Teams: rounds against each other"),
        _("As many as a team has players let all of both teams meet."),
    )
    # A former setting, which code of 0.1.0 asks for. Nothing else does: a later release drops it.
    balance_first = models.BooleanField(default=False, db_default=False, editable=False)
    # Not used: code of 0.1.0 reads the column, which a later release drops.
    spread_cap = models.PositiveSmallIntegerField(_("most spread a match"), null=True, blank=True)
    one_prize_each = models.BooleanField(_("nobody gets two prizes"), default=False)
    seed = models.CharField(max_length=40, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="division_name_once")]

    def __str__(self) -> str:
        return self.name


class DivisionEntry(models.Model):
    """An entry in its one division. It plays from `first_round` on; `last_round` is set once it drops out.

    `number` is its place in the division's list, the strongest first; `rating` is its rating when the event
    began. `turn_seconds`, a limit a turn of its own, is its handicap. A player who cannot move has a `fixed_table`.
    """

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="entries")
    entry = models.OneToOneField("tournaments.Entry", on_delete=models.PROTECT, related_name="in_division")
    number = models.PositiveSmallIntegerField(_("number"))
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    first_round = models.PositiveSmallIntegerField(_("first round"), default=1)
    last_round = models.PositiveSmallIntegerField(_("last round"), null=True, blank=True)
    turn_seconds = models.PositiveSmallIntegerField(_("seconds a turn"), null=True, blank=True)
    fixed_table = models.PositiveIntegerField(_("fixed table"), null=True, blank=True)

    class Meta:
        verbose_name = _("entry of a division")
        verbose_name_plural = _("entries of a division")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="division_number_once"),
            models.UniqueConstraint(fields=["division", "fixed_table"], name="division_fixed_table_once"),
        ]

    def __str__(self) -> str:
        return str(self.number)
