"""Rounds of a division, their matches, and the reports and results of these."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.classic.models.divisions import REASON_LENGTH, Division, DivisionEntry


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
