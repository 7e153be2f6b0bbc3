"""Organisers, their teams, and invitations into them. One function an act, each one transaction.

Invariants: an organiser keeps a team that administers it, with a member who can log in. Nobody is in a team
without a row of the audit log.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import Permission, User
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.models import Invitation, Letterhead, Organiser, OrganiserTeam
from tournaments.organisers.actions import write_act
from tournaments.organisers.links import find_link, invitation_gone, make_link, use_link
from tournaments.organisers.rights import Right, has_right
from tournaments.organisers.scope import rows_of


@dataclass(frozen=True, slots=True)
class TeamSettings:
    """The name and the rights of a team."""

    name: str
    rights: Collection[Right]


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
    write_act(organiser, "organiser_made", by=None, name=organiser.name)
    team = _make_team(organiser, TeamSettings(_administrators(), [Right.ADMINISTER]), by=None)
    return organiser, _invite(team, by=None)


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
    write_act(organiser, "organiser_imported", by=None, saved=saved)
    team = organiser.teams.filter(administers=True).order_by("pk").first()
    _add_user(team or _make_administrators(organiser), user, by=None)


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
    write_act(organiser, "organiser_renamed", by=by, name=organiser.name)
    return organiser


@transaction.atomic
def make_team(*, organiser: Organiser, settings: TeamSettings, by: User) -> OrganiserTeam:
    """Make a team without members.

    Raises:
        RuleViolation: the organiser has a team of this name.
    """
    return _make_team(lock_organiser(organiser, by), settings, by=by)


@transaction.atomic
def change_team(*, team: OrganiserTeam, settings: TeamSettings, by: User) -> OrganiserTeam:
    """Change the name and the rights of a team.

    Raises:
        RuleViolation: another team has the name; nobody would administer the organiser.
    """
    team = _lock_team(team, by)
    _check_name(team.organiser, settings.name, team)
    if Right.ADMINISTER not in settings.rights:
        _keep_an_administrator(team, list(team.members.all()))
    if any(not getattr(team, right) for right in settings.rights):
        team.invitations.all().delete()  # nobody was invited to have the new rights
    _set(team, settings)
    write_act(team.organiser, "team_changed", by=by, team=team.name)
    return team


@transaction.atomic
def remove_team(*, team: OrganiserTeam, by: User) -> None:
    """Remove a team and its invitations.

    Raises:
        RuleViolation: nobody would administer the organiser.
    """
    team = _lock_team(team, by)
    _keep_an_administrator(team, list(team.members.all()))
    write_act(team.organiser, "team_removed", by=by, team=team.name)
    team.delete()


@transaction.atomic
def remove_user(*, team: OrganiserTeam, user: User, by: User) -> None:
    """Remove a user from a team, and the invitations that they made; everybody may leave a team.

    Raises:
        RuleViolation: nobody would administer the organiser.
    """
    team = _lock_team(team, None if user == by else by)
    if not team.members.filter(pk=user.pk).exists():
        return
    _keep_an_administrator(team, [user])
    team.members.remove(user)
    Invitation.objects.filter(team__organiser=team.organiser_id, made_by=user).delete()
    write_act(team.organiser, "user_removed", by=by, user=user.username, team=team.name)


@transaction.atomic
def invite(*, team: OrganiserTeam, by: User) -> str:
    """Make an invitation into a team; return its token, which is told this once."""
    return _invite(_lock_team(team, by), by=by)


@transaction.atomic
def remove_invitation(*, invitation: Invitation, by: User) -> None:
    """Take back an invitation."""
    team = _lock_team(invitation.team, by)
    if Invitation.objects.filter(pk=invitation.pk).delete()[0]:
        write_act(team.organiser, "invitation_removed", by=by, team=team.name)


def find_organiser(name: str) -> Organiser | None:
    """Return the organiser of this name, whatever the case."""
    folded = name.strip().casefold()
    return next((one for one in Organiser.objects.all() if one.name.casefold() == folded), None)


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation of a link; None if it was used, has ended, or is not ours."""
    return find_link(Invitation, token, "team__organiser")


def open_invitations(team: OrganiserTeam) -> QuerySet[Invitation]:
    """Return the invitations into a team that still work."""
    return team.invitations.filter(ends_at__gt=clock.now()).select_related("made_by")


@transaction.atomic
def accept_invitation(*, token: str, user: User) -> OrganiserTeam:
    """Let a user into the team of an invitation, which ends with it; a new user is stored.

    Raises:
        RuleViolation: the invitation was used at this moment, or has ended.
    """
    found = find_invitation(token)
    if found is None:
        raise invitation_gone()
    team = _lock_team(found.team, None)
    use_link(found)
    if not User.objects.filter(pk=user.pk).exists():
        _store(user)
    _add_user(team, user, by=user)
    return team


