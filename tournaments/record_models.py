"""Matches kept move by move: the record of one, and what was entered, as rows that are only ever added."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def new_record_code() -> str:
    """Nobody comes to a board but by a link that somebody gave them."""
    return secrets.token_urlsafe(12)


class MatchRecord(models.Model):
    """The record of one match, kept by an annotator at the table or by the two who play it.

    What was agreed is kept with it as a text (`engine.referee.ClassicSettings`), so that a match is judged to its end
    as it was begun. A `live` one is shown on screens and on the public page of a public event; `advice` says whether
    these show, after a move, what the engine would have played. The annotator's link is known by a hash alone.
    """

    class Keeper(models.TextChoices):
        ANNOTATOR = "annotator", _("an annotator")
        PLAYERS = "players", _("both players")

    match = models.OneToOneField("tournaments.Match", on_delete=models.CASCADE, related_name="record")
    keeper = models.CharField(_("kept by"), max_length=9, choices=Keeper, default=Keeper.ANNOTATOR)
    code = models.SlugField(max_length=16, unique=True, default=new_record_code, editable=False)
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


class RecordEntry(models.Model):
    """What was entered at once into the record of a match: acts in the order in which they count, as the referee
    writes them, or nothing but that an earlier entry is taken back.

    `best` is what the engine would have played in that turn, as pairs of reference and word with points: known once
    the turn is over, and no business of the two who play. `key` is made by whoever enters, so that what is sent twice
    counts once. It came from an arbitrator (`by`), from a player (`player`), or else by the annotator's link.
    """

    record = models.ForeignKey(MatchRecord, on_delete=models.CASCADE, related_name="entries")
    key = models.UUIDField(unique=True)
    acts = models.JSONField(default=list)
    best = models.JSONField(default=list)
    takes_back = models.OneToOneField(
        "self", on_delete=models.CASCADE, related_name="taken_back_by", null=True
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    player = models.ForeignKey(
        "tournaments.DivisionEntry", on_delete=models.PROTECT, related_name="+", null=True
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("entry of a record")
        verbose_name_plural = _("entries of records")
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.key)
