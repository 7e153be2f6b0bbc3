"""Rounds."""

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from duplicate.models.game import Game
from engine.rules import (
    RuleSet,
)


class RoundQuerySet(models.QuerySet["Round"]):
    """Queries of rounds. A cancelled round stays on record, but has no part in the game: use one of these
    methods.
    """

    def standing(self) -> Self:
        return self.exclude(state=Round.State.CANCELLED)

    def announced(self) -> Self:
        return self.filter(state=Round.State.ANNOUNCED)

    def in_progress(self) -> Self:
        """Return the one round that is drawn, open or closed, if there is one."""
        return self.filter(state__in=Round.IN_PROGRESS)

    def of_whole_events(self) -> Self:
        """Return the rounds of events that are not being imported; the others may lack rows."""
        return self.filter(game__event__whole=True)


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
    IN_PROGRESS = (State.DRAWN, State.OPEN, State.CLOSED)

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rounds")
    # Translators: the number of a round of a duplicate game, or of a division.
    number = models.PositiveSmallIntegerField(_("round"))
    # Translators: the tiles to play with in a round; fr tirage, es atril.
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
    interrupted_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="Until when slips could be taken, while the clock stands because none could since.",
    )
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)
    top_score = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    tops = models.JSONField(null=True, blank=True, editable=False)
    word = models.CharField(_("placed word"), max_length=40, blank=True)
    # Translators: the square and direction of a move, such as H4.
    reference = models.CharField(_("reference"), max_length=4, blank=True)
    score = models.PositiveSmallIntegerField(_("score"), null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["number"]
        # Finds the few rounds in progress among those of years.
        indexes = [models.Index(fields=["state"], name="round_by_state")]
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

    def check_fields(self) -> None:
        """Check the values of the fields: no query, unlike `full_clean`, as the database holds the constraints.

        Raises ValidationError.
        """
        self.full_clean(exclude=["game"], validate_unique=False, validate_constraints=False)

    def deadline(self, rules: RuleSet) -> datetime | None:
        """Return the last moment at which a slip is in time; None while the clock stands."""
        return self.closes_at and self.closes_at + timedelta(seconds=rules.time.grace_seconds)