def _store(user: User) -> None:
    """Store a new user.

    Raises:
        RuleViolation: another user got the name at this moment.
    """
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        raise RuleViolation(
            "account_exists", _("There is an account “{user}” already."), user=user.username
        ) from None


def _invite(team: OrganiserTeam, *, by: User | None) -> str:
    token = make_link(Invitation, by=by, team=team)
    write_act(team.organiser, "user_invited", by=by, team=team.name)
    return token


def _lock_organisers() -> None:
    """Lock the first organiser, for acts that compare organisers with each other: they wait for each other."""
    Organiser.objects.select_for_update(no_key=True).order_by("pk").first()


def _check_organiser_name(name: str, organiser: Organiser | None) -> None:
    if not name.strip():
        raise RuleViolation("organiser_without_name", _("An organiser needs a name."))
    others = Organiser.objects.exclude(pk=organiser.pk) if organiser else Organiser.objects.all()
    if name.strip().casefold() in {other.name.casefold() for other in others}:
        raise RuleViolation(
            "organiser_taken", _("There is an organiser “{name}” already."), name=name.strip()
        )


def _make_team(organiser: Organiser, settings: TeamSettings, *, by: User | None) -> OrganiserTeam:
    _check_name(organiser, settings.name, None)
    team = _set(OrganiserTeam(organiser=organiser), settings)
    write_act(organiser, "team_made", by=by, team=team.name)
    return team


def _make_administrators(organiser: Organiser) -> OrganiserTeam:
    """Make a team that administers, whatever names the other teams have."""
    name = _administrators()
    while organiser.teams.filter(name__iexact=name).exists():
        name += "*"
    return _make_team(organiser, TeamSettings(name, [Right.ADMINISTER]), by=None)


def _set(team: OrganiserTeam, settings: TeamSettings) -> OrganiserTeam:
    team.name = settings.name.strip()
    for right in Right:
        setattr(team, right, right in settings.rights)
    team.full_clean()
    team.save()
    return team


def _check_name(organiser: Organiser, name: str, team: OrganiserTeam | None) -> None:
    others = organiser.teams.exclude(pk=team.pk) if team else organiser.teams.all()
    if others.filter(name__iexact=name.strip()).exists():
        raise RuleViolation("team_taken", _("There is a team “{name}” already."), name=name.strip())


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
        team = _make_team(organiser, TeamSettings(name, rights), by=None)
        for user in members:
            _add_user(team, user, by=None)
    with rows_of(organiser.pk):
        letterhead = Letterhead.objects.first()
    organiser.name = organiser.name or (letterhead.club if letterhead else "")
    organiser.holds_everybody = False
    organiser.save(update_fields=["name", "holds_everybody"])


def _administrators() -> str:
    return pgettext("team of an organiser", "Administrators")


def _add_user(team: OrganiserTeam, user: User, *, by: User | None) -> None:
    team.members.add(user)
    write_act(team.organiser, "user_added", by=by, user=user.username, team=team.name)


def _keep_an_administrator(team: OrganiserTeam, gone: Collection[User]) -> None:
    """Check that the organiser keeps an administrator when these members leave the team."""
    if not team.administers:
        return
    elsewhere = User.objects.filter(
        is_active=True,
        organiser_teams__in=team.organiser.teams.filter(administers=True).exclude(pk=team.pk),
    )
    stay = team.members.filter(is_active=True).exclude(pk__in=[user.pk for user in gone])
    if not (elsewhere.exists() or stay.exists() or team.organiser.holds_everybody):
        raise RuleViolation("last_administrator", _("Somebody has to administer: name another one first."))


def lock_organiser(organiser: Organiser, by: User | None) -> Organiser:
    """Lock the organiser, so that acts on its teams wait for each other, and check that the user, if one is
    given, administers it by then.
    """
    held = Organiser.objects.select_for_update(no_key=True).get(pk=organiser.pk)
    if by is not None and not has_right(by, held.pk, Right.ADMINISTER):
        raise PermissionDenied
    return held


def _lock_team(team: OrganiserTeam, by: User | None) -> OrganiserTeam:
    """Lock the team's organiser and return the team as it is now."""
    organiser = lock_organiser(team.organiser, by)
    held = organiser.teams.filter(pk=team.pk).first()
    if held is None:
        raise RuleViolation("team_gone", _("There is no team “{name}” any more."), name=team.name)
    return held
