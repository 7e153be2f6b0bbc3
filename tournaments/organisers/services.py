"""Organisers, their teams, and invitations into them. One function an act, each one transaction.

Invariants: an organiser keeps a team that administers it, with a member who can log in. Nobody is in a team
without a row of the audit log.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator, ClubInvitation, Invitation, Organiser, OrganiserTeam
from tournaments.organisers.actions import write_organiser_act
from tournaments.organisers.links import (
    find_link,
    invitation_gone,
    is_from_administrator,
    make_link,
    use_link,
)
from tournaments.organisers.rights import Right, has_right
from tournaments.time import clock


@dataclass(frozen=True, slots=True)
class TeamSettings:
    """The name and the rights of a team."""

    name: str
    rights: Collection[Right]


@transaction.atomic
def make_team(*, organiser: Organiser, settings: TeamSettings, by: User) -> OrganiserTeam:
    """Make a team without members.

    Raises:
        RuleViolation: the organiser has a team of this name.
    """
    return store_team(lock_organiser(organiser, by), settings, by=by)


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
    write_organiser_act(team.organiser, "team_changed", by=by, team=team.name)
    return team


@transaction.atomic
def remove_team(*, team: OrganiserTeam, by: User) -> None:
    """Remove a team and its invitations.

    Raises:
        RuleViolation: nobody would administer the organiser.
    """
    team = _lock_team(team, by)
    _keep_an_administrator(team, list(team.members.all()))
    write_organiser_act(team.organiser, "team_removed", by=by, team=team.name)
    members = list(team.members.all())
    team.delete()
    _end_work(team.organiser, members)


@transaction.atomic
def remove_user(*, team: OrganiserTeam, user: User, by: User) -> None:
    """Remove a user from a team, and the invitations that they made; everybody may leave a team.

    A user who is in no team of the organiser any more has no post at its events either.

    Raises:
        RuleViolation: nobody would administer the organiser.
    """
    team = _lock_team(team, None if user == by else by)
    if not team.members.filter(pk=user.pk).exists():
        return
    _keep_an_administrator(team, [user])
    team.members.remove(user)
    Invitation.objects.filter(team__organiser=team.organiser_id, made_by=user).delete()
    ClubInvitation.objects.filter(federation=team.organiser_id, made_by=user).delete()
    _end_work(team.organiser, [user])
    write_organiser_act(team.organiser, "user_removed", by=by, user=user.username, team=team.name)


@transaction.atomic
def invite(*, team: OrganiserTeam, by: User) -> str:
    """Make an invitation into a team; return its token, which is told this once."""
    return store_invitation(_lock_team(team, by), by=by)


@transaction.atomic
def remove_invitation(*, invitation: Invitation, by: User) -> None:
    """Take back an invitation."""
    team = _lock_team(invitation.team, by)
    if Invitation.objects.filter(pk=invitation.pk).delete()[0]:
        write_organiser_act(team.organiser, "invitation_removed", by=by, team=team.name)


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation of a link; None if it was used, has ended, or is not ours, or if its maker does not
    administer the organiser any more.
    """
    link = find_link(Invitation, token, "team__organiser", "made_by")
    return link if link and is_from_administrator(link, link.team.organiser_id) else None


def open_invitations(team: OrganiserTeam) -> QuerySet[Invitation]:
    """Return the invitations into a team that still work."""
    return team.invitations.filter(ends_at__gt=clock.now()).select_related("made_by")


@transaction.atomic
def accept_invitation(*, token: str, user: User) -> OrganiserTeam:
    """Let a user into the team of an invitation, which ends with it; a new user is stored.

    Raises:
        RuleViolation: the invitation was used at this moment, or does not work any more.
    """
    invitation = find_invitation(token)
    if invitation is None:
        raise invitation_gone()
    team = _lock_team(invitation.team, None)
    use_link(find_invitation(token))
    if not User.objects.filter(pk=user.pk).exists():
        _store(user)
    add_user(team, user, by=user)
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
            "account_exists", _("The account “{user}” already exists."), user=user.username
        ) from None


def store_invitation(team: OrganiserTeam, *, by: User | None) -> str:
    token = make_link(Invitation, by=by, team=team)
    write_organiser_act(team.organiser, "user_invited", by=by, team=team.name)
    return token


def store_team(organiser: Organiser, settings: TeamSettings, *, by: User | None) -> OrganiserTeam:
    _check_name(organiser, settings.name, None)
    team = _set(OrganiserTeam(organiser=organiser), settings)
    write_organiser_act(organiser, "team_made", by=by, team=team.name)
    return team


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
        raise RuleViolation("team_taken", _("A team “{name}” already exists."), name=name.strip())


def add_user(team: OrganiserTeam, user: User, *, by: User | None) -> None:
    team.members.add(user)
    write_organiser_act(team.organiser, "user_added", by=by, user=user.username, team=team.name)


def _end_work(organiser: Organiser, users: Collection[User]) -> None:
    """End the posts of users who are in no team of the organiser any more. Its administrators are chiefs."""
    staying = User.objects.filter(organiser_teams__organiser=organiser)
    gone = User.objects.filter(pk__in=[user.pk for user in users]).exclude(pk__in=staying)
    Arbitrator.objects.filter(event__organiser=organiser, user__in=gone).delete()


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
        raise RuleViolation(
            "last_administrator", _("At least one administrator is needed: add another one first.")
        )


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
        raise RuleViolation("team_gone", _("The team “{name}” no longer exists."), name=team.name)
    return held
