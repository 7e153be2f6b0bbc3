"""Events, their arbitrators and entries."""

import uuid
from collections.abc import Collection
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.rules.setting_kinds import Whole
from tournaments.described_settings.setting_columns import setting
from tournaments.models.organisers import OwnedByOrganiser
from tournaments.models.people import NAME_LENGTH, Player
from tournaments.models.results import Team
from tournaments.models.rooms import Room
from tournaments.names import name_visibility
from tournaments.names.folding import SortedName
from tournaments.names.name_parts import NameStyle, join_pair
from tournaments.time import time_zones

GROUP_LENGTH, REMARKS_LENGTH = 40, 200
# Of a broadcast, in seconds.
MOST_DELAY = 3600


class WholeEvents(models.Manager["Event"]):
    """All events except those that are still being imported."""

    def get_queryset(self) -> models.QuerySet["Event"]:
        return super().get_queryset().filter(whole=True)


class Event(OwnedByOrganiser):  # type: ignore[django-manager-missing] # the scoped manager is made at run time
    """An evening, a day or a festival: the players entered and the arbitrators who run its games.

    - `released`: others than its arbitrators may see the standings, as provisional or as final.
    - `groups`: labels that the event gives to entries.
    - `age_categories`: its own categories as [name, least age, most age]; if empty, the usual ones are used.
    - `hall_address`: a keyed hash of the one address of the hall, if the desk set this from there.
    - `one_prize_each`: nobody gets two of its prizes.
    - `door_closed`: no phone joins by itself.
    - `time_zone`: the IANA name of the zone in which its times are shown; if empty, as in a row of an older
      program, the installation's.
    - `made_up`: a trial event, which counts for no season and in nobody's history.
    - `uid`: identifies it on every installation that reads its archive.
    - `whole`: false while it is being imported in chunks of rows; nobody sees it then, and no clock closes
      its rounds.

    A setting is described where its column is (`tournaments.described_settings.setting_columns`).
    """

    class NameOrder(models.TextChoices):
        AS_WRITTEN = "", _("as written in the list of people")
        GIVEN_FIRST = NameStyle.GIVEN_FIRST, _("Anne Durand")
        FAMILY_FIRST = NameStyle.FAMILY_FIRST, _("DURAND Anne")
        COMMA = NameStyle.COMMA, _("Durand, Anne")

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
    best_of_team = setting(
        models.PositiveSmallIntegerField(_("best of a team"), null=True, editable=False),
        _("Team scores counted (blank = all)"),
        _("How many players of a team count in each game; empty for all."),
        Whole(1, 100, optional=True),
    )
    one_prize_each = models.BooleanField(
        _("nobody gets two prizes"), default=False, db_default=False, editable=False
    )
    groups = models.JSONField(default=list, editable=False)
    age_categories = models.JSONField(default=list, editable=False)
    name_style = setting(
        models.CharField(
            _("names"), max_length=6, choices=NameOrder, blank=True, default="", db_default="", editable=False
        ),
        _("Names"),
        _("On screens, documents and phones of this event; lists by name are always sorted by last name."),
    )
    language = setting(
        models.CharField(_("language"), max_length=10, blank=True, editable=False),
        _("Language of the big screens"),
    )
    time_zone = setting(
        models.CharField(
            _("time zone"),
            max_length=time_zones.NAME_LENGTH,
            blank=True,
            default=time_zones.installation_zone,
            db_default="",
            validators=[time_zones.validate_time_zone],
            editable=False,
        ),
        _("Time zone"),
        _("Times are shown and printed in it, with the reader’s own time beside them where it differs."),
    )
    one_device = setting(
        models.BooleanField(_("a link opens one device"), default=False, editable=False),
        _("One device per link"),
        _(
            "A player’s link works only on the first phone that opens it; another phone needs a new link "
            "from the desk."
        ),
    )
    one_address = setting(
        models.BooleanField(_("the hall is on one address"), default=False, editable=False),
        _("Our hall shares one IP address"),
        _("All phones use one router: 400 players a minute may join from one address, instead of 60."),
    )
    public = setting(
        models.BooleanField(_("public"), default=False, editable=False),
        _("Public: the event is listed for everybody, with its games and the codes of those in progress"),
        _("Standings become visible once released; their names then link to each player’s games."),
    )
    shows_games = setting(
        models.BooleanField(_("games to look at"), default=False, editable=False),
        _("Finished games can be viewed round by round: board, moves and everybody’s slips"),
        _(
            "For everybody who sees the standings, once released. A game that other clubs also play "
            "waits until its results are final, or until you confirm on the page of its envelope that "
            "all clubs have played."
        ),
    )
    broadcast = setting(
        models.BooleanField(_("broadcast"), default=False, editable=False),
        _("Broadcast: games can be followed from elsewhere"),
        _(
            "The event’s page has the addresses, for everybody and for a streaming program, as long as a game goes on."
        ),
        late=True,
    )
    broadcast_delay = setting(
        models.PositiveSmallIntegerField(_("delay of the broadcast"), default=60, editable=False),
        _("Delay of the broadcast, in seconds"),
        _("Nobody gets a newer state of a game by these addresses."),
        Whole(0, MOST_DELAY),
        late=True,
    )
    hall_address = models.CharField(max_length=16, blank=True, editable=False)
    door_closed = models.BooleanField(_("nobody joins by code"), default=False, editable=False)
    made_up = models.BooleanField(default=False, editable=False)
    whole = models.BooleanField(default=True, editable=False)
    arbitrators = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        through="Arbitrator",
        related_name="events",
        verbose_name=_("arbitrators"),
    )

    objects = WholeEvents()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-date", "-pk"]
        permissions = [("import_event", "Can import an event from an archive")]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return time_zones.zone_called(self.time_zone)


