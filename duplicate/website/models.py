"""Rows of the pages that join all kinds of play: events being imported, and sample events."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.jobs import Moving


class EventImport(Moving):
    """An import that is under way or was interrupted: its `event`, once there is a row of it, and the keys of
    rows `made` for it in tables that events share, by table. `moved_at` changes with every chunk that is
    written.
    """

    SILENT_SECONDS = 300

    uid = models.UUIDField(unique=True)
    event = models.OneToOneField(
        "tournaments.Event", on_delete=models.SET_NULL, related_name="import_under_way", null=True
    )
    made = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("event being imported")
        verbose_name_plural = _("events being imported")

    def __str__(self) -> str:
        return str(self.uid)


class SampleEvent(models.Model):
    """An event with made-up players (`duplicate.website.onboarding.sample_event`); `players` are the keys of
    those made for it.
    """

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="sample")
    players = models.JSONField(default=list)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("sample event")
        verbose_name_plural = _("sample events")
        constraints = [models.UniqueConstraint(fields=["made_by"], name="sample_once_a_user")]

    def __str__(self) -> str:
        return str(self.event)
