"""Clubs, players and lists of people that wait to be imported."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from engine.rules.setting_kinds import Whole
from tournaments.described_settings.setting_columns import setting
from tournaments.models.jobs import Job
from tournaments.models.organisers import OfOrganiser
from tournaments.names import folding, name_visibility
from tournaments.names.folding import SortedName
from tournaments.names.name_parts import NameParts, parts_of, split_name

NAME_LENGTH = 80


NUMBER_LENGTH = 20
# Federations write the town, the hall and the company into the name of a club.
CLUB_LENGTH = 160
CATEGORY_LENGTH = 20
COMMITTEE_LENGTH = 60
MOST_RATING = 100_000
MOST_RATED_GAMES = 100_000


class Club(OfOrganiser):  # type: ignore[django-manager-missing] # the scoped manager is made at run time
    """A club of players; `key` is the same for spellings of one club, whatever the accents
    (`tournaments.names.folding`). `number` is the code that a federation gave it; a club known by its code
    alone has it as its name.
    """

    name = models.CharField(_("name"), max_length=CLUB_LENGTH)
    key = models.CharField(max_length=folding.KEY_LENGTH, editable=False)
    number = models.CharField(_("number"), max_length=NUMBER_LENGTH, blank=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["organiser", "key"], name="club_once_an_organiser")]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def named(cls, name: str) -> Self:
        """Return a club that is not yet saved."""
        return cls(name=name, key=folding.club_key(name))


class Player(OfOrganiser):  # type: ignore[django-manager-missing] # the scoped manager is made at run time
    """A person, found again at the next event: by the licence number, or by the name if there is none.

    Two people may have one name if a licence tells them apart; a name without a licence is one person.
    `alike` is the same for spellings of one person's name (`tournaments.names.folding`).

    A name is written by `rename` alone, which stores its parts and what follows from it (`OF_NAME`). One part may be
    empty; `names_checked` says that they came apart, or that somebody has looked at them, while others were split by a
    rule. The whole name has a column, since parts do not give it back: “DURAND Anne” is in an order of its own, and the
    family name of “SMITH John Jr” or “Dupont Anne née Martin” stands around the given one. Code of the release before
    needs the column, too, and changes it alone: read the parts by `parts`, which splits it then.
    """

    OF_NAME = ("name", "given_name", "family_name", "names_checked", "key", "alike")

    class Sex(models.TextChoices):
        FEMALE = "F", _("female")
        MALE = "M", _("male")
        OTHER = "X", _("neither")

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    given_name = setting(
        models.CharField(_("given name"), max_length=NAME_LENGTH, blank=True, db_default=""),
        _("First name"),
        _("Either may be empty: many people have one name."),
    )
    family_name = setting(
        models.CharField(_("family name"), max_length=NAME_LENGTH, blank=True, db_default=""),
        _("Last name"),
        _("Lists are sorted by it."),
    )
    names_checked = models.BooleanField(default=False, db_default=False, editable=False)
    # The name without regard to case, the same on every database.
    key = models.CharField(max_length=folding.KEY_LENGTH, db_index=True, editable=False)
    alike = models.CharField(max_length=folding.FOLDED_LENGTH, db_index=True, editable=False)
    licence = setting(
        models.CharField(_("licence number"), max_length=NUMBER_LENGTH, blank=True),
        _("Licence number"),
        _("Identifies players with the same name. At the desk it can be typed instead of the name."),
    )
    club = models.ForeignKey(
        Club, on_delete=models.SET_NULL, related_name="players", verbose_name=_("club"), null=True, blank=True
    )
    committee = models.CharField(
        _("committee"),
        max_length=COMMITTEE_LENGTH,
        blank=True,
        db_default="",
        help_text=_("The region of the federation."),
    )
    setting(committee, _("Committee"))
    country = models.CharField(
        _("country"), max_length=3, blank=True, help_text=_("Two or three letters, such as FR or BEL.")
    )
    setting(country, _("Country"))
    series = models.CharField(_("series"), max_length=10, blank=True, help_text=_("Such as 4B or super."))
    setting(series, _("Series"))
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    age_category = models.CharField(
        _("age category"),
        max_length=CATEGORY_LENGTH,
        blank=True,
        db_default="",
        help_text=_("As the federation gives it; it counts only without a year of birth."),
    )
    setting(
        age_category,
        _("Age category"),
        _("As the federation gives it; it counts where the year of birth does not tell one."),
    )
    sex = setting(models.CharField(_("sex"), max_length=1, choices=Sex, blank=True, db_default=""), _("Sex"))
    rating = setting(
        models.PositiveIntegerField(_("rating"), null=True, blank=True),
        _("Rating"),
        kind=Whole(0, MOST_RATING, optional=True),
    )
    rated_games = setting(
        models.PositiveIntegerField(_("rated games"), null=True, blank=True),
        _("Rated games"),
        _("The number of games behind the rating. A low number makes it provisional."),
        Whole(0, MOST_RATED_GAMES, optional=True),
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    federation_player = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        related_name="copies",
        verbose_name=_("in the list of a federation"),
        null=True,
        blank=True,
        editable=False,
        help_text="The row of a federation of which this one is a club's copy.",
    )

    history = HistoricalRecords(excluded_fields=["key", "alike", "names_checked", "federation_player"])

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "licence"]
        constraints = [
            models.UniqueConstraint(
                fields=["organiser", "licence"], condition=~Q(licence=""), name="player_licence_once"
            ),
            models.UniqueConstraint(
                fields=["organiser", "key"], condition=Q(licence=""), name="player_name_once_without_licence"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def parts(self) -> NameParts:
        """The given and the family name."""
        return parts_of(self.name, self.given_name, self.family_name)

    @property
    def shown_name(self) -> SortedName:
        """The name as the event in question writes names; lists sort it by family name."""
        return name_visibility.styled((self.name, self.given_name, self.family_name))

    def rename(self, name: str, parts: NameParts | None = None, *, checked: bool | None = None) -> None:
        """Set the columns `OF_NAME`; not saved. A rule finds parts that are not given, or are not those of the name.

        Parts that are given are checked unless `checked` says otherwise; those of a name that stays are as before.
        """
        if parts is not None and parts.spell(name):
            by_hand = True
        elif name != self.name or not NameParts(self.given_name, self.family_name).spell(name):
            parts, by_hand = split_name(name), False
        else:
            parts, by_hand = self.parts, self.names_checked
        self.names_checked = by_hand if checked is None else checked
        self.given_name, self.family_name = parts.given, parts.family
        self.name, self.key, self.alike = name, folding.key(name), folding.fold(name)

    @classmethod
    def named(cls, name: str) -> Self:
        """Return a player who is not yet saved."""
        player = cls()
        player.rename(name)
        return player


class PeopleList(Job, OfOrganiser):
    """A list of people as it was read from a file: reviewed first, then imported once
    (`tournaments.people.imports.services`).

    `reading` has the meaning of each column (`tournaments.people.imports.columns`). The import is a job, new
    until `asked_at`: `mark` is the version tag of the reviewed plan, `choices` are those made there, in the
    `language` of whoever asked. Afterwards `result` has the number of lines by effect, and the keys of
    the players who were missing. The history of the players has the imported values, by `reason`. Only the lines
    of which something was left out stay in the list itself, each with its reasons.

    A list with an `event` enters its people into that event (`duplicate.website.events.entry_import`).
    """

    OF_LIST = "list "
    SILENT_SECONDS = 120

    class Step(models.TextChoices):
        WAITING = "waiting", _("waiting for its turn")
        CHECKING = "checking", _("being compared")
        WRITING = "writing", _("being written")

    event = models.ForeignKey(
        "Event", on_delete=models.CASCADE, related_name="entry_lists", null=True, blank=True, editable=False
    )
    file_name = models.CharField(_("file"), max_length=100)
    headings = models.JSONField(default=list, blank=True, editable=False)
    reading = models.JSONField(default=list, blank=True, editable=False)
    lines = models.JSONField(blank=True, help_text="Pairs of the line's number and its cells.")
    read_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    read_at = models.DateTimeField(_("read"), editable=False)
    done_at = models.DateTimeField(_("imported"), null=True, editable=False)
    asked_at = models.DateTimeField(_("asked for"), null=True, editable=False)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", null=True, editable=False
    )
    language = models.CharField(max_length=10, blank=True, db_default="", editable=False)
    mark = models.CharField(max_length=64, blank=True, editable=False)
    # Code of 0.1.0 leaves it empty until the import is asked for.
    moved_at = models.DateTimeField(_("last progress"), null=True, default=timezone.now, editable=False)  # type: ignore[assignment] # never empty in a running job
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
        """The reason by which the history of players marks the changes of this list."""
        return f"{self.OF_LIST}{self.pk}"

    @classmethod
    def of_reason(cls, reason: str) -> int | None:
        """Return the key of the list that a reason names; None if it names none."""
        number = reason.removeprefix(cls.OF_LIST)
        return int(number) if reason.startswith(cls.OF_LIST) and number.isdecimal() else None
