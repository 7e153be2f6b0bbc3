"""The rows of background work: state, last progress, and the rule of silence. `tournaments.jobs` does the work."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.time import clock


class Moving(models.Model):
    """Work of several transactions. Without a sign of life for `SILENT_SECONDS` it has been interrupted."""

    SILENT_SECONDS: ClassVar[int] = 30

    moved_at = models.DateTimeField(_("last progress"), default=timezone.now, editable=False)

    class Meta:
        abstract = True

    @classmethod
    def silent_since(cls) -> datetime:
        """Return the time of the last progress from which on work is not interrupted."""
        return clock.now() - timedelta(seconds=cls.SILENT_SECONDS)


class Job(Moving):
    """Background work that a user starts. A kind of job is a model with what the work needs and what comes of it.

    `step` is what is being done, for work that is not counted. `refused` is the code of the refusal that ended a
    failed job, or "failed". Work that `IS_PATIENT` comes after all that a game needs.
    """

    class State(models.TextChoices):
        NEW = "new", _("new")
        RUNNING = "running", _("in progress")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")
        STOPPED = "stopped", _("stopped")

    IS_PATIENT: ClassVar[bool] = False

    state = models.CharField(
        _("state"), max_length=10, choices=State, default=State.NEW, db_default=State.NEW, editable=False
    )
    step = models.CharField(_("step"), max_length=10, blank=True, default="", db_default="", editable=False)
    refused = models.CharField(max_length=40, blank=True, default="", db_default="", editable=False)

    class Meta:
        abstract = True
