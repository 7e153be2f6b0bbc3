"""Results of an event's games, as rows that are only ever added, and the log of acts on an event as a whole."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class GameResult(models.Model):
    """The result of one game at a moment: the highest `version` is valid, earlier ones stay on record.

    `game` is the code by which the app that runs the game knows it. A result is provisional when the game
    goes on again after its end. `tie_breaks` are the names of the game's rules for ranking equals.
    """

    class State(models.TextChoices):
        PROVISIONAL = "provisional", pgettext_lazy("result of a game", "provisional")
        FINAL = "final", pgettext_lazy("result of a game", "final")

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="results")
    game = models.CharField(_("game code"), max_length=8)
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=80)
    version = models.PositiveSmallIntegerField(_("version"))
    state = models.CharField(_("state"), max_length=11, choices=State)
    top_total = models.PositiveIntegerField(_("total of the tops"))
    tie_breaks = models.JSONField(default=list, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    reason = models.CharField(_("why"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("result of a game")
        verbose_name_plural = _("results of games")
        ordering = ["number", "version"]
        constraints = [
            models.UniqueConstraint(fields=["event", "game", "version"], name="result_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.version})"


class ResultLine(models.Model):
    """One entry's line of a result; `rounds` has its points of each round in order, sanctions and solos
    included. `solos`, `top_run` and `climb` are those of `tournaments.standings.ranking.GameScore`.
    """

    result = models.ForeignKey(GameResult, on_delete=models.PROTECT, related_name="lines")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="result_lines")
    total = models.IntegerField(_("total"))
    negative = models.IntegerField(_("negative"))
    solo_points = models.PositiveSmallIntegerField(_("solos"), default=0)
    warnings = models.PositiveSmallIntegerField(_("warnings"), default=0)
    penalties = models.PositiveSmallIntegerField(_("penalties"), default=0)
    zeros = models.PositiveSmallIntegerField(_("zeros"), default=0)
    tops = models.PositiveSmallIntegerField(_("tops found"), default=0)
    best_move = models.PositiveSmallIntegerField(_("best move"), default=0)
    absent = models.BooleanField(_("absent"), default=False)
    solos = models.PositiveSmallIntegerField(default=0, db_default=0)
    top_run = models.PositiveSmallIntegerField(null=True)
    climb = models.PositiveSmallIntegerField(default=0, db_default=0)
    rounds = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("line of a result")
        verbose_name_plural = _("lines of results")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["result", "entry"], name="result_line_once"),
        ]

    def __str__(self) -> str:
        return str(self.total)


class GameTable(models.Model):
    """The table of an entry in a game that was finished (`game` is its code) when tables changed.

    An entry without a row played at the table that it has now.
    """

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="game_tables")
    game = models.CharField(_("game code"), max_length=8)
    table = models.PositiveIntegerField(_("table"))

    class Meta:
        verbose_name = _("table of a game")
        verbose_name_plural = _("tables of games")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "entry"], name="game_table_once"),
            models.UniqueConstraint(fields=["game", "table"], name="game_table_of_one"),
        ]

    def __str__(self) -> str:
        return str(self.table)


class Team(models.Model):
    """Several entries of an event whose points are added up."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=80)
    key = models.CharField(max_length=160, editable=False)

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["event", "key"], name="team_once_an_event"),
        ]

    def __str__(self) -> str:
        return self.name


class EventAct(models.Model):
    """One act on an event as a whole: who, when, what, and its values. Acts in a game are in the game's own
    log.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="acts")
    at = models.DateTimeField(_("at"), default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    act = models.CharField(_("act"), max_length=40)
    params = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("act on an event")
        verbose_name_plural = _("acts on events")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.act
