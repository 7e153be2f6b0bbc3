"""The desk's settings of the big screens of a game."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Room


class OnScreens(models.Model):
    """The view on the big screens of a game, or on those of one room, until the next rack goes out; the large
    board stays, since it has the clock and the rack beside it. Screens without a row follow the game by
    themselves. A break may say when it ends.
    """

    class Mode(models.TextChoices):
        AUTOMATIC = "automatic", _("the game, by itself")
        BOARD = "board", _("the board, large")
        STANDINGS = "standings", _("the standings")
        RACE = "race", _("the race of ranks")
        WELCOME = "welcome", _("the way in")
        BREAK = "break", _("a break")

    game = models.ForeignKey("duplicate.Game", on_delete=models.CASCADE, related_name="on_screens")
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="on_screens", null=True, blank=True)
    mode = models.CharField(_("mode"), max_length=10, choices=Mode)
    until = models.DateTimeField(_("until"), null=True, blank=True)

    class Meta:
        verbose_name = _("what is on the big screens")
        verbose_name_plural = _("what is on the big screens")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(room__isnull=True), name="on_screens_once_a_game"
            ),
            models.UniqueConstraint(fields=["game", "room"], name="on_screens_once_a_room"),
            models.CheckConstraint(
                condition=Q(mode="break") | Q(until__isnull=True), name="on_screens_until_of_a_break"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.mode}"
