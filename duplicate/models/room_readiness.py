"""The readiness of a room in a round."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Room


class RoomReady(models.Model):
    """A room has judged all its tables of a round; taking that back deletes the row (the log has both)."""

    round = models.ForeignKey("duplicate.Round", on_delete=models.CASCADE, related_name="ready_rooms")
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="ready_rounds")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("room that is ready")
        verbose_name_plural = _("rooms that are ready")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["round", "room"], name="room_ready_once_a_round")]

    def __str__(self) -> str:
        return f"{self.room} {self.round}"
