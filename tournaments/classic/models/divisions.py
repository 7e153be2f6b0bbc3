"""Classic tournaments: divisions of an event, their rounds and matches, and the reports and results."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.rules.settings import Numbers, Whole
from tournaments.classic.pairing import method_choices
from tournaments.classic.pairing.methods.round_robin import MOST_CYCLES
from tournaments.classic.rating import system_choices
from tournaments.core.setting_columns import setting

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
    `tournaments.classic.core.match_rules` has the fields that are rules of a match. `seed` is the seed of every draw
    by lot in the division.

    A setting is described where its column is, and nowhere else (`tournaments.core.setting_columns`).
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
    name = setting(PLAYERS, models.CharField(max_length=NAME_LENGTH), _("Name of the division"))
    rounds_planned = setting(
        PLAYERS,
        models.PositiveSmallIntegerField(default=7),
        pgettext_lazy("match", "Rounds"),
        kind=Whole(1, MOST_ROUNDS),
    )
    lexicon = setting(
        PLAYERS,
        models.ForeignKey("tournaments.Lexicon", on_delete=models.PROTECT, related_name="+"),
        _("Lexicon"),
    )
    first_table = setting(
        PLAYERS,
        models.PositiveIntegerField(default=1, db_default=1),
        _("First table"),
        _("Tables are numbered from this one; a round can have its own first table."),
        Whole(1, MOST_TABLE),
    )
    missed_late = setting(
        PLAYERS,
        models.CharField(max_length=7, choices=Missed, default=Missed.NOTHING, db_default=Missed.NOTHING),
        _("Rounds missed before arrival"),
        _("For each round missed by a latecomer or a returning player."),
    )
    missed_left = setting(
        PLAYERS,
        models.CharField(max_length=7, choices=Missed, default=Missed.NOTHING, db_default=Missed.NOTHING),
        _("Rounds missed after leaving"),
    )
    method = setting(
        PAIRING,
        models.CharField(max_length=20, choices=method_choices, default="swiss"),
        _("Pairings"),
        _("The default method; each round can use another."),
    )
    rounds_ahead = setting(
        PAIRING,
        models.PositiveSmallIntegerField(default=0),
        _("Paired ahead of results"),
        _("How many rounds may still lack results when the next round is paired."),
        Whole(0, MOST_ROUNDS),
    )
    apart_teams = setting(
        PAIRING,
        models.BooleanField(default=False),
        _("Keep teams apart"),
        _("Swiss: unless it costs a rematch. You are asked when pairing by hand."),
    )
    apart_clubs = setting(
        PAIRING,
        models.BooleanField(default=False),
        _("Keep clubs apart"),
        _("Swiss: unless it costs a rematch. You are asked when pairing by hand."),
    )
    challenge = setting(
        MATCHES,
        models.CharField(max_length=6, choices=Challenge, default=Challenge.DOUBLE),
        _("Challenges"),
    )
    challenge_points_for = setting(
        MATCHES,
        models.CharField(max_length=4, choices=PointsFor, default=PointsFor.WORD, db_default=PointsFor.WORD),
        _("Points of a challenge are"),
    )
    challenge_points_go = setting(
        MATCHES,
        models.CharField(max_length=6, choices=PointsGo, default=PointsGo.LOST, db_default=PointsGo.LOST),
        _("Points of a challenge go"),
        _("Where a challenge that fails costs points."),
    )
    final_adjustment = setting(
        MATCHES,
        models.CharField(
            max_length=6,
            choices=FinalAdjustment,
            default=FinalAdjustment.EACH,
            db_default=FinalAdjustment.EACH,
        ),
        _("Tiles left at the end"),
    )
    passes_each = setting(
        MATCHES,
        models.PositiveSmallIntegerField(default=2, db_default=2),
        _("Passes per player that end a match"),
        kind=Whole(1, 10),
    )
    scoreless_turns = setting(
        MATCHES,
        models.PositiveSmallIntegerField(null=True, blank=True),
        _("Turns without a score that end a match"),
        _("In succession, by both players together. Empty: only passes end it."),
        Whole(2, 100, optional=True),
    )
    exchange_minimum = setting(
        MATCHES,
        models.PositiveSmallIntegerField(default=7),
        _("Tiles in the bag for an exchange"),
        kind=Whole(0, 7),
    )
    clock_minutes = setting(
        CLOCK, models.PositiveSmallIntegerField(default=25), _("Minutes per player"), kind=Whole(1, 180)
    )
    overtime_points = setting(
        CLOCK,
        models.PositiveSmallIntegerField(default=10),
        _("Points per minute of overtime"),
        kind=Whole(0, 100),
    )
    turn_seconds = setting(
        CLOCK,
        models.PositiveSmallIntegerField(null=True, blank=True),
        _("Seconds per turn"),
        _("Empty for no limit."),
        Whole(*TURN_SECONDS, optional=True),
    )
    clocks_given = setting(
        CLOCK,
        models.BooleanField(default=False),
        _("Clocks with each round"),
        _("Every match gets a clock when its round begins; the links for the tables can then be printed."),
    )
    tie_break = setting(
        STANDINGS,
        models.CharField(max_length=24, choices=TieBreak, default=TieBreak.SPREAD),
        _("Tie-break"),
        _("Ranks players with equal wins."),
    )
    second_tie_break = setting(
        STANDINGS, models.CharField(max_length=24, choices=TieBreak, blank=True), _("Second tie-break")
    )
    third_tie_break = setting(
        STANDINGS, models.CharField(max_length=24, choices=TieBreak, blank=True), _("Third tie-break")
    )
    spread_caps = setting(
        STANDINGS,
        models.JSONField(default=list, db_default=[], blank=True),
        _("Maximum spread per match"),
        _(
            "Any more does not count in the standings; empty for no limit. Several, such as “200, 700”, are those "
            "of rounds 1, 2 and so on; the last one is that of all later rounds."
        ),
        Numbers(MOST_SPREAD),
    )
    bye_spread = setting(
        STANDINGS,
        models.PositiveSmallIntegerField(default=50),
        _("Spread of a bye"),
        kind=Whole(0, MOST_SPREAD),
    )
    forfeit_spread = setting(
        STANDINGS,
        models.PositiveSmallIntegerField(default=50),
        _("Spread of a forfeit"),
        kind=Whole(0, MOST_SPREAD),
    )
    leavers_unranked = setting(
        STANDINGS,
        models.BooleanField(default=False, db_default=False),
        _("No rank for players who left"),
        _("From the round after they left they are listed last, and win no prize by rank."),
    )
    prize_places = setting(
        STANDINGS,
        models.PositiveSmallIntegerField(default=1, db_default=1),
        _("Prize places"),
        _("For these places players are in contention: contenders, COP and the Gibson rule."),
        Whole(1, MOST_PRIZE_PLACES),
    )
    rating_system = setting(
        STANDINGS,
        models.CharField(max_length=20, choices=system_choices, default="elo", db_default="elo"),
        _("Rating system"),
        _(
            "How new ratings are calculated; the ratings page explains it. ABSP publishes no weights of older "
            "games: here they are a guess."
        ),
    )
    opponents = setting(
        METHODS,
        models.CharField(max_length=10, choices=Opponents, default=Opponents.HALVES),
        _("Swiss: opponents"),
        _("Among players with equal wins."),
    )
    hill_rematches = setting(
        METHODS,
        models.BooleanField(default=True),
        _("King of the hill: allow rematches"),
        _("Otherwise the nearest opponents who have not met."),
    )
    gibson = setting(
        METHODS,
        models.BooleanField(default=False, db_default=False),
        _("Gibson rule"),
        _(
            "Players certain of a prize place do not meet anyone who can still win one. For Swiss, king "
            "of the hill and Australian draw; contenders and COP always apply it."
        ),
    )
    quarters = setting(
        METHODS,
        models.CharField(max_length=3, choices=Quarters, default=Quarters.Q324),
        _("Quartiles: order of quarters"),
        _("Round by round, then again from the beginning."),
    )
    cycles = setting(
        METHODS,
        models.PositiveSmallIntegerField(default=1),
        _("Round robin: number of cycles"),
        _("Two cycles need twice the rounds, with first moves swapped."),
        Whole(1, MOST_CYCLES),
    )
    group_size = setting(
        METHODS,
        models.PositiveSmallIntegerField(null=True, blank=True),
        _("Round robin: players of a group"),
        _("Empty: everybody plays everybody. Groups are as close to this size as possible."),
        Whole(FEWEST_OF_GROUP, MOST_OF_GROUP, optional=True),
    )
    groups_by = setting(
        METHODS,
        models.CharField(max_length=6, choices=Groups, default=Groups.NUMBER, db_default=Groups.NUMBER),
        _("Round robin: groups"),
    )
    legs = setting(
        METHODS,
        models.PositiveSmallIntegerField(default=1),
        _("Teams: rounds against each other"),
        _("As many as a team has players let all of both teams meet."),
        Whole(1, MOST_ROUNDS),
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


class DivisionRound(models.Model):
    """A round of a division, as it was paired; it can be paired again until it has begun.

    Its tables are numbered from `first_table` on, or else from the division's.
    """

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(pgettext_lazy("match", "round"))
    method = models.CharField(_("pairings"), max_length=20)
    paired_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    paired_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True)
    first_table = models.PositiveIntegerField(_("first table"), null=True, blank=True)

    class Meta:
        verbose_name = _("round of a division")
        verbose_name_plural = _("rounds of a division")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="division_round_once")]

    def __str__(self) -> str:
        return str(self.number)


class Match(models.Model):
    """Two who meet in a round, of whom `first` goes first; a bye is a match without a second.

    `reasons` say why they meet: pairs of a code and its values, as `tournaments.classic.pairing` gave them.
    `group` is theirs in a round robin in groups.
    """

    round = models.ForeignKey(DivisionRound, on_delete=models.PROTECT, related_name="matches")
    table = models.PositiveIntegerField(_("table"), null=True)
    first = models.ForeignKey(DivisionEntry, on_delete=models.PROTECT, related_name="matches_first")
    second = models.ForeignKey(
        DivisionEntry, on_delete=models.PROTECT, related_name="matches_second", null=True
    )
    reasons = models.JSONField(default=list)
    group = models.PositiveSmallIntegerField(_("group"), null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="match_own_table"),
            models.UniqueConstraint(fields=["round", "first"], name="match_first_once_a_round"),
            models.UniqueConstraint(fields=["round", "second"], name="match_second_once_a_round"),
            models.CheckConstraint(
                condition=Q(second__isnull=True) | ~Q(first=F("second")), name="match_of_two"
            ),
            models.CheckConstraint(
                condition=Q(second__isnull=True, table__isnull=True)
                | Q(second__isnull=False, table__isnull=False),
                name="match_bye_without_table",
            ),
        ]

    def __str__(self) -> str:
        return str(self.table or "")

    @property
    def is_bye(self) -> bool:
        return self.second_id is None


class MatchResult(models.Model):
    """A result of a match: the highest `version` holds, earlier ones stay as history; one taken back gives no
    result.

    Scores are final: overtime, stored beside them in points, is already deducted. `by` is the director who
    entered it, None if both phones agreed. A result with `undoes` takes that version back, and repeats the
    one that held before it. `claimed` says that one of the phones that agreed was linked by a name alone.
    """

    class Outcome(models.TextChoices):
        PLAYED = "played", _("played")
        FIRST_FORFEITS = "first_forfeits", _("the first forfeits")
        SECOND_FORFEITS = "second_forfeits", _("the second forfeits")
        BOTH_FORFEIT = "both_forfeit", _("both forfeit")
        TAKEN_BACK = "taken_back", _("taken back")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="results")
    version = models.PositiveSmallIntegerField(_("version"))
    undoes = models.PositiveSmallIntegerField(_("takes back"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=15, choices=Outcome, default=Outcome.PLAYED)
    first_score = models.IntegerField(_("score of the first"), default=0)
    second_score = models.IntegerField(_("score of the second"), default=0)
    first_overtime = models.PositiveSmallIntegerField(_("overtime of the first"), default=0)
    second_overtime = models.PositiveSmallIntegerField(_("overtime of the second"), default=0)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    claimed = models.BooleanField(default=False, editable=False)
    reason = models.CharField(_("why"), max_length=REASON_LENGTH, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("result of a match")
        verbose_name_plural = _("results of matches")
        ordering = ["version"]
        constraints = [models.UniqueConstraint(fields=["match", "version"], name="match_result_version_once")]

    def __str__(self) -> str:
        return f"{self.first_score}:{self.second_score}"


class MatchReport(models.Model):
    """A player's report of the own match; only added. The last one of each player counts, until they agree.

    The phone makes `key`, so that a report sent twice counts once.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="reports")
    reporter = models.ForeignKey(DivisionEntry, on_delete=models.PROTECT, related_name="reports")
    key = models.UUIDField(unique=True)
    first_score = models.IntegerField(_("score of the first"))
    second_score = models.IntegerField(_("score of the second"))
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("report of a match")
        verbose_name_plural = _("reports of matches")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.first_score}:{self.second_score}"

    @property
    def said(self) -> tuple[int, int]:
        return self.first_score, self.second_score
