"""Federations and their clubs on one installation: any organiser becomes a federation by inviting another one.

A club finds the people of its federations (`tournaments.people.federation_lists`). Its results count in their
seasons once its administrator agrees. Each act is in the audit logs of both.
"""

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.models import ClubInvitation, Membership, Organiser, Player
from tournaments.organisers.actions import write_organiser_act
from tournaments.organisers.links import (
    find_link,
    invitation_gone,
    is_from_administrator,
    make_link,
    use_link,
)
from tournaments.organisers.rights import Right, has_right
from tournaments.organisers.scope import scope_to_organiser
from tournaments.organisers.services import lock_organiser
from tournaments.time import clock


@transaction.atomic
def invite_club(*, federation: Organiser, by: User) -> str:
    """Make an invitation for one club; return its token, which is told this once."""
    federation = lock_organiser(federation, by)
    token = make_link(ClubInvitation, by=by, federation=federation)
    write_organiser_act(federation, "club_invited", by=by)
    return token


@transaction.atomic
def remove_club_invitation(*, invitation: ClubInvitation, by: User) -> None:
    """Revoke an invitation."""
    federation = lock_organiser(invitation.federation, by)
    if ClubInvitation.objects.filter(pk=invitation.pk).delete()[0]:
        write_organiser_act(federation, "club_invitation_removed", by=by)


def find_club_invitation(token: str) -> ClubInvitation | None:
    """Return the invitation of a link; None if it was used, has ended, or is not ours, or if its maker does not
    administer the federation any more.
    """
    link = find_link(ClubInvitation, token, "federation", "made_by")
    return link if link and is_from_administrator(link, link.federation_id) else None


@transaction.atomic
def join_federation(*, token: str, club: Organiser, sends_results: bool, by: User) -> Membership:
    """Make the user's organiser a club of the federation that sent the link.

    Raises:
        RuleViolation: the invitation was used at this moment, or does not work any more; the federation itself, or a
            federation of the inviting one; the club is in it already.
    """
    club_invitation = find_club_invitation(token)
    if club_invitation is None:
        raise invitation_gone()
    federation = club_invitation.federation
    _lock_both(federation, club)
    club = lock_organiser(club, by)
    if federation == club or Membership.objects.filter(federation=club, club=federation).exists():
        raise RuleViolation(
            "own_federation", _("A federation cannot be a club of itself, or of its own club.")
        )
    if Membership.objects.filter(federation=federation, club=club).exists():
        raise RuleViolation("club_already", _("{club} is already one of its clubs."), club=club.name)
    use_link(find_club_invitation(token))
    membership = Membership.objects.create(
        federation=federation, club=club, sends_results=sends_results, joined_at=clock.now()
    )
    _write(membership, "club_joined", by)
    if sends_results:
        _write(membership, "results_sent", by)
    return membership


@transaction.atomic
def set_consent(*, membership: Membership, sends_results: bool, by: User) -> None:
    """Agree that the club's results count in the seasons of the federation, or no longer: the club decides."""
    lock_organiser(membership.club, by)
    changed = Membership.objects.filter(pk=membership.pk).exclude(sends_results=sends_results)
    if changed.update(sends_results=sends_results):
        _write(membership, "results_sent" if sends_results else "results_kept", by)


@transaction.atomic
def end_membership(*, membership: Membership, by: User) -> None:
    """End a membership: an administrator of either side may. People whom the club has entered stay in its list,
    and are the club's own from then on.
    """
    sides = (membership.federation, membership.club)
    _lock_both(*sides)
    if not any(has_right(by, side.pk, Right.ADMINISTER) for side in sides):
        raise PermissionDenied
    if Membership.objects.filter(pk=membership.pk).delete()[0]:
        with scope_to_organiser(membership.club_id):
            copies = Player.objects.filter(federation_player__organiser=membership.federation_id)
            copies.update(federation_player=None)
        _write(membership, "club_left", by)


def _lock_both(federation: Organiser, club: Organiser) -> None:
    """Lock both sides in the order of their keys, so that neither becomes a club of the other meanwhile."""
    sides = Organiser.objects.select_for_update(no_key=True).filter(pk__in=[federation.pk, club.pk])
    list(sides.order_by("pk").values_list("pk"))


def open_club_invitations(federation: Organiser) -> QuerySet[ClubInvitation]:
    """Return the invitations of clubs that still work."""
    return federation.club_invitations.filter(ends_at__gt=clock.now()).select_related("made_by")


def federations_of(club: int) -> list[int]:
    """Return the keys of the federations of the organiser with this key."""
    return list(Membership.objects.filter(club=club).values_list("federation", flat=True))


def clubs_sending_results(federation: int) -> list[int]:
    """Return the keys of the clubs that agreed to send their results."""
    rows = Membership.objects.filter(federation=federation, sends_results=True)
    return list(rows.values_list("club", flat=True))


def _write(membership: Membership, act: str, by: User) -> None:
    names = {"club": membership.club.name, "federation": membership.federation.name}
    for side in (membership.federation, membership.club):
        write_organiser_act(side, act, by=by, **names)
