"""Organisers of an installation: made, renamed and found. The first one holds everybody until there is another."""

from django.contrib.auth.models import Permission, User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.models import Invitation, Letterhead, Organiser, OrganiserTeam
from tournaments.organisers.actions import write_organiser_act
from tournaments.organisers.rights import Right
from tournaments.organisers.scope import scope_to_organiser
from tournaments.organisers.services import (
    TeamSettings,
    add_user,
    lock_organiser,
    store_invitation,
    store_team,
)
from tournaments.time import clock


@transaction.atomic
def create_organiser(*, name: str) -> tuple[Organiser, str]:
    """Create an organiser for the operator; return it, and the token of an invitation to administer it.

    The first organiser held everybody until now: its users and operators become members of its teams.

    Raises:
        RuleViolation: there is no name, or another organiser has it.
    """
    _lock_organisers()
    for alone in Organiser.objects.filter(holds_everybody=True):
        _list_everybody(alone)
    _check_organiser_name(name, None)
    organiser = Organiser(name=name.strip())
    organiser.full_clean()
    organiser.save()
    write_organiser_act(organiser, "organiser_made", by=None, name=organiser.name)
    team = store_team(organiser, TeamSettings(_administrators(), [Right.ADMINISTER]), by=None)
    return organiser, store_invitation(team, by=None)


@transaction.atomic
def make_empty(*, name: str) -> Organiser:
    """Make an organiser for which nobody works yet, to be filled from an archive and handed over.

    Raises:
        RuleViolation: there is no name, or another organiser has it.
    """
    _lock_organisers()
    _check_organiser_name(name, None)
    organiser = Organiser(name=name.strip())
    organiser.full_clean()
    organiser.save()
    return organiser


@transaction.atomic
def hand_over(*, organiser: Organiser, user: User, saved: str) -> None:
    """Let a user administer an organiser that was imported; `saved` says when it was saved.

    The first organiser held everybody until now, as in `create_organiser`.
    """
    _lock_organisers()
    for alone in Organiser.objects.filter(holds_everybody=True):
        _list_everybody(alone)
    write_organiser_act(organiser, "organiser_imported", by=None, saved=saved)
    team = organiser.teams.filter(administers=True).order_by("pk").first()
    add_user(team or _make_administrators(organiser), user, by=None)


@transaction.atomic
def invite_missing_administrators() -> list[tuple[Organiser, str]]:
    """Make an invitation for each organiser that nobody who can log in administers; return it with its token.

    The first organiser may be one: it held everybody, and there was no operator's account.
    """
    teams = OrganiserTeam.objects.filter(administers=True).select_related("organiser").order_by("pk")
    cared_for = Organiser.objects.filter(teams__administers=True, teams__members__is_active=True)
    invited = Invitation.objects.filter(ends_at__gt=clock.now())
    lacking = teams.exclude(organiser__in=cared_for).exclude(pk__in=invited.values("team"))
    return [
        (team.organiser, store_invitation(team, by=None))
        for team in lacking.filter(organiser__holds_everybody=False)
    ]


@transaction.atomic
def rename_organiser(*, organiser: Organiser, name: str, by: User) -> Organiser:
    """Rename an organiser.

    Raises:
        RuleViolation: there is no name, or another organiser has it.
    """
    _lock_organisers()
    organiser = lock_organiser(organiser, by)
    _check_organiser_name(name, organiser)
    organiser.name = name.strip()
    organiser.full_clean()
    organiser.save()
    write_organiser_act(organiser, "organiser_renamed", by=by, name=organiser.name)
    return organiser


def find_organiser(name: str) -> Organiser | None:
    """Return the organiser of this name, whatever the case."""
    folded = name.strip().casefold()
    return next((one for one in Organiser.objects.all() if one.name.casefold() == folded), None)


def _lock_organisers() -> None:
    """Lock the first organiser, for acts that compare organisers with each other: they wait for each other."""
    Organiser.objects.select_for_update(no_key=True).order_by("pk").first()


def _check_organiser_name(name: str, organiser: Organiser | None) -> None:
    if not name.strip():
        raise RuleViolation("organiser_without_name", _("An organiser needs a name."))
    others = Organiser.objects.exclude(pk=organiser.pk) if organiser else Organiser.objects.all()
    if name.strip().casefold() in {other.name.casefold() for other in others}:
        raise RuleViolation("organiser_taken", _("An organiser “{name}” already exists."), name=name.strip())


def _make_administrators(organiser: Organiser) -> OrganiserTeam:
    """Make a team that administers, whatever names the other teams have."""
    name = _administrators()
    while organiser.teams.filter(name__iexact=name).exists():
        name += "*"
    return store_team(organiser, TeamSettings(name, [Right.ADMINISTER]), by=None)


def _list_everybody(organiser: Organiser) -> None:
    """Make members of teams of all who worked for the only organiser so far, and give it the letterhead's name."""
    may_change = Permission.objects.get(codename="change_player", content_type__app_label="tournaments")
    active = User.objects.filter(is_active=True)
    keepers = active.filter(Q(user_permissions=may_change) | Q(groups__permissions=may_change)).distinct()
    for name, rights, members in (
        (_administrators(), [Right.ADMINISTER], active.filter(is_superuser=True)),
        (gettext("Arbitrators"), [Right.RUN_EVENTS], active.filter(is_superuser=False)),
        (
            pgettext("team of an organiser", "People"),
            [Right.ENTER_PEOPLE],
            keepers.filter(is_superuser=False),
        ),
    ):
        team = store_team(organiser, TeamSettings(name, rights), by=None)
        for user in members:
            add_user(team, user, by=None)
    with scope_to_organiser(organiser.pk):
        letterhead = Letterhead.objects.first()
    organiser.name = organiser.name or (letterhead.club if letterhead else "")
    organiser.holds_everybody = False
    organiser.save(update_fields=["name", "holds_everybody"])


def _administrators() -> str:
    return pgettext("team of an organiser", "Administrators")
