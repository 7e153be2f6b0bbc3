"""Stored analysis of finished games, so that everybody can look at them."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RoundMoves(models.Model):
    """The moves of an announced round, ranked: searched for once, and read for every later look at the game.

    The position of an announced round never changes. Moves are searched again only if words of the game were
    decided otherwise afterwards (`duplicate.rounds.analysis.forget_analysis`). `count` is how many moves there
    are, `packed` holds those that are kept (`duplicate.rounds.analysis`). `found_at` is the time of the search,
    empty in old rows.
    """

    round = models.OneToOneField("duplicate.Round", on_delete=models.CASCADE, related_name="moves")
    count = models.PositiveIntegerField()
    packed = models.BinaryField()
    found_at = models.DateTimeField(_("found"), null=True)

    class Meta:
        verbose_name = _("moves of a round")
        verbose_name_plural = _("moves of rounds")

    def __str__(self) -> str:
        return f"{self.round}: {self.count}"
