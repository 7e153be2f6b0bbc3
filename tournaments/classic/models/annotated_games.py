"""Annotated games of a division: whole games from files, of people who need not play in it."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models.divisions import NAME_LENGTH, Division
from tournaments.classic.models.match_records import new_record_code


class AnnotatedGame(models.Model):
    """A game that is no match of its division, from a GCG file.

    `text` is the game as GCG by our own writer, with its rules, but without names, remarks and a title: the names
    of its two players, in the order of the text, are in the columns alone. It is never changed. The scores are
    those of the text's last turn.
    """

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="annotated_games")
    code = models.SlugField(max_length=16, unique=True, default=new_record_code, editable=False)
    first_name = models.CharField(_("first player"), max_length=NAME_LENGTH)
    second_name = models.CharField(_("second player"), max_length=NAME_LENGTH)
    first_score = models.IntegerField(_("score of the first"))
    second_score = models.IntegerField(_("score of the second"))
    lexicon = models.CharField(max_length=40)
    tile_set = models.CharField(max_length=20)
    text = models.TextField(editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("annotated game")
        verbose_name_plural = _("annotated games")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.first_name} – {self.second_name}"
