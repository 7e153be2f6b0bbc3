"""Prepared games as rows, and the searches for them. Only facts are readable here: the rest is encrypted."""

from functools import lru_cache

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.duplicate_games.game_statistics import Criteria, GameFacts
from engine.duplicate_games.records import GameRecord
from engine.rules import (
    RuleSet,
)
from tournaments.installation.encryption import seal, unseal
from tournaments.models import OwnedByOrganiser
from tournaments.models.jobs import Job

GAMES_IN_CHUNK = 25
PURPOSE = "prepared game"


@lru_cache
def read_rule_set(text: str) -> RuleSet:
    """Parse a rule set; cached, because rule sets never change and every reader of a game asks for its own
    several times.
    """
    return RuleSet.from_toml(text)


class PreparedGame(OwnedByOrganiser):
    """A game made ahead: its racks and placed moves, encrypted. `facts` describe it without giving anything
    away.
    """

    class Origin(models.TextChoices):
        TYPED = "typed", _("typed by hand")
        IMPORTED = "imported", _("read from a record")
        FOUND = "found", _("found by the program")
        RECEIVED = "received", _("received from an organiser")

    name = models.CharField(_("name"), max_length=80)
    lexicon = models.CharField(_("lexicon"), max_length=40)
    tile_set = models.CharField(_("tile set"), max_length=20)
    rules = models.TextField(_("rules"))
    origin = models.CharField(_("made"), max_length=10, choices=Origin)
    sealed = models.BinaryField(help_text="The record, encrypted; see `tournaments.installation.encryption`.")
    facts = models.JSONField(default=dict)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("prepared game")
        verbose_name_plural = _("prepared games")
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_received(self) -> bool:
        """True if it came in an organiser's envelope."""
        return self.origin == self.Origin.RECEIVED

    @property
    def is_simultaneous(self) -> bool:
        """True if many clubs play it, here as its organiser or as one of the clubs."""
        return self.is_received or self.simultaneous.exists()

    @property
    def rule_set(self) -> RuleSet:
        return read_rule_set(self.rules)

    @property
    def game_facts(self) -> GameFacts:
        return GameFacts.from_data(self.facts)

    def seal_record(self, record: GameRecord) -> None:
        self.sealed = seal(record.to_json(), purpose=PURPOSE)

    def open_record(self) -> GameRecord:
        """Return the record for the program's own use: it is shown to nobody before it is played."""
        return GameRecord.from_json(unseal(self.sealed, purpose=PURPOSE))


class Look(models.Model):
    """The record that somebody looked inside a prepared game, and when."""

    prepared = models.ForeignKey(PreparedGame, on_delete=models.CASCADE, related_name="looks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("look inside")
        verbose_name_plural = _("looks inside")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.by} {self.at}"


class Preparation(Job):
    """A search for games to prepare: its criteria, its progress, and the best games found so far.

    The games of a search are tried in chunks, in any order; `done` are the finished chunks. `found` has
    number and facts of the best games, the best first. Racks follow from the seed, so the seed is encrypted.
    """

    IS_PATIENT = True

    lexicon = models.CharField(_("lexicon"), max_length=40)
    tile_set = models.CharField(_("tile set"), max_length=20)
    rules = models.TextField(_("rules"))
    criteria = models.JSONField(_("criteria"))
    sealed_seed = models.BinaryField()
    games = models.PositiveIntegerField(_("games to try"))
    done = models.JSONField(default=list)
    matching = models.PositiveIntegerField(_("games that match"), default=0)
    found = models.JSONField(default=list)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(_("begun"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("search for a game")
        verbose_name_plural = _("searches for a game")
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.lexicon} {self.made_at:%Y-%m-%d %H:%M}"

    @property
    def rule_set(self) -> RuleSet:
        return read_rule_set(self.rules)

    @property
    def asked(self) -> Criteria:
        return Criteria.from_data(self.criteria)

    @property
    def tried(self) -> int:
        return sum(len(self.numbers_of(chunk)) for chunk in self.done)

    @property
    def left(self) -> list[int]:
        """The chunks that are still to be tried."""
        return sorted(set(range(-(-self.games // GAMES_IN_CHUNK))) - set(self.done))

    def numbers_of(self, chunk: int) -> range:
        """Return the games of a chunk; they are counted from 1."""
        first = 1 + chunk * GAMES_IN_CHUNK
        return range(first, min(first + GAMES_IN_CHUNK, self.games + 1))
