"""Sample events, which the program makes for trying it out and removes again."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


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
