"""People and events: who plays, where, and with which lexicon."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 80
LEXICON_NAME_LENGTH = 40


class Player(models.Model):
    """A person, found again at the next event."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    # The name without regard to case, the same on every database.
    key = models.CharField(max_length=2 * NAME_LENGTH, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Event(models.Model):
    """An evening, a day or a festival: the players entered and the arbitrators who may run its games."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    date = models.DateField(_("date"), default=timezone.localdate)
    arbitrators = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="events", verbose_name=_("arbitrators")
    )

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-date", "-pk"]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in an event, at a table; on a phone it is known by a token of which only the hash is kept."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    table = models.PositiveIntegerField(_("table"))
    token_hash = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001 - unique, so absent must be NULL
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_once_an_event"),
            models.UniqueConstraint(fields=["event", "table"], name="entry_own_table"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.player.name}"


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
