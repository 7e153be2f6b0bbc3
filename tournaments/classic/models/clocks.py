"""Clocks of matches: their state at the last act, the links that open them on a device, and all acts on them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.classic.rules.match_clock import ClockState, Phase, Side
from tournaments.time import clock

REASON_LENGTH = 200


class MatchClock(models.Model):
    """The clock of one match as it stood at `as_of`; later states follow from it
    (`tournaments.classic.rules.match_clock`).

    `event` is the match's. The settings are stored with the clock, so that later changes do not affect the
    match: the time of each, points a minute of overtime, and limits a turn. Each act gives it a new
    `version`. Times are milliseconds.
    """

    class State(models.TextChoices):
        READY = Phase.READY.value, _("ready")
        RUNNING = Phase.RUNNING.value, _("running")
        NEUTRAL = Phase.NEUTRAL.value, _("neutral")
        OVER = Phase.OVER.value, _("over")

    match = models.OneToOneField("classic.Match", on_delete=models.PROTECT, related_name="clock")
    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="clocks")
    version = models.PositiveIntegerField(default=1)
    state = models.CharField(_("state"), max_length=7, choices=State, default=State.READY)
    paused = models.BooleanField(_("paused"), default=False)
    as_of = models.DateTimeField(_("as of"), default=timezone.now)
    full_ms = models.PositiveIntegerField(_("time of each"))
    first_left_ms = models.IntegerField(_("left to the first"))
    second_left_ms = models.IntegerField(_("left to the second"))
    turn = models.PositiveSmallIntegerField(_("on turn"), default=0)
    turn_number = models.PositiveIntegerField(_("number of the turn"), default=0)
    turn_used_ms = models.PositiveIntegerField(_("used of the turn"), default=0)
    first_limit_ms = models.PositiveIntegerField(_("limit a turn of the first"), null=True)
    second_limit_ms = models.PositiveIntegerField(_("limit a turn of the second"), null=True)
    first_long_turns = models.PositiveSmallIntegerField(_("turns of the first over the limit"), default=0)
    second_long_turns = models.PositiveSmallIntegerField(_("turns of the second over the limit"), default=0)
    overtime_points = models.PositiveSmallIntegerField(_("points a minute of overtime"))

    class Meta:
        verbose_name = _("clock of a match")
        verbose_name_plural = _("clocks of matches")
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=Q(turn__in=(0, 1)), name="clock_turn_of_two")]

    def __str__(self) -> str:
        return f"{self.first_left_ms}:{self.second_left_ms}"

    @property
    def stood(self) -> ClockState:
        """The state at `as_of`."""
        return ClockState(
            left=(self.first_left_ms, self.second_left_ms),
            at=clock.milliseconds(self.as_of),
            phase=Phase(self.state),
            turn=_side(self.turn),
            number=self.turn_number,
            used=self.turn_used_ms,
            paused=self.paused,
            limits=(self.first_limit_ms, self.second_limit_ms),
            long_turns=(self.first_long_turns, self.second_long_turns),
        )

    def take(self, state: ClockState) -> None:
        """Set the fields from the state; does not save."""
        self.as_of = clock.moment(state.at)
        self.state, self.paused = state.phase.value, state.paused
        self.first_left_ms, self.second_left_ms = state.left
        self.turn, self.turn_number, self.turn_used_ms = state.turn, state.number, state.used
        self.first_long_turns, self.second_long_turns = state.long_turns


class ClockLink(models.Model):
    """A link that opens a clock on a device: a token, stored as a hash, for both sides or for one.

    A clock has one link for each holder; a new one makes the one before invalid.
    """

    class Holder(models.TextChoices):
        TABLE = "table", _("the table")
        FIRST = "first", _("the first")
        SECOND = "second", _("the second")

        @property
        def side(self) -> Side | None:
            """The only side whose turns the holder ends; None for both."""
            return {"first": _side(0), "second": _side(1)}.get(self.value)

    clock = models.ForeignKey(MatchClock, on_delete=models.CASCADE, related_name="links")
    holder = models.CharField(_("for"), max_length=6, choices=Holder, default=Holder.TABLE)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("link to a clock")
        verbose_name_plural = _("links to clocks")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["clock", "holder"], name="clock_link_once_a_holder")]

    def __str__(self) -> str:
        return self.holder

    @property
    def side(self) -> Side | None:
        return self.Holder(self.holder).side


class ClockAct(models.Model):
    """One act on a clock; only added.

    The device makes `key`, so that an act sent twice counts once. `RESULT` means that nobody had stopped the
    clock when the match was reported as over. `at` is the moment from which the act counts, `received_at`
    when the server received it: they differ if a tablet was offline. The times left are those after the act,
    and `*_was_ms` those before a correction. The act came from a device by its link (`holder`), or from the
    director (`by`).
    """

    class Kind(models.TextChoices):
        START = "start", _("started")
        PRESS = "press", _("pressed")
        NEUTRAL = "neutral", _("neutral")
        RESUME = "resume", _("goes on")
        STOP = "stop", _("stopped")
        PAUSE = "pause", _("paused by the director")
        LIFT = "lift", _("pause lifted")
        REOPEN = "reopen", _("reopened")
        CORRECT = "correct", _("times corrected")
        RESULT = "result", _("stopped when a result came")

    clock = models.ForeignKey(MatchClock, on_delete=models.PROTECT, related_name="acts")
    key = models.UUIDField(unique=True)
    kind = models.CharField(_("act"), max_length=7, choices=Kind)
    at = models.DateTimeField(_("at"))
    received_at = models.DateTimeField(_("received"))
    holder = models.CharField(_("from"), max_length=6, choices=ClockLink.Holder, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    turn = models.PositiveSmallIntegerField(_("on turn afterwards"))
    turn_number = models.PositiveIntegerField(_("number of the turn"))
    first_left_ms = models.IntegerField(_("left to the first"))
    second_left_ms = models.IntegerField(_("left to the second"))
    first_was_ms = models.IntegerField(_("what the first had before a correction"), null=True)
    second_was_ms = models.IntegerField(_("what the second had before a correction"), null=True)
    reason = models.CharField(_("why"), max_length=REASON_LENGTH, blank=True)

    class Meta:
        verbose_name = _("act on a clock")
        verbose_name_plural = _("acts on clocks")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(holder="", by__isnull=False) | (~Q(holder="") & Q(by__isnull=True)),
                name="clock_act_by_device_or_director",
            ),
            models.CheckConstraint(
                condition=Q(kind="correct", first_was_ms__isnull=False, second_was_ms__isnull=False)
                | (~Q(kind="correct") & Q(first_was_ms__isnull=True, second_was_ms__isnull=True)),
                name="clock_act_correction_says_what_was",
            ),
        ]

    def __str__(self) -> str:
        return self.kind


def _side(number: int) -> Side:
    return 1 if number else 0
