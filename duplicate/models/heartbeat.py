"""Signs of life of the processes that take slips."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """The last time when a process that takes slips was able to: one row for each process, written while a
    clock runs.
    """

    process = models.UUIDField(_("process"), primary_key=True)
    beat_at = models.DateTimeField(_("last beat"), db_index=True)

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.process} {self.beat_at}"
