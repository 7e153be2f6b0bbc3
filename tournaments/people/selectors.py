"""Lists of people: those found by a search, and those who may be entered twice."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from tournaments.models import Club, Player
from tournaments.names import folding
from tournaments.names.folding import SortedName, sort_key
from tournaments.names.name_parts import Doubt, NameParts, doubts_of, parts_of, shown_name
from tournaments.names.name_visibility import PARTS


def people_found(text: str = "", club: Club | None = None) -> QuerySet[Player]:
    """Return players with all words of `text` in their names or licence numbers, whatever the accents."""
    players = Player.objects.select_related("club")
    if club is not None:
        players = players.filter(club=club)
    for word in folding.fold(text).split():
        players = players.filter(Q(alike__contains=word) | Q(licence__istartswith=word))
    return players


def sort_keys(players: QuerySet[Player]) -> list[int]:
    """Return their keys, by family name as the language sorts it: databases put Élan behind Verviers."""
    rows = players.order_by().values_list("pk", "licence", *PARTS)
    return [row[0] for row in sorted(rows, key=lambda row: (sort_key(shown_name(*row[2:])), row[1], row[0]))]


@dataclass(frozen=True, slots=True)
class SplitName:
    """A name that a rule split, and why the rule may be wrong."""

    player: int
    name: str
    parts: NameParts
    doubts: tuple[Doubt, ...]


def split_names() -> list[SplitName]:
    """Return the names that nobody has looked at and no list has split, the most doubtful first; those that a
    federation's list has are left out.
    """
    rows = Player.objects.filter(names_checked=False, federation_player=None).order_by()
    found = [
        SplitName(pk, name, parts_of(name, given, family), doubts_of(name))
        for pk, name, given, family in rows.values_list("pk", *PARTS)
    ]
    worst = {doubt: place for place, doubt in enumerate(Doubt)}
    return sorted(
        found,
        key=lambda one: (
            min((worst[doubt] for doubt in one.doubts), default=len(worst)),
            sort_key(SortedName(one.name, (one.parts.family, one.parts.given))),
            one.player,
        ),
    )


def names_shared() -> QuerySet[Player, Any]:
    """Return the folded names (`alike`) that several players share, one row a name.

    Names whose players all have different licences are left out.
    """
    return (
        Player.objects.order_by()
        .values("alike")
        .annotate(people=Count("pk"), licences=Count("licence", filter=~Q(licence=""), distinct=True))
        .filter(people__gt=1, licences__lt=F("people"))
    )


def players_alike(names: Collection[str] | None = None) -> list[list[Player]]:
    """Return groups of players whose names are alike, except groups in which licences tell all apart; only
    those of the folded `names` if they are given.
    """
    alike = names_shared().values("alike") if names is None else names
    players = Player.objects.filter(alike__in=alike).select_related("club")
    groups: dict[str, list[Player]] = {}
    for player in players.annotate(games=Count("entries__event__games")).order_by("alike", "pk"):
        groups.setdefault(player.alike, []).append(player)
    return list(groups.values())
