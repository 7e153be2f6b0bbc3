"""Files of other programs that a director has uploaded, until they are imported or cancelled."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import OfOrganiser


class TournamentUpload(OfOrganiser):
    """The files of one event in review (`tournaments.classic.exchange.services`); a user has one upload.

    `texts` are pairs of the name of a file and its text. Their divisions are added to `event` if there is one.
    """

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="+", null=True, editable=False
    )
    file_name = models.CharField(_("file"), max_length=100)
    texts = models.JSONField(editable=False)
    read_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    read_at = models.DateTimeField(_("read"), editable=False)

    class Meta:
        verbose_name = _("files of a tournament")
        verbose_name_plural = _("files of tournaments")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.file_name
