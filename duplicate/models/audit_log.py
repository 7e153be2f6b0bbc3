"""The audit log of a game."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duplicate.models.game import Game
from tournaments.models import Entry
from tournaments.names import name_visibility


class AuditLogEntry(models.Model):
    """One act in a game: who, when, what, and its values. Undoing an act is a further entry."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="log")
    # Translators: when the act was done.
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
        # Every page that tells a top queries the recent acts of a game.
        # The support desk filters by act, and a new game takes the lexicon of the last one that its user made.
        indexes = [
            models.Index(fields=["game", "at"], name="log_by_game_and_time"),
            models.Index(fields=["act", "id"], name="log_by_act"),
        ]

    def __str__(self) -> str:
        return self.act

    @property
    def shown_params(self) -> dict[str, object]:
        """`params` for a reader who may not know the players' names; only the record itself uses `params`."""
        return name_visibility.visible_params(self.params)
