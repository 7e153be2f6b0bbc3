"""People and events: who plays, where, and with which lexicon."""

import uuid
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments import alike, names
from tournaments.classic_models import (
    Division,
    DivisionEntry,
    DivisionRound,
    Match,
    MatchReport,
    MatchResult,
)
from tournaments.clock_models import ClockAct, ClockLink, MatchClock
from tournaments.club_table_models import ClubTable, TableAct, TableSeat, TableUndo, TableUndoAnswer
from tournaments.print_models import Letterhead, Printed, PrintJob, PrintPart
from tournaments.prize_models import DivisionPrize
from tournaments.rating_models import DivisionRating, RatingChange
from tournaments.record_models import MatchRecord, RecordEntry
from tournaments.result_models import EventAct, GameResult, GameTable, ResultLine, Team
from tournaments.room_models import Room
from tournaments.season_models import Season

__all__ = [
    "Arbitrator",
    "ClockAct",
    "ClockLink",
    "Club",
    "ClubTable",
    "Division",
    "DivisionEntry",
    "DivisionPrize",
    "DivisionRating",
    "DivisionRound",
    "Entry",
    "Event",
    "EventAct",
    "GameResult",
    "GameTable",
    "Letterhead",
    "Lexicon",
    "Match",
    "MatchClock",
    "MatchRecord",
    "MatchReport",
    "MatchResult",
    "PeopleList",
    "Player",
    "PrintJob",
    "PrintPart",
    "Printed",
    "RatingChange",
    "RecordEntry",
    "ResultLine",
    "Room",
    "Season",
    "TableAct",
    "TableSeat",
    "TableUndo",
    "TableUndoAnswer",
    "Team",
]

NAME_LENGTH = 80
NUMBER_LENGTH = 20
LEXICON_NAME_LENGTH = 40