class Arbitrator(models.Model):
    """A user at the desk of an event, with a role, and a range of tables or a room; neither means all tables.

    An arbitrator who plays in the event as well has an `entry` there.
    """

    class Role(models.TextChoices):
        CHIEF = "chief", _("chief arbitrator")
        ARBITRATOR = "arbitrator", _("arbitrator")
        HELPER = "helper", _("helper")
        PRINTER = "printer", pgettext_lazy("role at a desk", "prints")
        OBSERVER = "observer", pgettext_lazy("role at a desk", "looks on")

    # The roles that enter scores.
    JUDGES = frozenset({Role.CHIEF, Role.ARBITRATOR})

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
        """The tables of the post; None for all of them. Select `room`."""
        if self.room is not None:
            return self.room.tables
        if self.first_table is None or self.last_table is None:
            return None
        return range(self.first_table, self.last_table + 1)


class Entry(models.Model):
    """A player or a pair in an event, at a table. Its phone is identified by a token that is stored only as a
    hash.

    Nobody is in an event twice, alone or as a partner (`tournaments.events.registration.services` enforces what no
    constraint can).

    A withdrawn entry stays in the standings with its scores; `withdrawn_at` says when, and is empty again
    when they come back. An entry made beforehand is expected until `arrived_at` is set; `expected_since` and
    `left_out_at` keep what `joined_at` and `withdrawn_at` were before, for an undo. `phone_claimed` says that
    somebody claimed, by the name alone, the phone of a player whom the desk had entered.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries")
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
    token_hash = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001 - unique: absent is NULL
    phone_claimed = models.BooleanField(default=False, editable=False)
    phone_number = models.PositiveIntegerField(
        default=0, editable=False, help_text="How many phones have been this entry's, one after the other."
    )
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    arrived_at = models.DateTimeField(
        _("arrived"), default=timezone.now, null=True, blank=True, editable=False
    )
    withdrawn_at = models.DateTimeField(_("dropped out"), null=True, blank=True, editable=False)
    expected_since = models.DateTimeField(null=True, editable=False)
    left_out_at = models.DateTimeField(null=True, editable=False)
    team = models.ForeignKey(
        Team, on_delete=models.SET_NULL, related_name="entries", verbose_name=_("team"), null=True, blank=True
    )
    group = models.CharField(_("group"), max_length=GROUP_LENGTH, blank=True)
    paid = models.BooleanField(_("paid"), default=False, db_default=False)
    remarks = models.CharField(_("remarks"), max_length=REMARKS_LENGTH, blank=True, default="", db_default="")
    skips_games = models.CharField(
        max_length=100,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="The numbers of the event's games that this entry does not play, each between commas: ,2,3,",
    )

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
    def is_left_out(self) -> bool:
        """Tell whether nobody waits for this entry any longer, since it has not come."""
        return self.arrived_at is None and self.withdrawn_at is not None

    @property
    def skipped(self) -> frozenset[int]:
        """The numbers of the games that this entry does not play."""
        return frozenset(int(number) for number in self.skips_games.split(",") if number)

    @skipped.setter
    def skipped(self, numbers: Collection[int]) -> None:
        self.skips_games = self.list_games(numbers)

    @staticmethod
    def list_games(numbers: Collection[int]) -> str:
        """Return the numbers of games as `skips_games` has them."""
        return f",{','.join(map(str, sorted(numbers)))}," if numbers else ""

    @property
    def name(self) -> str:
        """The player, or both of a pair, as they may be shown, and as the event writes names
        (`tournaments.names.name_visibility`).

        Select `player` and `partner`.
        """
        return name_visibility.visible_name(self.written_name(), self.table)

    def written_name(self, style: str | None = None) -> SortedName:
        """Return the name in a style, or as the event in question writes names, whoever looks."""
        people = (self.player, self.partner) if self.partner else (self.player,)
        told = [getattr(person, part) for person in people for part in name_visibility.PARTS]
        return name_visibility.styled(told, style)

    # The code of a game at whose table the entry was read.
    seated_in = ""

    @property
    def seat(self) -> int:
        """The table in the game in question; queries of `tournaments.events.game_seating` set it, and so
        `table`.
        """
        return self.table

    @seat.setter
    def seat(self, table: int) -> None:
        self.table = table

    @property
    def full_name(self) -> str:
        """The name for the record, whoever looks."""
        return join_pair(person.name for person in (self.player, self.partner) if person)
