"""Lexicons."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LEXICON_NAME_LENGTH = 40


class Lexicon(models.Model):
    """A word list that games can be played with; the words themselves are in the compiled file of that name."""

    name = models.SlugField(_("name"), max_length=LEXICON_NAME_LENGTH, unique=True)
    tile_set = models.CharField(_("tile set"), max_length=20)
    word_count = models.PositiveIntegerField(_("words"))
    loaded_at = models.DateTimeField(_("loaded"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("lexicon")
        verbose_name_plural = _("lexicons")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
