"""Organisers: the clubs, leagues and federations of one installation, and the teams of their users."""

from collections.abc import Collection, Iterable
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django_scopes import ScopedManager, get_scope
from django_scopes.exceptions import ScopeError

NAME_LENGTH = 80
# The organiser that each installation begins with. Rows of versions before organisers are its rows.
FIRST_ORGANISER = 1


class Organiser(models.Model):
    """A club, league or federation that owns events, people, clubs, seasons and rule sets.

    `holds_everybody` is true for the one organiser of an installation as long as it is the only one: then each
    user of the installation works for it, and the operators administer it. Its name is empty until somebody
    needs it.
    """

    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    holds_everybody = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("organiser")
        verbose_name_plural = _("organisers")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["holds_everybody"],
                condition=models.Q(holds_everybody=True),
                name="organiser_one_holds_everybody",
            )
        ]

    def __str__(self) -> str:
        return self.name


class OrganiserTeam(models.Model):
    """Users who do the same for an organiser, such as its arbitrators, and their rights.

    - `administers`: has all rights, and is the chief arbitrator of all its events.
    - `runs_events`: makes events, games and rule sets.
    - `arbitrates`: is an arbitrator at all its events.
    - `enters_people`: changes the list of people, its clubs and its seasons.
    - `prints`: sees all its events and prints their papers.
    - `sees`: sees all its events, and changes nothing.
    """

    organiser = models.ForeignKey(Organiser, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    members = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="organiser_teams", verbose_name=_("members"), blank=True
    )
    administers = models.BooleanField(_("administers"), default=False)
    runs_events = models.BooleanField(_("runs events"), default=False)
    arbitrates = models.BooleanField(_("arbitrates at all events"), default=False)
    enters_people = models.BooleanField(_("enters people"), default=False)
    prints = models.BooleanField(_("prints"), default=False, db_default=False)
    sees = models.BooleanField(_("sees"), default=False, db_default=False)

    class Meta:
        verbose_name = _("team of an organiser")
        verbose_name_plural = _("teams of organisers")
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["organiser", "name"], name="organiser_team_name_once")]

    def __str__(self) -> str:
        return self.name


def organiser_in_scope() -> int:
    """Return the key of the one organiser whose rows are read and written at the moment.

    Raises:
        ScopeError: `tournaments.organisers.scope` names none, or several.
    """
    organiser = get_scope().get("organiser")
    if not isinstance(organiser, int):
        raise ScopeError("Name the organiser first: tournaments.organisers.scope.")
    return organiser


class ManagerOfOrganiser(models.Manager[Any]):
    """Store many rows at once as rows of the organiser in scope."""

    def bulk_create(self, objs: Iterable[Any], *options: Any, **more: Any) -> list[Any]:
        rows: Collection[Any] = list(objs)
        for row in rows:
            row.take_organiser()
        return super().bulk_create(rows, *options, **more)


class OwnedByOrganiser(models.Model):
    """A row that one organiser owns: a new one is that of the organiser in scope. The database has a default
    for the versions before organisers.
    """

    organiser = models.ForeignKey(
        Organiser,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("organiser"),
        blank=True,
        editable=False,
        db_default=FIRST_ORGANISER,
    )

    class Meta:
        abstract = True

    def save(self, *options: Any, **more: Any) -> None:
        self.take_organiser()
        super().save(*options, **more)

    def take_organiser(self) -> Self:
        """Make a new row one of the organiser in scope."""
        if self._state.adding and not isinstance(self.__dict__.get("organiser_id"), int):
            self.organiser_id = organiser_in_scope()
        return self

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        self.take_organiser()
        super().clean_fields(exclude)


class OfOrganiser(OwnedByOrganiser):
    """A row that is found while its organiser is in scope, and never otherwise."""

    objects: ClassVar[models.Manager[Self]] = ScopedManager(ManagerOfOrganiser, organiser="organiser")

    class Meta(OwnedByOrganiser.Meta):
        abstract = True


class LinkInvitation(models.Model):
    """A link that is stored as a hash, and works once, until it ends or is revoked."""

    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        help_text="Empty for the operator of the installation.",
    )
    made_at = models.DateTimeField(_("made"), editable=False)
    ends_at = models.DateTimeField(_("valid until"), editable=False)

    class Meta:
        abstract = True
        ordering = ["pk"]


class Invitation(LinkInvitation):
    """A link that lets one user into a team."""

    team = models.ForeignKey(OrganiserTeam, on_delete=models.CASCADE, related_name="invitations")

    class Meta(LinkInvitation.Meta):
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return str(self.team)


class ClubInvitation(LinkInvitation):
    """A link with which an administrator of another organiser makes it a club of the federation."""

    federation = models.ForeignKey(Organiser, on_delete=models.CASCADE, related_name="club_invitations")

    class Meta(LinkInvitation.Meta):
        verbose_name = _("invitation of a club")
        verbose_name_plural = _("invitations of clubs")

    def __str__(self) -> str:
        return str(self.federation)


class Membership(models.Model):
    """A club in a federation: the club enters people of the federation's list. `sends_results` is its consent
    that their results count in the federation's seasons.
    """

    federation = models.ForeignKey(Organiser, on_delete=models.CASCADE, related_name="clubs")
    club = models.ForeignKey(Organiser, on_delete=models.CASCADE, related_name="federations")
    sends_results = models.BooleanField(_("sends results"), default=False)
    joined_at = models.DateTimeField(_("joined"), editable=False)

    class Meta:
        verbose_name = _("club of a federation")
        verbose_name_plural = _("clubs of federations")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["federation", "club"], name="membership_once"),
            models.CheckConstraint(
                condition=~models.Q(federation=models.F("club")), name="membership_of_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.federation}: {self.club}"


class OrganiserAct(models.Model):
    """One act on the teams of an organiser: who, when, what, and its values."""

    organiser = models.ForeignKey(Organiser, on_delete=models.PROTECT, related_name="acts")
    at = models.DateTimeField(_("at"), editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    act = models.CharField(_("act"), max_length=40)
    params = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("act on teams")
        verbose_name_plural = _("acts on teams")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.act
