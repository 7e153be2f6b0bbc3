"""Duplicate games as rows: games, rounds, slips, rulings and the log.

Slips, rulings and log entries are only ever added. What must never happen is forbidden here first, by
constraints: two rounds in progress, two effective slips of one player, a round announced without its time.
"""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import duplicate.analysis_models
import duplicate.room_ready_models
import duplicate.sample_models
import duplicate.screen_models
import duplicate.simultaneous_models
import duplicate.training_models  # noqa: F401 - tables of this app
from duplicate.prepared_models import PreparedGame
from engine.rules import RuleSet
from engine.tiles import TileSet, load_tile_set
from tournaments import names
from tournaments.models import Entry, Event


class ClubRules(models.Model):
    """A rule set that the club made its own. Games keep the text that they started with."""

    name = models.CharField(_("name"), max_length=40, unique=True)
    preset = models.CharField(_("copied from"), max_length=40, editable=False)
    rules = models.TextField(_("rules"), help_text=_("The rule set, as text."))
    changed_at = models.DateTimeField(_("changed"), default=timezone.now, editable=False)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, editable=False
    )

    class Meta:
        verbose_name = _("club's rules")
        verbose_name_plural = _("clubs' rules")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def rule_set(self) -> RuleSet:
        return _rule_set(self.rules)


class Game(models.Model):
    """One duplicate game of an event, its `number` there. `version` grows with every change that screens show."""

    class State(models.TextChoices):
        PLAYING = "playing", _("in progress")
        FINISHED = "finished", _("finished")

    class Notation(models.TextChoices):
        DUPLICATE = "duplicate", _("rows A–O, columns 1–15 (H8 across, 8H down)")
        ENGLISH = "english", _("columns A–O, rows 1–15 (8H across, H8 down)")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(_("number in the event"), default=1, editable=False)
    code = models.CharField(_("game code"), max_length=8, unique=True)
    name = models.CharField(_("name"), max_length=80)
    lexicon = models.CharField(_("lexicon"), max_length=40)
    tile_set = models.CharField(_("tile set"), max_length=20)
    notation = models.CharField(_("references"), max_length=10, choices=Notation)
    rules = models.TextField(_("rules"), help_text=_("The rule set the game started with, as text."))
    club_rules = models.ForeignKey(
        ClubRules, on_delete=models.SET_NULL, related_name="games", null=True, blank=True
    )
    prepared = models.ForeignKey(
        PreparedGame, on_delete=models.PROTECT, related_name="games", null=True, blank=True
    )
    double_arbitration = models.BooleanField(
        _("double arbitration"),
        default=False,
        help_text=_("Every paper slip is keyed by two arbitrators; the chief settles what differs."),
    )
    names_hidden = models.BooleanField(
        _("names hidden"),
        default=False,
        help_text=_("Arbitrators see table numbers only; the chief sees names."),
    )
    seed = models.CharField(max_length=32, editable=False)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLAYING)
    end_reason = models.CharField(_("why it ended"), max_length=30, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="game_number_once_an_event"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @staticmethod
    def played_rounds() -> models.Count:
        """How many rounds are announced, for a query of games."""
        return models.Count("rounds", filter=Q(rounds__state="announced"), distinct=True)

    @property
    def tiles(self) -> TileSet:
        return load_tile_set(self.tile_set)

    @property
    def rule_set(self) -> RuleSet:
        return _rule_set(self.rules)


@lru_cache
def _rule_set(text: str) -> RuleSet:
    """Rule sets never change, and every reader of a game asks for its own several times."""
    return RuleSet.from_toml(text)


class RoundQuerySet(models.QuerySet["Round"]):
    """A cancelled round stays on record, and has no part in the game: ask for one of these."""

    def standing(self) -> Self:
        return self.exclude(state=Round.State.CANCELLED)

    def announced(self) -> Self:
        return self.filter(state=Round.State.ANNOUNCED)

    def in_progress(self) -> Self:
        """The one round that is drawn, open or closed, if there is one."""
        return self.exclude(state__in=Round.OVER)


class Round(models.Model):
    """One rack, its clock, and in the end the move put on the board.

    While the round is open, `closes_at` says when the time is up if the clock runs; otherwise `remaining_ms`
    says what is left on it. `top_score` and `tops` are the engine's, secret until the round is announced.
    """

    class State(models.TextChoices):
        DRAWN = "drawn", _("drawn")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")
        ANNOUNCED = "announced", _("announced")
        CANCELLED = "cancelled", _("cancelled")

    OVER = (State.ANNOUNCED, State.CANCELLED)

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    rack = models.CharField(_("rack"), max_length=60)
    attempt = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text="Which draw of this round's seed; empty for a typed rack.",
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAWN)
    started_at = models.DateTimeField(null=True, blank=True, editable=False)
    closes_at = models.DateTimeField(_("time is up at"), null=True, blank=True, editable=False)
    remaining_ms = models.PositiveIntegerField(null=True, blank=True, editable=False)
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)
    top_score = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    tops = models.JSONField(null=True, blank=True, editable=False)
    word = models.CharField(_("placed word"), max_length=40, blank=True)
    reference = models.CharField(_("reference"), max_length=4, blank=True)
    score = models.PositiveSmallIntegerField(_("score"), null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"], condition=~Q(state="cancelled"), name="round_number_once"
            ),
            models.UniqueConstraint(
                fields=["game"],
                condition=~Q(state__in=("announced", "cancelled")),
                name="round_one_in_progress",
            ),
            models.CheckConstraint(
                condition=Q(state="announced", announced_at__isnull=False, score__isnull=False)
                | (~Q(state="announced") & Q(announced_at__isnull=True, score__isnull=True)),
                name="round_announced_with_its_move",
            ),
            models.CheckConstraint(
                condition=~Q(state="open")
                | Q(closes_at__isnull=True, remaining_ms__isnull=False)
                | Q(closes_at__isnull=False, remaining_ms__isnull=True),
                name="round_clock_runs_or_stands",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game.code} {self.number}"

    def deadline(self, rules: RuleSet) -> datetime | None:
        """The last moment at which a slip is in time; None while the clock stands."""
        return self.closes_at and self.closes_at + timedelta(seconds=rules.time.grace_seconds)


