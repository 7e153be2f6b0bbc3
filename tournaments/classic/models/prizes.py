"""The prizes of a division, as its director sets them; winners follow from results
(`tournaments.classic.rules.prizes`).
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 80


class DivisionPrize(models.Model):
    """One prize; `number` is its place in the list, the greater first. `worth` is an amount or a text."""

    class Kind(models.TextChoices):
        RANK = "rank", _("rank")
        HIGH_GAME = "high_game", _("highest score")
        HIGH_LOSS = "high_loss", _("highest losing score")
        HIGH_WIN_SPREAD = "high_win_spread", _("largest win")
        RATING_GAIN = "rating_gain", _("rating gain")

    division = models.ForeignKey("classic.Division", on_delete=models.CASCADE, related_name="prizes")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("prize"), max_length=NAME_LENGTH)
    worth = models.CharField(_("amount or text"), max_length=NAME_LENGTH, blank=True)
    kind = models.CharField(_("for"), max_length=20, choices=Kind, default=Kind.RANK)
    place = models.PositiveSmallIntegerField(_("place"), default=1)
    class_name = models.CharField(_("class"), max_length=40, blank=True)
    out_of_the_money = models.BooleanField(_("without another prize"), default=False)

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="division_prize_number_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="division_prize_place"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_difference(self) -> bool:
        """Whether the figure that wins it is a difference, which is written with its sign."""
        return self.kind in {self.Kind.HIGH_WIN_SPREAD, self.Kind.RATING_GAIN}
