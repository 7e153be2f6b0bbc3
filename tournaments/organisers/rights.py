"""Rights of users at the organisers of an installation.

| | administers | runs events | arbitrates | enters people | prints | sees |
| --- | --- | --- | --- | --- | --- | --- |
| letterhead, teams; chief of all events | yes | no | no | no | no | no |
| events, games, rule sets | yes | yes | no | no | no | no |
| arbitrator of all events | yes | no | yes | no | no | no |
| list of people, clubs, seasons | yes | no | no | yes | no | no |
| see all events and print their papers | yes | no | yes | no | yes | no |
| see all events | yes | no | yes | no | yes | yes |

The only organiser of an installation holds everybody: each user runs events, those with the right to change
players enter people, and operators (superusers) administer.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet

from tournaments.models import Organiser, OrganiserTeam


class Right(StrEnum):
    ADMINISTER = "administers"
    RUN_EVENTS = "runs_events"
    ARBITRATE = "arbitrates"
    ENTER_PEOPLE = "enters_people"
    PRINT = "prints"
    SEE = "sees"


# The rights that show all events of an organiser.
SEEING: Final = (Right.ADMINISTER, Right.ARBITRATE, Right.PRINT, Right.SEE)


def organisers_of(user: User, *rights: Right) -> QuerySet[Organiser]:
    """Return the organisers for which the user has one of these rights."""
    if not user.is_active:
        return Organiser.objects.none()
    given = Q(teams__administers=True)
    for right in rights:
        given |= Q(**{f"teams__{right}": True})
    team = Q(teams__members=user) & given
    if any(_has_alone(user, right) for right in rights):
        return Organiser.objects.filter(team | Q(holds_everybody=True)).distinct()
    return Organiser.objects.filter(team).distinct()


def has_right(user: User, organiser: int, right: Right) -> bool:
    """Tell whether the user may do this for the organiser with this key."""
    return organisers_of(user, right).filter(pk=organiser).exists()


def rights_to_see(user: User, organiser: int) -> frozenset[Right]:
    """Return which rights of `SEEING` the user has at the organiser with this key."""
    if not user.is_active:
        return frozenset()
    alone = Organiser.objects.filter(pk=organiser, holds_everybody=True)
    if user.is_superuser and alone.exists():
        return frozenset(SEEING)
    teams = OrganiserTeam.objects.filter(organiser=organiser, members=user).order_by()
    return frozenset(right for team in teams for right in SEEING if getattr(team, right))


@dataclass(frozen=True, slots=True)
class NavigationRights:
    """Rights that a user has at one organiser at least: run events, change its people, administer it, see its
    teams; and whether they work for several organisers.
    """

    runs_events: bool = False
    people: bool = False
    administers: bool = False
    teams: bool = False
    several: bool = False


def rights_in_navigation(user: User | AnonymousUser) -> NavigationRights:
    """Return what the navigation offers to a user; it takes one query."""
    if not isinstance(user, User) or not user.is_active:
        return NavigationRights()
    rows = Organiser.objects.filter(Q(teams__members=user) | Q(holds_everybody=True)).order_by()
    columns = ("pk", "holds_everybody", "teams__administers", "teams__runs_events", "teams__enters_people")
    found = list(rows.values_list(*columns))
    alone = any(everybody for _pk, everybody, *_rights in found)
    administers = any(row[2] for row in found if not row[1])
    return NavigationRights(
        runs_events=alone or administers or any(row[3] for row in found),
        people=(alone and _has_alone(user, Right.ENTER_PEOPLE))
        or administers
        or any(row[4] for row in found),
        administers=(alone and user.is_superuser) or administers,
        teams=administers,
        several=len({row[0] for row in found}) > 1,
    )


def users_who_see(organiser: int) -> QuerySet[User]:
    """Return the users who see all events of the organiser with this key."""
    seeing = Q()
    for right in SEEING:
        seeing |= Q(**{str(right): True})
    teams = OrganiserTeam.objects.filter(seeing, organiser=organiser)
    members = Q(pk__in=OrganiserTeam.members.through.objects.filter(organiserteam__in=teams).values("user"))
    if Organiser.objects.filter(pk=organiser, holds_everybody=True).exists():
        members |= Q(is_superuser=True)
    return User.objects.filter(members, is_active=True)


def _has_alone(user: User, right: Right) -> bool:
    """Tell whether the user has the right where the organiser holds everybody."""
    if user.is_superuser or right == Right.RUN_EVENTS:
        return True
    return right == Right.ENTER_PEOPLE and user.has_perm("tournaments.change_player")
