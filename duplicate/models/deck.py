"""Cards of missed tops that players repeat at growing intervals."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from duplicate.models.round import Round
from tournaments.models import Entry


class DeckCard(models.Model):
    """The top of a round that a player has repeated, with the memory that the scheduler keeps of it
    (`duplicate.recaps.schedule`). A missed top without a row is new to its player.

    The entry leads to the person: merging two people merges their decks.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="deck_cards")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="deck_cards")
    due = models.DateTimeField(_("due"))
    seen_at = models.DateTimeField(_("seen"))
    memory = models.PositiveSmallIntegerField(help_text="The scheduler's state of the card.")
    stability = models.FloatField(null=True)
    difficulty = models.FloatField(null=True)

    class Meta:
        verbose_name = _("card of a deck")
        verbose_name_plural = _("cards of decks")
        ordering = ["due", "pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "round"], name="deck_card_once")]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.round}"
