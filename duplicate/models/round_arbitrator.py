"""Players who arbitrated rounds."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry


class RoundArbitrator(models.Model):
    """A player who arbitrated a round, with the account that acted. The row is written at the act, so that a
    later change of posts leaves the round as it was.
    """

    round = models.ForeignKey("duplicate.Round", on_delete=models.CASCADE, related_name="arbitrators")
    entry = models.ForeignKey(
        Entry, on_delete=models.RESTRICT, related_name="rounds_arbitrated", verbose_name=_("player")
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("arbitrator of a round")
        verbose_name_plural = _("arbitrators of rounds")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry", "user"], name="round_arbitrator_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.entry}"