class Club(models.Model):
    """Where players belong; `key` is the same for names of one club, whatever the accents (`tournaments.alike`)."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    key = models.CharField(max_length=alike.KEY_LENGTH, unique=True, editable=False)
    number = models.CharField(_("number"), max_length=NUMBER_LENGTH, blank=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def named(cls, name: str) -> Self:
        """A club not yet saved."""
        return cls(name=name, key=alike.club_key(name))


class Player(models.Model):
    """A person, found again at the next event: by the licence number, or by the name if there is none.

    Two people may have one name if a licence tells them apart; without a licence a name is one person. `alike` is
    the same for names that people write for one person (`tournaments.alike`).
    """

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    # The name without regard to case, the same on every database.
    key = models.CharField(max_length=alike.KEY_LENGTH, db_index=True, editable=False)
    alike = models.CharField(max_length=alike.FOLDED_LENGTH, db_index=True, editable=False)
    licence = models.CharField(_("licence number"), max_length=NUMBER_LENGTH, blank=True)
    club = models.ForeignKey(
        Club, on_delete=models.SET_NULL, related_name="players", verbose_name=_("club"), null=True, blank=True
    )
    country = models.CharField(
        _("country"), max_length=3, blank=True, help_text=_("Two or three letters, such as FR or BEL.")
    )
    series = models.CharField(_("series"), max_length=10, blank=True, help_text=_("Such as 4B or super."))
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    rated_games = models.PositiveIntegerField(_("rated games"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    history = HistoricalRecords(excluded_fields=["key", "alike"])

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "licence"]
        constraints = [
            models.UniqueConstraint(fields=["licence"], condition=~Q(licence=""), name="player_licence_once"),
            models.UniqueConstraint(
                fields=["key"], condition=Q(licence=""), name="player_name_once_without_licence"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def rename(self, name: str) -> None:
        """Give the name, with what goes by it; not saved."""
        self.name, self.key, self.alike = name, alike.key(name), alike.folded(name)

    @classmethod
    def named(cls, name: str) -> Self:
        """A player not yet saved."""
        player = cls()
        player.rename(name)
        return player


class PeopleList(models.Model):
    """A list of people as it was read from a file: looked at first, then brought in, once (`people_import`). `reading`
    says what each column is (`people_columns`).

    From `asked_at` on it is being brought in: `mark` is that of the plan that was looked at, `choices` what was chosen
    there, `step` and `moved_at` tell how far it is. If it cannot be, `asked_at` is empty again and `refused` says why.
    Afterwards `result` has how many lines did what, and the keys of the players who were missing. What was brought in
    the history of the players tells, by `reason`; of the list itself only the lines that were left out stay, each with
    its reasons.
    """

    OF_LIST = "list "

    class Step(models.TextChoices):
        WAITING = "waiting", _("waiting for its turn")
        CHECKING = "checking", _("being compared")
        WRITING = "writing", _("being written")

    file_name = models.CharField(_("file"), max_length=100)
    headings = models.JSONField(default=list, blank=True, editable=False)
    reading = models.JSONField(default=list, blank=True, editable=False)
    lines = models.JSONField(blank=True, help_text="Pairs of the line's number and its cells.")
    read_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    read_at = models.DateTimeField(_("read"), editable=False)
    done_at = models.DateTimeField(_("brought in"), null=True, editable=False)
    asked_at = models.DateTimeField(_("asked for"), null=True, editable=False)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", null=True, editable=False
    )
    mark = models.CharField(max_length=64, blank=True, editable=False)
    step = models.CharField(_("step"), max_length=10, choices=Step, blank=True, editable=False)
    moved_at = models.DateTimeField(_("last progress"), null=True, editable=False)
    refused = models.CharField(max_length=40, blank=True, editable=False)
    result = models.JSONField(default=dict, blank=True, editable=False)
    choices = models.JSONField(default=dict, blank=True, editable=False)
    left_out = models.JSONField(
        default=list, blank=True, editable=False, help_text="The line's number, its cells, the reasons."
    )

    class Meta:
        verbose_name = _("list of people")
        verbose_name_plural = _("lists of people")
        ordering = ["-read_at"]

    def __str__(self) -> str:
        return self.file_name

    @property
    def reason(self) -> str:
        """By which the history of players knows what this list changed."""
        return f"{self.OF_LIST}{self.pk}"

    @classmethod
    def of_reason(cls, reason: str) -> int | None:
        """The key of the list of that reason, if it is one."""
        number = reason.removeprefix(cls.OF_LIST)
        return int(number) if reason.startswith(cls.OF_LIST) and number.isdecimal() else None


class Event(models.Model):
    """An evening, a day or a festival: the players entered and the arbitrators who run its games.

    `released` says whether others than its arbitrators may see the standings; a `public` event is listed for
    everybody, with its games and, once released, with what its players did elsewhere. If it `shows_games`, whoever
    sees the standings can look round by round at those that are over. A team has the points of all its members, or in
    each game those of its best `best_of_team`. `groups` are labels that the event gives to entries, and
    `age_categories` its own categories as [name, least age, most age]; with none those that all know are used. With
    `one_device` the link of a player opens the first device that it is opened on, and no other. Big screens speak its
    `language`; without one, that of the machine they are on. One that is `made_up`, to be tried, counts for no season
    and in nobody's history. By its `uid` it is known on every installation that reads its archive.
    """

    class Released(models.TextChoices):
        HIDDEN = "hidden", _("hidden until released")
        PROVISIONAL = "provisional", _("released as provisional")
        FINAL = "final", _("released as final")

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    date = models.DateField(_("date"), default=timezone.localdate)
    released = models.CharField(
        _("standings"), max_length=11, choices=Released, default=Released.HIDDEN, editable=False
    )
    public = models.BooleanField(_("public"), default=False, editable=False)
    best_of_team = models.PositiveSmallIntegerField(_("best of a team"), null=True, editable=False)
    groups = models.JSONField(default=list, editable=False)
    age_categories = models.JSONField(default=list, editable=False)
    one_device = models.BooleanField(_("a link opens one device"), default=False, editable=False)
    shows_games = models.BooleanField(_("games to look at"), default=False, editable=False)
    language = models.CharField(_("language"), max_length=10, blank=True, editable=False)
    made_up = models.BooleanField(default=False, editable=False)
    arbitrators = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        through="Arbitrator",
        related_name="events",
        verbose_name=_("arbitrators"),
    )

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-date", "-pk"]

    def __str__(self) -> str:
        return self.name


class Arbitrator(models.Model):
    """A user at the desk of an event, what they may do there, and the tables that are theirs, if not all: a range, or
    those of a room. One who plays in the event as well has an `entry` there.
    """

    class Role(models.TextChoices):
        CHIEF = "chief", _("chief arbitrator")
        ARBITRATOR = "arbitrator", _("arbitrator")
        HELPER = "helper", _("helper")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="posts")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="posts", verbose_name=_("user")
    )
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.ARBITRATOR)
    first_table = models.PositiveIntegerField(_("first table"), null=True, blank=True)
    last_table = models.PositiveIntegerField(_("last table"), null=True, blank=True)
    room = models.ForeignKey(
        Room, on_delete=models.RESTRICT, related_name="posts", verbose_name=_("room"), null=True, blank=True
    )
    entry = models.OneToOneField(
        "Entry",
        on_delete=models.SET_NULL,
        related_name="post",
        verbose_name=_("plays as"),
        null=True,
        blank=True,
    )

    class Meta:
        verbose_name = _("arbitrator")
        verbose_name_plural = _("arbitrators")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="arbitrator_once_an_event"),
            models.CheckConstraint(
                condition=Q(first_table__isnull=True, last_table__isnull=True)
                | Q(first_table__isnull=False, last_table__isnull=False, first_table__lte=F("last_table")),
                name="arbitrator_range_of_tables",
            ),
            models.CheckConstraint(
                condition=Q(room__isnull=True) | Q(first_table__isnull=True), name="arbitrator_room_or_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"

    @property
    def tables(self) -> range | None:
        """The tables that are theirs; None for all of them. Select `room`."""
        if self.room is not None:
            return self.room.tables
        if self.first_table is None or self.last_table is None:
            return None
        return range(self.first_table, self.last_table + 1)


class Entry(models.Model):
    """A player or a pair in an event, at a table; on a phone it is known by a token of which only the hash is kept.
    Nobody is in an event twice, alone or as somebody's partner (`registration` sees to what no constraint can say).

    Whoever drops out stays in the standings with what they had; `withdrawn_at` says when, and is empty again
    when they come back. Who was entered beforehand is expected until they have arrived. `phone_claimed` says that
    somebody took the phone of one whom the desk had entered, by the name alone.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    partner = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        related_name="partner_entries",
        verbose_name=_("partner"),
        null=True,
        blank=True,
    )
    table = models.PositiveIntegerField(_("table"))
    token_hash = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001 - unique, so absent must be NULL
    phone_claimed = models.BooleanField(default=False, editable=False)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    arrived_at = models.DateTimeField(
        _("arrived"), default=timezone.now, null=True, blank=True, editable=False
    )
    withdrawn_at = models.DateTimeField(_("dropped out"), null=True, blank=True, editable=False)
    team = models.ForeignKey(
        Team, on_delete=models.SET_NULL, related_name="entries", verbose_name=_("team"), null=True, blank=True
    )
    group = models.CharField(_("group"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_once_an_event"),
            models.UniqueConstraint(fields=["event", "partner"], name="entry_partner_once_an_event"),
            models.UniqueConstraint(fields=["event", "table"], name="entry_own_table"),
            models.CheckConstraint(
                condition=Q(partner__isnull=True) | ~Q(partner=F("player")), name="entry_pair_of_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.name}"

    @property
    def name(self) -> str:
        """The player, or both of a pair, as they may be shown (`tournaments.names`); select `player` and `partner`."""
        return names.shown(self.full_name, self.table)

    @property
    def seat(self) -> int:
        """The table in the game that is looked at: queries of `tournaments.game_tables` set it, and so `table`."""
        return self.table

    @seat.setter
    def seat(self, table: int) -> None:
        self.table = table

    @property
    def full_name(self) -> str:
        """The same for the record, whoever looks."""
        return names.of_pair(self.player.name, self.partner.name if self.partner else None)


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
