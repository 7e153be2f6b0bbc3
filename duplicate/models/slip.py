"""Slips, their rulings, and questions of players."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import F, OuterRef, ProtectedError, Q, Subquery
from django.db.models.deletion import CASCADE, Collector
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.models.round import Round
from tournaments.models import Entry

# The limits of a written slip, whoever writes it.
LONGEST_WORD, LONGEST_REFERENCE, LARGEST_SCORE = 40, 10, 5000


class AtTable(models.Model):
    """A row of an entry in a game; select `entry` in queries that set its table with `seating.annotate_seat`."""

    class Meta:
        abstract = True

    def _sit(self, table: int) -> None:
        self.entry.seat = table  # type: ignore[attr-defined] # a field of those that are this

    seat = property(None, _sit, doc="Set by queries: the table of the entry in the game.")


COUNTING, IN_CONFLICT, LATE = Q(effective=True), Q(in_conflict=True), Q(late=True)
STANDING = COUNTING | IN_CONFLICT
ON_RECORD = STANDING | LATE
SAYS_NOTHING = Q(word="", illegible=False, says_top=False)


class SlipQuerySet(models.QuerySet["Slip"]):
    """Queries of slips by their place: use these methods, nothing else reads its columns.

    A slip *on record* counts, is in conflict with the one that counts, or came late. Any other lies *aside*: another
    one replaced it or says the same, or the act that stored it was undone. Nobody who has only such slips has handed
    in.
    """

    def counting(self) -> Self:
        return self.filter(COUNTING)

    def in_conflict(self) -> Self:
        return self.filter(IN_CONFLICT)

    def standing(self) -> Self:
        """Return the slips that count or are in conflict."""
        return self.filter(STANDING)

    def late(self) -> Self:
        return self.filter(LATE)

    def in_time(self) -> Self:
        return self.exclude(LATE)

    def counting_or_late(self) -> Self:
        return self.filter(COUNTING | LATE)

    def on_record(self) -> Self:
        return self.filter(ON_RECORD)

    def handed_in(self) -> Self:
        """Return the slips on record that say anything: a recorded "no slip" does not."""
        return self.on_record().exclude(SAYS_NOTHING)

    def aside(self) -> Self:
        return self.exclude(ON_RECORD)

    def unjudged(self) -> Self:
        """Return the counting slips without a ruling."""
        return self.counting().filter(rulings=None)

    def showing_presence(self) -> Self:
        """Return the slips that show that their players were there in time."""
        return self.standing().exclude(SAYS_NOTHING)


def keep_on_record(collector: Collector, field: Any, slips: Any, using: str) -> None:
    """Let an entry take its slips along when it is deleted, if all lie aside: an act that was undone leaves nothing.

    Raises:
        ProtectedError: a slip is on record.
    """
    _cascade_from_aside(collector, field, slips, using, slips.filter(ON_RECORD))


def keep_of_record(collector: Collector, field: Any, rulings: Any, using: str) -> None:
    """Let a slip that lies aside take its rulings along; see `keep_on_record`."""
    on_record = rulings.filter(slip__in=Slip.objects.on_record())
    _cascade_from_aside(collector, field, rulings, using, on_record)


def _cascade_from_aside(collector: Collector, field: Any, rows: Any, using: str, on_record: Any) -> None:
    if on_record.exists():
        raise ProtectedError("Slips on record stay.", set(on_record))
    CASCADE(collector, field, rows, using)


class Slip(AtTable):
    """A player's answer to a round, as written. One in each round is effective; the others stay on record.

    A slip is `in_conflict` with the effective one if paper and phone, or two arbitrators, say different
    things, until an arbitrator settles which counts. `checked_by` is the arbitrator who keyed the same, or
    settled that a phone's slip counts. A slip that `says_top` is an arbitrator's word that the player has the
    top: which isotop was written is not on record.
    """

    class Source(models.TextChoices):
        PHONE = "phone", _("phone")
        DESK = "desk", _("desk")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="slips")
    entry = models.ForeignKey(Entry, on_delete=keep_on_record, related_name="slips")
    client_id = models.UUIDField(help_text="Made by the phone, so that sending again does nothing.")
    word = models.CharField(_("word"), max_length=LONGEST_WORD)
    reference = models.CharField(_("reference"), max_length=LONGEST_REFERENCE, blank=True)
    stated_score = models.PositiveSmallIntegerField(_("stated score"), null=True, blank=True)
    received_at = models.DateTimeField(_("received"))
    late = models.BooleanField(_("late"), default=False)
    illegible = models.BooleanField(_("hard to read"), default=False)
    says_top = models.BooleanField(_("the top, without a word"), default=False)
    effective = models.BooleanField(default=True)
    in_conflict = models.BooleanField(_("in conflict"), default=False)
    source = models.CharField(_("from"), max_length=5, choices=Source)
    phone_number = models.PositiveIntegerField(
        null=True,
        editable=False,
        help_text="Which of the entry's phones sent it; only that one is told of it before the announcement.",
    )
    keyed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    checked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )

    # Such slips keep nobody from being removed or merged, see `tournaments.people.merging`.
    LEFT_NOTHING = ~ON_RECORD

    objects = SlipQuerySet.as_manager()

    class Meta:
        # Translators: the answer of a player to a round, on a phone or on paper; fr bulletin, es papeleta.
        verbose_name = _("slip")
        verbose_name_plural = _("slips")
        ordering = ["received_at", "pk"]
        # The support desk finds these few among millions.
        indexes = [
            models.Index(fields=["id"], condition=Q(late=True), name="slip_late"),
            models.Index(fields=["id"], condition=Q(effective=False), name="slip_without_effect"),
        ]
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
            models.CheckConstraint(
                condition=Q(says_top=False)
                | Q(
                    word="",
                    reference="",
                    stated_score__isnull=True,
                    illegible=False,
                    late=False,
                    source="desk",
                ),
                name="slip_says_top_without_a_word",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.shown_word} {self.reference}".strip()

    @property
    def shows_presence(self) -> bool:
        """True if the slip says anything, see `SlipQuerySet.handed_in`."""
        return bool(self.word) or self.illegible or self.says_top

    @property
    def shown_word(self) -> str:
        """The word as it was written, or “top” in the language in force."""
        return gettext("top") if self.says_top else self.word


class RulingQuerySet(models.QuerySet["Ruling"]):
    def of_counting(self) -> Self:
        """Return the rulings on slips that count."""
        return self.filter(slip__effective=True)


class Ruling(models.Model):
    """The worth of a slip and the reason; the last ruling on a slip counts. `by` is empty for the program's
    own: its first ruling on a slip, and each `again` after a word of the game was accepted or refused.

    `worth` is what the move brings before a penalty, `score` what the player keeps of it. `sanction` is the heaviest
    that the slip's faults bring; `further_warnings`, and that for `conduct`, count beside it. The cost of
    warnings in the whole game, and solos, follow from the rulings (`standings`) and are never stored. An
    arbitrator gives a `reason` for overruling, and may grant or withhold a solo; None leaves that to the
    rules.
    """

    class Sanction(models.TextChoices):
        NONE = "none", _("none")
        WARNING = "warning", _("warning")
        PENALTY = "penalty", _("penalty")
        ZERO = "zero", _("zero")

    slip = models.ForeignKey(Slip, on_delete=keep_of_record, related_name="rulings")
    score = models.PositiveSmallIntegerField(_("score"))
    worth = models.PositiveSmallIntegerField(_("score before sanctions"))
    sanction = models.CharField(_("sanction"), max_length=10, choices=Sanction, default=Sanction.NONE)
    further_warnings = models.PositiveSmallIntegerField(_("further warnings"), default=0, db_default=0)
    conduct = models.BooleanField(_("warning for conduct"), default=False, db_default=False)
    code = models.CharField(_("reason"), max_length=40)
    params = models.JSONField(default=dict)
    solo = models.BooleanField(null=True, blank=True)
    again = models.BooleanField(_("judged again"), default=False, db_default=False, editable=False)
    reason = models.CharField(_("why"), max_length=200, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    objects = RulingQuerySet.as_manager()

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["slip"], condition=Q(by__isnull=True, again=False), name="ruling_judged_once"
            ),
            models.CheckConstraint(condition=Q(score__lte=F("worth")), name="ruling_keeps_what_it_is_worth"),
            models.CheckConstraint(
                condition=~Q(sanction="zero") | Q(score=0, worth=0), name="ruling_zero_is_worth_nothing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.score} {self.code}"

    @property
    def warnings(self) -> int:
        """The number of warnings that the slip and the player's conduct bring."""
        return (self.sanction == self.Sanction.WARNING) + self.further_warnings + self.conduct


def last_worth() -> Subquery:
    """Return the worth of a slip by its last ruling, for queries of slips: None without one."""
    return Subquery(Ruling.objects.filter(slip=OuterRef("pk")).order_by("-pk").values("worth")[:1])


class QuestionQuerySet(models.QuerySet["Question"]):
    def open(self) -> Self:
        return self.filter(answered_at__isnull=True, taken_back_at__isnull=True)


class Question(AtTable):
    """A player's objection to a ruling, asked after the announcement and answered at the desk.

    It is *open* until it is answered, or taken back by the player.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="questions")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="questions")
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
