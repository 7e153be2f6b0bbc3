"""People of federations: a club finds them in the federation's list, and enters them as copies in its own.

The list stays the federation's: a copy has its data, changes with it, and is changed by nobody at the club. A
person of the club's own list with the same licence number becomes a copy.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from tournaments.models import Membership, Player, organiser_in_scope
from tournaments.names import folding
from tournaments.organisers.federations import federations_of
from tournaments.organisers.scope import disable_scope, scope_to_organiser
from tournaments.people.selectors import people_found
from tournaments.people.services import NAMES, Person, club_named, person_of

# The club keeps its own ratings: those of its tournaments.
COPIED = tuple(field.name for field in fields(Person) if field.name not in {"rating", "rated_games"})


def federation_people(text: str = "") -> QuerySet[Player]:
    """Return people of the federations of the organiser in scope who match a text and are not in its own list."""
    club = organiser_in_scope()
    federations = Membership.objects.filter(club=club).order_by().values("federation")
    with disable_scope():
        own = Player.objects.filter(organiser=club)
        in_list = Q(pk__in=own.exclude(federation_player=None).values("federation_player"))
        in_list |= Q(licence__in=own.exclude(licence="").values("licence"), licence__gt="")
        found = people_found(text).filter(organiser__in=federations)
        return found.exclude(in_list).select_related("club", "organiser")


@transaction.atomic
def copy_people(keys: Iterable[int]) -> list[Player]:
    """Enter people of the federations in the list of the organiser in scope; return their copies.

    Keys of others are left out.
    """
    found = federation_people().filter(pk__in=list(keys)).order_by("pk")
    return [copy_of(player) for player in found]


@transaction.atomic
def copy_licensed(names: Iterable[str]) -> list[int]:
    """Enter the people of the federations whose licence numbers are among the typed names; return the keys of
    their copies.
    """
    if not federations_of(organiser_in_scope()):
        return []
    licences = {folding.licence_key(name) for name in names} - {""}
    made: list[int] = []
    for player in federation_people().filter(licence__in=licences).order_by("pk"):
        # Somebody else may enter the same person at this moment, who is in the list then.
        with suppress(IntegrityError, ValidationError), transaction.atomic():
            made.append(copy_of(player).pk)
    return made


def copy_of(source: Player) -> Player:
    """Return the copy of a federation's player in the list of the organiser in scope; make it if needed."""
    known = Player.objects.filter(Q(federation_player=source.pk) | _same_as(source)).first()
    copy = known or Player()
    copy.federation_player = source
    _copy_data(source, copy)
    if known is None:
        copy.rating, copy.rated_games = source.rating, source.rated_games
    copy.full_clean()
    copy.save()
    return copy


@transaction.atomic
def update_copies(organiser: int, **_signal: object) -> int:
    """Give the copies of an organiser's people the data that have changed there; return how many have.

    People of its clubs, or of the organiser as a club, become copies first if they have a licence number of a
    federation's list.
    """
    for membership in Membership.objects.filter(Q(federation=organiser) | Q(club=organiser)):
        _link_licensed(membership)
    with disable_scope():
        federations = [organiser, *federations_of(organiser)]
        rows = Player.objects.filter(federation_player__organiser__in=federations)
        copies = list(rows.select_related("club", "federation_player__club").order_by("pk"))
    changed = 0
    for copy in copies:
        source = copy.federation_player
        if source is None or _copied_data(source) == _copied_data(copy):
            continue
        with scope_to_organiser(copy.organiser_id):
            if Player.objects.exclude(pk=copy.pk).filter(_same_as(source)).exists():
                continue  # the club has entered this person, or a namesake, by hand meanwhile
            _copy_data(source, copy)
            copy.save()
        changed += 1
    return changed


def _same_as(source: Player) -> Q:
    """Return the condition for the one row that a list may have of this licence, or of this name without one."""
    return Q(licence=source.licence) if source.licence else Q(key=source.key, licence="")


def _link_licensed(membership: Membership) -> None:
    with disable_scope():
        licensed = Player.objects.exclude(licence="")
        theirs = licensed.filter(organiser=membership.federation_id)
        own = licensed.filter(
            organiser=membership.club_id, federation_player=None, licence__in=theirs.values("licence")
        )
        found = dict(own.values_list("licence", "pk"))
        for source, licence in theirs.filter(licence__in=found).values_list("pk", "licence"):
            Player.objects.filter(pk=found[licence]).update(federation_player=source)


def _copied_data(player: Player) -> tuple[object, ...]:
    person = person_of(player)
    return tuple(
        folding.club_key(person.club) if name == "club" else getattr(person, name) for name in COPIED
    )


def _copy_data(source: Player, copy: Player) -> None:
    person = person_of(source)
    copy.rename(person.name, person.parts, checked=source.names_checked)
    for name in COPIED:
        if name not in NAMES | {"club"}:
            setattr(copy, name, getattr(person, name))
    copy.club = club_named(person.club)
