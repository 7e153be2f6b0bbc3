"""What those see of a game who follow it from elsewhere, later than the hall."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class DelayedFrame(models.Model):
    """The frame of a broadcast game, which had this version at the moment `at` or before.

    Rows live as long as somebody may be behind them: at most the delay of the broadcast, and an hour after the game.
    """

    game = models.ForeignKey("duplicate.Game", on_delete=models.CASCADE, related_name="delayed_frames")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    body = models.TextField()

    class Meta:
        verbose_name = _("frame of a broadcast")
        verbose_name_plural = _("frames of broadcasts")
        ordering = ["version"]
        constraints = [models.UniqueConstraint(fields=["game", "version"], name="delayed_frame_version_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.version}"
