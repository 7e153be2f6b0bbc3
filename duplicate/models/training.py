"""Training as rows: trainees' devices, their games against the top, and each round of these.

A trainee has no name: a device, known by its token alone. The secrets before an answer or a hint (`tops`, and
the move that is placed) are in the rows of rounds, never in the data of a page.
"""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duplicate.models.prepared import read_rule_set
from duplicate.models.slip import LONGEST_REFERENCE, LONGEST_WORD
from engine.notation import Convention
from engine.rules import (
    RuleSet,
)
from engine.tiles import TileSet, load_tile_set
from tournaments.models import NAME_LENGTH
from tournaments.names.folding import FOLDED_LENGTH


class Trainee(models.Model):
    """A device on which somebody trains."""

    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("trainee")
        verbose_name_plural = _("trainees")

    def __str__(self) -> str:
        return str(self.pk)


class Training(models.Model):
    """A game against the top. `record` has the rounds of a game that was played, with rack, word and
    reference each; it is empty if racks are drawn at random, which then follow from the seed. A game that is
    played later has the name under which its player is ranked, and `player_key`, by which that name is
    compared; both are empty once the club took the name away.
    """

    class Source(models.TextChoices):
        RANDOM = "random", _("racks at random")
        GAME = "game", _("a game of the club")
        RECORD = "record", _("a game brought along")
        LATER = "later", _("a game of the club, played later")

    trainee = models.ForeignKey(Trainee, on_delete=models.CASCADE, related_name="trainings")
    source = models.CharField(_("racks"), max_length=10, choices=Source)
    game = models.ForeignKey(
        "duplicate.Game", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    name = models.CharField(_("name"), max_length=80, blank=True)
    lexicon = models.CharField(_("lexicon"), max_length=40)
    tile_set = models.CharField(_("tile set"), max_length=20)
    notation = models.CharField(_("references"), max_length=10)
    rules = models.TextField(_("rules"))
    seconds = models.PositiveSmallIntegerField(_("seconds a round"), null=True, blank=True)
    seed = models.CharField(max_length=32, editable=False)
    record = models.JSONField(default=list, editable=False)
    player_name = models.CharField(
        _("name of the player"), max_length=NAME_LENGTH, blank=True, default="", db_default=""
    )
    player_key = models.CharField(
        max_length=FOLDED_LENGTH, blank=True, editable=False, default="", db_default=""
    )
    started_at = models.DateTimeField(_("started"), default=timezone.now, editable=False)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("training")
        verbose_name_plural = _("trainings")
        ordering = ["-started_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "trainee"], condition=Q(source="later"), name="training_game_later_once"
            ),
            models.UniqueConstraint(
                fields=["game", "player_key"],
                condition=Q(source="later") & ~Q(player_key=""),
                name="training_game_later_once_a_name",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_source_display()} {self.started_at:%Y-%m-%d}"

    @property
    def is_later(self) -> bool:
        """Tell whether the game counts against the field of the evening."""
        return self.source == self.Source.LATER

    @property
    def tiles(self) -> TileSet:
        return load_tile_set(self.tile_set)

    @property
    def rule_set(self) -> RuleSet:
        return read_rule_set(self.rules)

    @property
    def convention(self) -> Convention:
        return "english" if self.notation == "english" else "duplicate"


class TrainingRound(models.Model):
    """A rack and the trainee's answer. `tops` are reference and word of each, the one to be shown first;
    `next_best` is the highest score below the top. `hints` is the number of steps that were told. `word` and
    `reference` of an answered round are empty if nothing was written.
    """

    training = models.ForeignKey(Training, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    rack = models.CharField(_("rack"), max_length=60)
    top_score = models.PositiveSmallIntegerField(_("top"), editable=False)
    next_best = models.PositiveSmallIntegerField(default=0, editable=False)
    tops = models.JSONField(editable=False)
    placed_word = models.CharField(max_length=40, editable=False)
    placed_reference = models.CharField(max_length=4, editable=False)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    hints = models.PositiveSmallIntegerField(_("hints"), default=0)
    answered_at = models.DateTimeField(null=True, blank=True, editable=False)
    word = models.CharField(_("word"), max_length=LONGEST_WORD, blank=True)
    reference = models.CharField(_("reference"), max_length=LONGEST_REFERENCE, blank=True)
    stated_score = models.PositiveSmallIntegerField(_("stated score"), null=True, blank=True)
    late = models.BooleanField(_("late"), default=False)
    score = models.PositiveSmallIntegerField(_("score"), null=True, blank=True)
    sanction = models.CharField(max_length=10, default="none", db_default="none", editable=False)
    further_warnings = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    code = models.CharField(max_length=30, blank=True, editable=False)
    params = models.JSONField(default=dict, editable=False)

    class Meta:
        verbose_name = _("round of a training")
        verbose_name_plural = _("rounds of trainings")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["training", "number"], name="training_round_number_once"),
            models.UniqueConstraint(
                fields=["training"], condition=Q(answered_at=None), name="training_round_one_open"
            ),
            models.CheckConstraint(
                condition=Q(answered_at=None, score=None) | Q(answered_at__isnull=False, score__isnull=False),
                name="training_round_answered_with_its_score",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.training_id} {self.number}"

    @property
    def is_answered(self) -> bool:
        return self.answered_at is not None

    def closes_at(self) -> datetime | None:
        """Return the time when the round closes; None without a clock."""
        seconds = self.training.seconds
        return None if seconds is None else self.opened_at + timedelta(seconds=seconds)
