"""Lexicons."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.jobs import Job
from tournaments.models.organisers import OfOrganiser, Organiser
from tournaments.wording.engine_messages import LEXICONS

LEXICON_NAME_LENGTH = 40
# 15 tiles, each with its two letters in brackets where they would read as two tiles.
WORD_TEXT_LENGTH = 60


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

    @property
    def is_built_in(self) -> bool:
        return self.organiser_id is None and self.name in LEXICONS

    @property
    def title(self) -> str:
        """The name that pages show: in words for a lexicon that comes with the program."""
        return str(LEXICONS[self.name]) if self.is_built_in else self.name


class WordListFile(Job, OfOrganiser):
    """A file with words as it was uploaded: reviewed first, then compiled once
    (`tournaments.lexicons.imports.services`).

    `packed` has the content, compressed; it is emptied when the lexicon is there. The two files of a hunspell
    dictionary (`PAIR`) become a text of their forms in the background, which is the file's kind from then on.
    `tile_set` to `without_abbreviations` say how the file is read, and `review` what then comes of it. A
    long review is a job, and so is the compiling.
    """

    SILENT_SECONDS = 300

    class Kind(models.TextChoices):
        TEXT = "text", _("text")
        TABLE = "table", _("Excel file")
        KWG = "kwg", _("KWG file")
        PAIR = "pair", _("hunspell dictionary")

    class Step(models.TextChoices):
        LISTING = "listing", _("its forms being listed")
        REVIEWING = "reviewing", _("its forms being reviewed")
        WAITING = "waiting", _("waiting for its turn")
        READING = "reading", _("being read")
        COMPILING = "compiling", _("being compiled")

    file_name = models.CharField(_("file"), max_length=100)
    kind = models.CharField(max_length=5, choices=Kind, editable=False)
    packed = models.BinaryField(editable=False)
    tile_set = models.CharField(_("tile set"), max_length=20)
    encoding = models.CharField(_("encoding"), max_length=20)
    column = models.PositiveSmallIntegerField(_("column"), default=0)
    definitions = models.BooleanField(default=False)
    without_capitals = models.BooleanField(default=False)
    without_abbreviations = models.BooleanField(default=False)
    review = models.JSONField(default=dict, blank=True, editable=False)
    read_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    read_at = models.DateTimeField(_("read"), editable=False)
    name = models.CharField(_("name"), max_length=LEXICON_NAME_LENGTH, blank=True)
    lexicon = models.OneToOneField(
        Lexicon, on_delete=models.CASCADE, related_name="file", null=True, editable=False
    )

    class Meta:
        verbose_name = _("file of words")
        verbose_name_plural = _("files of words")
        ordering = ["-read_at"]

    def __str__(self) -> str:
        return self.file_name
