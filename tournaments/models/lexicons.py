"""Lexicons."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.organisers import Organiser

LEXICON_NAME_LENGTH = 40


class Lexicon(models.Model):
    """A word list that games can be played with; the words themselves are in the compiled file of that name.

    Without `organiser` it is offered to everybody; otherwise to that organiser alone. Read lexicons to choose from
    through `tournaments.lexicons.selectors`.
    """

    name = models.SlugField(_("name"), max_length=LEXICON_NAME_LENGTH, unique=True)
    organiser = models.ForeignKey(
        Organiser,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("organiser"),
        null=True,
        blank=True,
        help_text=_("Empty: every organiser may use it."),
    )
    tile_set = models.CharField(_("tile set"), max_length=20)
    word_count = models.PositiveIntegerField(_("words"))
    loaded_at = models.DateTimeField(_("loaded"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("lexicon")
        verbose_name_plural = _("lexicons")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
