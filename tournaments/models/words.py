"""Words that an event or an organiser puts over a lexicon, which itself stays as it was."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event
from tournaments.models.lexicons import LEXICON_NAME_LENGTH, WORD_TEXT_LENGTH, Lexicon
from tournaments.models.organisers import OfOrganiser


class EventWordQuerySet(models.QuerySet["EventWord"]):
    def in_force(self) -> Self:
        return self.filter(taken_back_at__isnull=True)


class EventWord(models.Model):
    """A word that is accepted or refused in all games of an event with that lexicon, until it is taken back."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="words")
    lexicon = models.CharField(_("lexicon"), max_length=LEXICON_NAME_LENGTH)
    word = models.CharField(_("word"), max_length=WORD_TEXT_LENGTH)
    accepted = models.BooleanField(_("accepted"))
    reason = models.CharField(_("why"), max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"), default=timezone.now)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    objects = EventWordQuerySet.as_manager()

    class Meta:
        verbose_name = _("word of an event")
        verbose_name_plural = _("words of events")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "lexicon", "word"],
                condition=Q(taken_back_at__isnull=True),
                name="event_word_in_force_once",
            ),
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=True, taken_back_by__isnull=True)
                | Q(taken_back_at__isnull=False, taken_back_by__isnull=False),
                name="event_word_taken_back_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.word


class AddedWord(OfOrganiser):
    """A word that an organiser adds to a lexicon, for the games that it makes from then on.

    A removed one stays on record.
    """

    lexicon = models.ForeignKey(
        Lexicon, on_delete=models.PROTECT, related_name="+", verbose_name=_("lexicon")
    )
    word = models.CharField(_("word"), max_length=WORD_TEXT_LENGTH)
    note = models.CharField(_("note"), max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"), default=timezone.now)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True)

    class Meta:
        verbose_name = _("added word")
        verbose_name_plural = _("added words")
        ordering = ["word", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["organiser", "lexicon", "word"],
                condition=Q(removed_at__isnull=True),
                name="added_word_once",
            ),
            models.CheckConstraint(
                condition=Q(removed_at__isnull=True, removed_by__isnull=True)
                | Q(removed_at__isnull=False, removed_by__isnull=False),
                name="added_word_removed_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.word
