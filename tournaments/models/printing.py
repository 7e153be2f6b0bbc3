"""Printing: the club's letterhead, the last print of each document, and long documents in the making."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.jobs import Job
from tournaments.models.organisers import OfOrganiser

NAME_LENGTH = 80


class Letterhead(OfOrganiser):
    """The letterhead of every document of an organiser: the club's name, its logo (PNG), and the paper.

    `changed_at` is the last change of name or logo.
    """

    class Size(models.TextChoices):
        A4 = "A4", _("A4")
        LETTER = "letter", pgettext_lazy("paper", "Letter")

    club = models.CharField(_("club"), max_length=NAME_LENGTH, blank=True)
    logo = models.BinaryField(_("logo"), blank=True, default=b"")
    size = models.CharField(_("paper"), max_length=6, choices=Size, default=Size.A4)
    changed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("letterhead")
        verbose_name_plural = _("letterheads")
        constraints = [models.UniqueConstraint(fields=["organiser"], name="letterhead_once")]

    def __str__(self) -> str:
        return self.club


class Printed(models.Model):
    """The last print or download of a document: its options, and for a long document its keys."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="printed")
    kind = models.SlugField(max_length=20)
    subject = models.PositiveBigIntegerField()
    document = models.SlugField(max_length=40)
    options = models.JSONField(default=dict)
    keys = models.JSONField(default=list)
    at = models.DateTimeField(_("printed"), default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("printed document")
        verbose_name_plural = _("printed documents")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "kind", "subject", "document"], name="printed_once_a_document"
            )
        ]

    def __str__(self) -> str:
        return self.document


class PrintJob(Job):
    """A long document that is made in the background, part by part, and its file at the end.

    It has a page or card for each of its `keys`, and `paper` describes the paper. Its subject may belong to no
    `event`. `language` and `names_hidden` are those of the user who started it.
    """

    IS_PATIENT = True

    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="print_jobs", null=True
    )
    kind = models.SlugField(max_length=20)
    subject = models.PositiveBigIntegerField()
    document = models.SlugField(max_length=40)
    options = models.JSONField(default=dict)
    keys = models.JSONField(default=list)
    paper = models.JSONField(default=dict)
    language = models.CharField(max_length=10)
    names_hidden = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="print_jobs")
    made_at = models.DateTimeField(default=timezone.now)
    file = models.BinaryField(default=b"")

    class Meta:
        verbose_name = _("document being made")
        verbose_name_plural = _("documents being made")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.document


class PrintPart(models.Model):
    """Some pages of a long document, kept until all are there."""

    job = models.ForeignKey(PrintJob, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    file = models.BinaryField()

    class Meta:
        verbose_name = _("part of a document")
        verbose_name_plural = _("parts of documents")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["job", "number"], name="print_part_once")]

    def __str__(self) -> str:
        return str(self.number)
