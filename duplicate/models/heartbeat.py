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


class ServiceBeat(models.Model):
    """The last sign of life of a process that serves no requests: one row for each clock and each worker."""

    class Service(models.TextChoices):
        CLOCK = "clock", _("clock process")
        WORKER = "worker", _("worker")

    name = models.CharField(_("process"), max_length=200, primary_key=True)
    service = models.CharField(_("service"), max_length=10, choices=Service)
    beat_at = models.DateTimeField(_("last beat"))

    class Meta:
        verbose_name = _("beat of a service")
        verbose_name_plural = _("beats of services")

    def __str__(self) -> str:
        return f"{self.name} {self.beat_at}"


class WriteCheck(models.Model):
    """The last time when a readiness check stored something: one row, which tells whether a slip could be stored."""

    stored_at = models.DateTimeField(_("stored"))

    class Meta:
        verbose_name = _("check of storing")
        verbose_name_plural = _("checks of storing")

    def __str__(self) -> str:
        return str(self.stored_at)
