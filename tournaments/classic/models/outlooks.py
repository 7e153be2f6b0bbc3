"""The outlook of a division, worked out from its rounds (`tournaments.classic.standings.outlook`)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

VERSION_LENGTH = 64


class DivisionOutlook(models.Model):
    """The figures of the state of a division that `version` stands for; another state replaces them."""

    division = models.OneToOneField("classic.Division", on_delete=models.CASCADE, related_name="outlook")
    version = models.CharField(max_length=VERSION_LENGTH)
    figures = models.JSONField()
    worked_out_at = models.DateTimeField()

    class Meta:
        verbose_name = _("outlook of a division")
        verbose_name_plural = _("outlooks of divisions")

    def __str__(self) -> str:
        return f"{self.division}: {self.version[:8]}"
