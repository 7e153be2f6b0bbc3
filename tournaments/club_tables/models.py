"""Tables of a club, at which one of the ways to play is played act by act: rows that are only ever added to."""

from django import conf
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.codes import new_table_code
from tournaments.models import OwnedByOrganiser

SEAT_NAME_LENGTH = 40


class ClubTable(OwnedByOrganiser):
    """A table at which people play, with the agreed settings.

    `mode` is a way to play (`engine.modes`), `settings` are the settings of that mode, `way` is the device on
    which it is played. `mode_version` is that of the mode's rules when the table began: a game goes on by the
    rules it began with. `lexicon_source` identifies the words that the lexicon had: with other words the same
    acts would give another game. The `seed` is never shown: the first tiles are drawn from it, as those of an
    act are from the act's own seed. The keeper, with the tablet in the middle or keeping the score, has a
    token, of which only a hash is stored.
    """

    class Way(models.TextChoices):
        PHONES = "phones", _("everybody on their own phone")
        TABLET = "tablet", _("one tablet in the middle")
        PAPER = "paper", _("real tiles, and the program keeps the score")

    code = models.SlugField(_("code"), max_length=8, unique=True, default=new_table_code, editable=False)
    mode = models.SlugField(_("way to play"), max_length=20)
    mode_version = models.PositiveSmallIntegerField(editable=False, default=1)
    way = models.CharField(_("played on"), max_length=6, choices=Way, default=Way.PHONES)
    settings = models.JSONField(default=dict)
    lexicon = models.CharField(_("lexicon"), max_length=40)
    lexicon_source = models.CharField(max_length=80, editable=False, default="")
    tile_set = models.CharField(_("tile set"), max_length=20)
    seed = models.CharField(max_length=32, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    version = models.PositiveIntegerField(default=1)
    opened_by = models.ForeignKey(conf.settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    turn_began_at = models.DateTimeField(null=True)
    # The table whose players go on here.
    follows = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="next_table", null=True, editable=False
    )

    class Meta:
        verbose_name = _("club table")
        verbose_name_plural = _("club tables")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.code


class TableSeat(models.Model):
    """A player at a table, in the order in which they came; their phone has a token, of which the hash is
    stored.

    `level` is a target of their own, `turn_seconds` a limit a turn of their own, if the game has these (V2,
    C7).
    """

    table = models.ForeignKey(ClubTable, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=SEAT_NAME_LENGTH)
    level = models.CharField(_("level"), max_length=12, blank=True)
    turn_seconds = models.PositiveIntegerField(_("seconds for a turn"), null=True)
    token_hash = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001 - unique, so absent must be NULL
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("seat at a club table")
        verbose_name_plural = _("seats at club tables")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_seat_a_number")]

    def __str__(self) -> str:
        return self.name


class TableAct(models.Model):
    """One act: `data` as the mode reads it, with the seed from which tiles were drawn for it.

    The device makes `key`, so that an act sent twice counts once. It came from a player (`seat`), or with the
    token of the tablet or of the score keeper.
    """

    table = models.ForeignKey(ClubTable, on_delete=models.PROTECT, related_name="acts")
    number = models.PositiveIntegerField()
    key = models.UUIDField(unique=True)
    data = models.JSONField()
    seat = models.ForeignKey(TableSeat, on_delete=models.PROTECT, related_name="+", null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("act at a club table")
        verbose_name_plural = _("acts at club tables")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_act_a_number")]

    def __str__(self) -> str:
        return str(self.number)


class TableUndo(models.Model):
    """A request to take the latest act back: the act stops counting once all the others have agreed.

    `agreed` is None while it is open; it becomes False when somebody does not agree, or when play goes on.
    """

    table = models.ForeignKey(ClubTable, on_delete=models.PROTECT, related_name="undos")
    act = models.ForeignKey(TableAct, on_delete=models.PROTECT, related_name="undos")
    key = models.UUIDField(unique=True)
    seat = models.ForeignKey(TableSeat, on_delete=models.PROTECT, related_name="+", null=True)
    agreed = models.BooleanField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("undo at a club table")
        verbose_name_plural = _("undos at club tables")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(agreed__isnull=True), name="one_open_undo_a_table"
            ),
            models.UniqueConstraint(fields=["act"], condition=models.Q(agreed=True), name="one_undo_an_act"),
        ]

    def __str__(self) -> str:
        return str(self.key)


class TableUndoAnswer(models.Model):
    """The answer of one of the others to a request for an undo."""

    undo = models.ForeignKey(TableUndo, on_delete=models.PROTECT, related_name="answers")
    seat = models.ForeignKey(TableSeat, on_delete=models.PROTECT, related_name="+")
    agrees = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("answer to an undo")
        verbose_name_plural = _("answers to undos")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["undo", "seat"], name="one_answer_a_seat")]

    def __str__(self) -> str:
        return str(self.agrees)
