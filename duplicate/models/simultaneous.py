"""Simultaneous games as rows: what the organiser sends out and gets back, and what a club receives.

`ResultVersion` rows are only ever added: the one of a club with the greatest number counts.
"""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from duplicate.models.prepared import PreparedGame
from tournaments.models import NAME_LENGTH
from tournaments.names import folding
from tournaments.time import time_zones

DIGEST_LENGTH = 64


class SigningKey(models.Model):
    """The one key with which this installation signs envelopes; the private half is encrypted
    (`tournaments.installation.encryption`).
    """

    only = models.BooleanField(default=True, unique=True, editable=False)
    sealed = models.BinaryField()
    public_key = models.CharField(max_length=64)
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("signing key")
        verbose_name_plural = _("signing keys")
        constraints = [models.CheckConstraint(condition=models.Q(only=True), name="signing_key_only_one")]

    def __str__(self) -> str:
        return self.public_key


class Simultaneous(models.Model):
    """A prepared game that many clubs play, each on its own: the organiser's side.

    `opens_at` was typed and is shown in `time_zone`, an IANA name: another zone never moves it.
    """

    prepared = models.ForeignKey(PreparedGame, on_delete=models.PROTECT, related_name="simultaneous")
    name = models.CharField(_("name"), max_length=80)
    organiser = models.CharField(_("organiser"), max_length=NAME_LENGTH)
    opens_at = models.DateTimeField(_("not to be opened before"))
    time_zone = models.CharField(
        _("time zone"),
        max_length=time_zones.NAME_LENGTH,
        blank=True,
        default=time_zones.installation_zone,
        db_default="",
        validators=[time_zones.validate_time_zone],
    )
    digest = models.CharField(max_length=DIGEST_LENGTH, unique=True, editable=False)
    envelope = models.BinaryField()
    sealed_code = models.BinaryField()
    merged_solos = models.BooleanField(
        _("solos over the whole field"),
        default=False,
        help_text=_(
            "A solo is then the best score of a round that one player alone has in all clubs together."
        ),
    )
    final_at = models.DateTimeField(_("final"), null=True, blank=True, editable=False)
    published_at = models.DateTimeField(_("published"), null=True, blank=True, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("simultaneous game")
        verbose_name_plural = _("simultaneous games")
        ordering = ["-opens_at", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return time_zones.zone_called(self.time_zone)

    @property
    def organiser_id(self) -> int:
        return self.prepared.organiser_id


class InvitedClub(models.Model):
    """A club that may send its result by itself; it is known by a token.

    The token is stored as a hash, by which a server is known, and encrypted (`sealed_token`), for letters and
    the signatures of files; `key_id` names it in these. Tokens of the release before have the hash alone.
    """

    simultaneous = models.ForeignKey(Simultaneous, on_delete=models.CASCADE, related_name="invited")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    key = models.CharField(max_length=folding.FOLDED_LENGTH, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    sealed_token = models.BinaryField(null=True, editable=False)
    key_id = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("invited club")
        verbose_name_plural = _("invited clubs")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["simultaneous", "key"],
                condition=models.Q(revoked_at__isnull=True),
                name="invited_club_one_token",
            )
        ]

    def __str__(self) -> str:
        return self.name


class ResultVersion(models.Model):
    """A club's result, valid from this row on until the next one of that club.

    It came in a file that `by` imported, or from the server of the club `via`, or `by` went back to the
    version `restores`. A signed one has the `sequence` of its sending and the club's time.
    """

    simultaneous = models.ForeignKey(Simultaneous, on_delete=models.PROTECT, related_name="results")
    club_key = models.CharField(max_length=folding.FOLDED_LENGTH, editable=False)
    club = models.CharField(_("club"), max_length=NAME_LENGTH)
    number = models.PositiveSmallIntegerField(_("version"))
    content = models.JSONField(help_text="See `duplicate.prepared_games.results.file_format`.")
    digest = models.CharField(max_length=DIGEST_LENGTH, editable=False)
    via = models.ForeignKey(InvitedClub, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    restores = models.ForeignKey("self", on_delete=models.RESTRICT, related_name="+", null=True, blank=True)
    sequence = models.PositiveIntegerField(_("number of the sending"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    arrived_at = models.DateTimeField(_("arrived"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("version of a result")
        verbose_name_plural = _("versions of results")
        ordering = ["club", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["simultaneous", "club_key", "number"], name="result_version_number_once"
            ),
            models.CheckConstraint(
                condition=models.Q(via__isnull=True, by__isnull=False)
                | models.Q(via__isnull=False, by__isnull=True, restores__isnull=True),
                name="result_version_from_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club} {self.number}"


class ResultFile(models.Model):
    """A club's result that was read from a file: somebody looks at it, then accepts it, which deletes the
    row. A file that was refused has no content, and sentences in `problems`.
    """

    class Refusal(models.TextChoices):
        INVALID = "invalid", _("not a result")
        OTHER_GAME = "other_game", _("another game’s")
        EDITED = "edited", _("edited")
        TOKEN = "token", _("wrong token")
        WRONG = "wrong", _("does not add up")

    simultaneous = models.ForeignKey(Simultaneous, on_delete=models.CASCADE, related_name="files")
    file_name = models.CharField(_("file"), max_length=100)
    content = models.JSONField()
    club = models.CharField(_("club"), max_length=NAME_LENGTH, blank=True, default="", db_default="")
    digest = models.CharField(max_length=DIGEST_LENGTH, blank=True, default="", db_default="", editable=False)
    sequence = models.PositiveIntegerField(_("number of the sending"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    refusal = models.CharField(
        _("reason for refusal"), max_length=12, choices=Refusal.choices, blank=True, default="", db_default=""
    )
    problems = models.TextField(blank=True, default="", db_default="", help_text="A sentence a line.")
    read_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    read_at = models.DateTimeField(pgettext_lazy("a file", "read"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("file with a result")
        verbose_name_plural = _("files with results")
        ordering = ["-read_at"]

    def __str__(self) -> str:
        return self.file_name


class ReceivedEnvelope(models.Model):
    """An envelope that a club was sent: still shut, or with its content in `prepared`. The organiser says
    when all clubs have played; from `all_played_at` on everybody may look at it here. One that was made for
    one club names it, and has its token, encrypted; another club's of the same game is a row of its own.
    """

    data = models.BinaryField()
    digest = models.CharField(max_length=DIGEST_LENGTH, editable=False)
    public_key = models.CharField(max_length=64, editable=False)
    club = models.CharField(_("club"), max_length=NAME_LENGTH, blank=True, default="", db_default="")
    sealed_token = models.BinaryField(null=True, editable=False)
    received_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    received_at = models.DateTimeField(_("received"), default=timezone.now, editable=False)
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True, editable=False)
    all_played_at = models.DateTimeField(_("played by all clubs"), null=True, blank=True, editable=False)
    prepared = models.OneToOneField(
        PreparedGame, on_delete=models.PROTECT, related_name="received", null=True, blank=True
    )

    class Meta:
        verbose_name = _("received envelope")
        verbose_name_plural = _("received envelopes")
        ordering = ["-received_at"]
        constraints = [
            models.UniqueConstraint(fields=["digest", "received_by", "club"], name="envelope_received_once"),
            models.CheckConstraint(
                condition=models.Q(opened_at__isnull=True, prepared__isnull=True)
                | models.Q(opened_at__isnull=False, prepared__isnull=False),
                name="envelope_opened_with_its_game",
            ),
        ]

    def __str__(self) -> str:
        return self.digest
