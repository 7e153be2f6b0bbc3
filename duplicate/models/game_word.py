"""The words by which a game departs from its lexicon."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duplicate.models.game import Game
from tournaments.models import WORD_TEXT_LENGTH


class GameWordQuerySet(models.QuerySet["GameWord"]):
    def in_force(self) -> Self:
        return self.filter(taken_back_at__isnull=True)


class GameWord(models.Model):
    """A word that is accepted or refused for one game, whatever its lexicon says.

    It is in force until it is taken back; accepting it once more is a further row. `from_event` says that the
    whole event has it.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="words")
    word = models.CharField(_("word"), max_length=WORD_TEXT_LENGTH)
    accepted = models.BooleanField(_("accepted"))
    reason = models.CharField(_("why"), max_length=200)
    from_event = models.BooleanField(_("from the event"), default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"), default=timezone.now)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    objects = GameWordQuerySet.as_manager()

    class Meta:
        verbose_name = _("word of a game")
        verbose_name_plural = _("words of games")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "word"],
                condition=Q(taken_back_at__isnull=True),
                name="game_word_in_force_once",
            ),
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=True, taken_back_by__isnull=True)
                | Q(taken_back_at__isnull=False, taken_back_by__isnull=False),
                name="game_word_taken_back_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.word


class GameAdditions(models.Model):
    """The organiser's additions to the lexicon as they stood when the game was made, separated by spaces."""

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="additions")
    words = models.TextField(_("words"))

    class Meta:
        verbose_name = _("additions of a game")
        verbose_name_plural = _("additions of games")

    def __str__(self) -> str:
        return str(self.game)
