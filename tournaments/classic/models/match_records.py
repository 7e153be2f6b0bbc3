"""Matches kept move by move: the record of a match, and its entries, which are only ever added."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def new_record_code() -> str:
    """Return a random code: a board can be reached only by a link that somebody gave."""
    return secrets.token_urlsafe(12)


class MatchRecord(models.Model):
    """The record of one match, kept by an annotator at the table or by its two players.

    The rules are stored with it as a text (`engine.referee.ClassicSettings`), so that later changes do not
    affect the match. A `live` one is shown on screens and on the public page of a public event. `advice` says
    whether these show the engine's plays after a move. The annotator's link is stored only as a hash.
    `second_begins` says that the player who goes second in the match began: a file may tell so.
    """

    class Keeper(models.TextChoices):
        ANNOTATOR = "annotator", _("an annotator")
        PLAYERS = "players", _("both players")

    match = models.OneToOneField("classic.Match", on_delete=models.PROTECT, related_name="record")
    keeper = models.CharField(_("kept by"), max_length=9, choices=Keeper, default=Keeper.ANNOTATOR)
    code = models.SlugField(max_length=16, unique=True, default=new_record_code, editable=False)
    second_begins = models.BooleanField(_("the second player began"), default=False, db_default=False)
    live = models.BooleanField(_("live"), default=True)
    advice = models.BooleanField(_("the engine’s plays"), default=True)
    settings = models.TextField()
    lexicon = models.CharField(max_length=40)
    tile_set = models.CharField(max_length=20)
    version = models.PositiveIntegerField(default=1)
    token_hash = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001 - unique, so absent must be NULL
    opened_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("record of a match")
        verbose_name_plural = _("records of matches")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.keeper


class GcgFile(models.Model):
    """A GCG file as it was uploaded, until it is imported or cancelled.

    It is to be the record of its `match` (`tournaments.classic.match_records.gcg_import`). If it has none, its
    players say whether it is one of a match of its `division`, or an annotated game
    (`tournaments.classic.match_records.annotated_games`).
    """

    match = models.OneToOneField(
        "classic.Match", on_delete=models.CASCADE, related_name="gcg_file", null=True
    )
    division = models.ForeignKey(
        "classic.Division", on_delete=models.CASCADE, related_name="gcg_files", null=True
    )
    file_name = models.CharField(_("file"), max_length=100)
    content = models.BinaryField(editable=False)
    read_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    read_at = models.DateTimeField(_("read"), editable=False)

    class Meta:
        verbose_name = _("GCG file")
        verbose_name_plural = _("GCG files")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(match__isnull=False, division__isnull=True)
                | Q(match__isnull=True, division__isnull=False),
                name="gcg_file_of_match_or_division",
            )
        ]

    def __str__(self) -> str:
        return self.file_name


class RecordEntry(models.Model):
    """One entry of a match's record: acts in the order in which they count, in the referee's format, or the
    taking back of an earlier entry.

    `best` has the engine's plays in that turn, as pairs of reference and word with points; they are known
    once the turn is over, and hidden from the two players. The sender makes `key`, so that an entry sent
    twice counts once. It came from an arbitrator (`by`), from a player (`player`), or else by the annotator's
    link.
    """

    record = models.ForeignKey(MatchRecord, on_delete=models.PROTECT, related_name="entries")
    key = models.UUIDField(unique=True)
    acts = models.JSONField(default=list)
    best = models.JSONField(default=list)
    takes_back = models.OneToOneField(
        "self", on_delete=models.RESTRICT, related_name="taken_back_by", null=True
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    player = models.ForeignKey("classic.DivisionEntry", on_delete=models.PROTECT, related_name="+", null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("entry of a record")
        verbose_name_plural = _("entries of records")
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.key)
