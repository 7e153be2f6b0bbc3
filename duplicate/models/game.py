"""Games and the rule sets that a club made its own."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duplicate.models.prepared import PreparedGame, read_rule_set
from engine.rules import (
    RuleSet,
)
from engine.tiles import TileSet, load_tile_set
from tournaments.models import Event, OfOrganiser


class ClubRules(OfOrganiser):
    """A rule set that the club made its own. Games keep the text that they started with."""

    name = models.CharField(_("name"), max_length=40)
    preset = models.CharField(_("copied from"), max_length=40, editable=False)
    rules = models.TextField(_("rules"), help_text=_("The rule set, as text."))
    changed_at = models.DateTimeField(_("changed"), default=timezone.now, editable=False)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, editable=False
    )

    class Meta:
        verbose_name = _("club's rules")
        verbose_name_plural = _("clubs' rules")
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["organiser", "name"], name="club_rules_name_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def rule_set(self) -> RuleSet:
        return read_rule_set(self.rules)


class Game(models.Model):
    """One duplicate game of an event, its `number` there. `version` grows with every change that screens
    show.
    """

    class State(models.TextChoices):
        PLAYING = "playing", _("in progress")
        FINISHED = "finished", _("finished")

    class Notation(models.TextChoices):
        DUPLICATE = "duplicate", _("rows A–O, columns 1–15 (H8 across, 8H down)")
        ENGLISH = "english", _("columns A–O, rows 1–15 (8H across, H8 down)")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField(_("number in the event"), default=1, editable=False)
    code = models.CharField(_("game code"), max_length=8, unique=True)
    name = models.CharField(_("name"), max_length=80)
    lexicon = models.CharField(_("lexicon"), max_length=40)
    tile_set = models.CharField(_("tile set"), max_length=20)
    notation = models.CharField(_("references"), max_length=10, choices=Notation)
    rules = models.TextField(_("rules"), help_text=_("The rule set the game started with, as text."))
    club_rules = models.ForeignKey(
        ClubRules, on_delete=models.SET_NULL, related_name="games", null=True, blank=True
    )
    prepared = models.ForeignKey(
        PreparedGame, on_delete=models.PROTECT, related_name="games", null=True, blank=True
    )
    double_arbitration = models.BooleanField(
        _("double arbitration"),
        default=False,
        help_text=_("Every paper slip is keyed by two arbitrators; the chief settles what differs."),
    )
    names_hidden = models.BooleanField(
        _("names hidden"),
        default=False,
        help_text=_("Arbitrators see table numbers only; the chief sees names."),
    )
    speaks = models.BooleanField(
        _("announcements are spoken"),
        default=False,
        db_default=False,
        help_text=_("The big screens speak the announcements."),
    )
    seed = models.CharField(max_length=32, editable=False)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLAYING)
    words_digest = models.CharField(
        max_length=32,
        default="",
        db_default="",
        blank=True,
        editable=False,
        help_text="Digest of the words by which it departs from its lexicon; empty if there are none.",
    )
    end_reason = models.CharField(_("why it ended"), max_length=30, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="game_number_once_an_event"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @staticmethod
    def count_played_rounds() -> models.Count:
        """Count the announced rounds, for a query of games."""
        return models.Count("rounds", filter=Q(rounds__state="announced"), distinct=True)

    @staticmethod
    def count_opened_rounds() -> models.Count:
        """Count the rounds that players have seen, for a query of games: a game without any has not begun."""
        opened = Q(rounds__state__in=("open", "closed", "announced"))
        return models.Count("rounds", filter=opened, distinct=True)

    @property
    def tiles(self) -> TileSet:
        return load_tile_set(self.tile_set)

    @property
    def rule_set(self) -> RuleSet:
        return read_rule_set(self.rules)