class AtTable(models.Model):
    """What belongs to an entry in a game; select `entry` where `seats.seated` is asked for its table."""

    class Meta:
        abstract = True

    def _sit(self, table: int) -> None:
        self.entry.seat = table  # type: ignore[attr-defined] # a field of those that are this

    seat = property(None, _sit, doc="Set by queries: the table of the entry in the game.")


class Slip(AtTable):
    """What a player handed in, as written. One in each round is effective; the others stay on record.

    A slip is `in_conflict` with the effective one where paper and phone, or two arbitrators, say different things,
    until an arbitrator settles which counts. `checked_by` is the second arbitrator who keyed the same.
    """

    class Source(models.TextChoices):
        PHONE = "phone", _("phone")
        DESK = "desk", _("desk")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="slips")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="slips")
    client_id = models.UUIDField(help_text="Made by the phone, so that sending again does nothing.")
    word = models.CharField(_("word"), max_length=40)
    reference = models.CharField(_("reference"), max_length=10, blank=True)
    stated_score = models.PositiveSmallIntegerField(_("stated score"), null=True, blank=True)
    received_at = models.DateTimeField(_("received"))
    late = models.BooleanField(_("late"), default=False)
    illegible = models.BooleanField(_("hard to read"), default=False)
    effective = models.BooleanField(default=True)
    in_conflict = models.BooleanField(_("in conflict"), default=False)
    source = models.CharField(_("from"), max_length=5, choices=Source)
    keyed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    checked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )

    class Meta:
        verbose_name = _("slip")
        verbose_name_plural = _("slips")
        ordering = ["received_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "client_id"], name="slip_received_once"),
            models.UniqueConstraint(
                fields=["entry", "round"], condition=Q(effective=True), name="slip_one_effective"
            ),
            models.CheckConstraint(condition=~Q(late=True, effective=True), name="slip_late_has_no_effect"),
            models.CheckConstraint(
                condition=~Q(in_conflict=True, effective=True), name="slip_in_conflict_has_no_effect"
            ),
            models.CheckConstraint(
                condition=Q(checked_by__isnull=True) | ~Q(checked_by=F("keyed_by")),
                name="slip_checked_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.word} {self.reference}"


class Ruling(models.Model):
    """What a slip is worth and why; the last ruling on a slip counts. `by` is empty for the program's own.

    `worth` is what the move brings before a penalty, `score` what the player keeps of it. What warnings cost in
    the whole game, and solos, follow from the rulings (`standings`) and are never stored. An arbitrator gives a
    `reason` for overruling, and may grant or withhold a solo; None leaves that to the rules.
    """

    class Sanction(models.TextChoices):
        NONE = "none", _("none")
        WARNING = "warning", _("warning")
        PENALTY = "penalty", _("penalty")
        ZERO = "zero", _("zero")

    slip = models.ForeignKey(Slip, on_delete=models.CASCADE, related_name="rulings")
    score = models.PositiveSmallIntegerField(_("score"))
    worth = models.PositiveSmallIntegerField(_("score before sanctions"))
    sanction = models.CharField(_("sanction"), max_length=10, choices=Sanction, default=Sanction.NONE)
    code = models.CharField(_("reason"), max_length=40)
    params = models.JSONField(default=dict)
    solo = models.BooleanField(null=True, blank=True)
    reason = models.CharField(_("why"), max_length=200, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["slip"], condition=Q(by__isnull=True), name="ruling_judged_once"),
            models.CheckConstraint(condition=Q(score__lte=F("worth")), name="ruling_keeps_what_it_is_worth"),
            models.CheckConstraint(
                condition=~Q(sanction="zero") | Q(score=0, worth=0), name="ruling_zero_is_worth_nothing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.score} {self.code}"


class QuestionQuerySet(models.QuerySet["Question"]):
    def open(self) -> Self:
        return self.filter(answered_at__isnull=True, taken_back_at__isnull=True)


class Question(AtTable):
    """A player's objection to a ruling, asked after the announcement and answered at the desk.

    It is *open* until it is answered, or taken back by the player.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="questions")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="questions")
    client_id = models.UUIDField(help_text="Made by the phone, so that sending again does nothing.")
    text = models.CharField(_("question"), max_length=300)
    asked_at = models.DateTimeField(_("asked"))
    answer = models.CharField(_("answer"), max_length=300, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "client_id"], name="question_received_once"),
            models.UniqueConstraint(
                fields=["entry", "round"],
                condition=Q(answered_at__isnull=True, taken_back_at__isnull=True),
                name="question_one_open",
            ),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True) | Q(taken_back_at__isnull=True),
                name="question_answered_or_taken_back",
            ),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, answered_by__isnull=True)
                | Q(answered_at__isnull=False, answered_by__isnull=False),
                name="question_answered_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.text


class LogEntry(models.Model):
    """One act in a game: who, when, what, and the values that it was about. Undoing one is a further entry."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(_("at"), default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    act = models.CharField(_("act"), max_length=40)
    number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    entry = models.ForeignKey(
        Entry, on_delete=models.SET_NULL, related_name="+", verbose_name=_("player"), null=True, blank=True
    )
    params = models.JSONField(default=dict)
    undoes = models.OneToOneField(
        "self", on_delete=models.RESTRICT, related_name="undone_by", null=True, blank=True
    )

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.act

    @property
    def shown_params(self) -> dict[str, object]:
        """`params` for a reader who may perhaps not know the players' names; only the record itself takes `params`."""
        return names.shown_params(self.params)
