"""The people of the club: finding them, changing what is known of them, and making one of two. Each use case is one
transaction; what a player was before stays in the player's history.
"""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_update_with_history, update_change_reason

from tournaments import alike
from tournaments.errors import RuleViolation
from tournaments.models import Club, Entry, GameTable, Player

# Why a row of the history of players is there: somebody, or their club, was made one with another.
MERGED, CLUB_MERGED = "+ ", " → "


@dataclass(frozen=True, slots=True)
class Person:
    """What somebody wrote of a player; empty is unknown. A club is written by its name."""

    name: str
    licence: str = ""
    club: str = ""
    country: str = ""
    series: str = ""
    birth_year: int | None = None
    rating: int | None = None
    rated_games: int | None = None


def people_found(text: str = "", club: Club | None = None) -> QuerySet[Player]:
    """Players with all words of `text` in their names or licence numbers, whatever the accents."""
    players = Player.objects.select_related("club")
    if club is not None:
        players = players.filter(club=club)
    for word in alike.folded(text).split():
        players = players.filter(Q(alike__contains=word) | Q(licence__istartswith=word))
    return players


def in_order(players: QuerySet[Player]) -> list[int]:
    """Their keys, in the order in which people look for names: databases put Élan behind Verviers."""
    rows = players.order_by().values_list("pk", "name", "licence")
    return [row[0] for row in sorted(rows, key=lambda row: (alike.sort_key(row[1]), row[2], row[0]))]


def names_shared() -> QuerySet[Player, Any]:
    """What the names of several players have in common (`alike`), one row a name; licences tell some apart."""
    return (
        Player.objects.order_by()
        .values("alike")
        .annotate(people=Count("pk"), licences=Count("licence", filter=~Q(licence=""), distinct=True))
        .filter(people__gt=1, licences__lt=F("people"))
    )


def players_alike() -> list[list[Player]]:
    """Groups of players whose names are alike, but for those whom licences tell apart."""
    players = Player.objects.filter(alike__in=names_shared().values("alike")).select_related("club")
    groups: dict[str, list[Player]] = {}
    for player in players.annotate(games=Count("entries__event__games")).order_by("alike", "pk"):
        groups.setdefault(player.alike, []).append(player)
    return list(groups.values())


def player_for(name: str, *, licences: bool) -> Player:
    """The player of that name, new if nobody has it; with `licences` a licence number will do as well.

    Raises:
        RuleViolation: several have that name; it has no letter.
    """
    of_licence = Player.objects.filter(licence=alike.licence_key(name)).first() if licences else None
    if of_licence is not None:
        return of_licence
    _check_is_name(name, licences=licences)
    namesakes = Player.objects.filter(key=alike.key(name))[:2]
    if len(namesakes) > 1:
        raise RuleViolation(
            "namesakes",
            _("Several players are called {name}: the arbitrator enters you by the licence number."),
            name=name,
        )
    if namesakes:
        return namesakes[0]
    new = Player.named(name)
    player, _created = Player.objects.get_or_create(
        key=new.key, licence="", defaults={"name": new.name, "alike": new.alike}
    )
    return player


def is_known(name: str) -> bool:
    """Whether somebody of the list is written so, by name or licence number."""
    named = Q(licence=alike.licence_key(name), licence__gt="") | Q(key=alike.key(name))
    return Player.objects.filter(named).exists()


def written_otherwise(name: str) -> list[Player]:
    """Those of the list whom a name means that nobody is written like: other accents, another order of its words."""
    folded = alike.folded(name)
    if not folded or is_known(name):
        return []
    return list(Player.objects.filter(alike=folded).select_related("club").order_by("pk")[:5])


def _check_is_name(name: str, *, licences: bool) -> None:
    """A licence number must not become somebody who is called so."""
    if any(letter.isalpha() for letter in name):
        return
    if licences:
        raise RuleViolation(
            "no_such_licence",
            _("Nobody has the licence number {name}: write the name, with letters."),
            name=name,
        )
    raise RuleViolation(
        "licence_not_expected",
        _("No such licence is expected here: {name}. Write your name, with letters."),
        name=name,
    )


def hold_players(players: Collection[int]) -> dict[int, Player]:
    """The rows of these keys, held until the transaction ends: nobody merges them away while they are entered, which
    the database would find out at the commit. In one order, as whoever merges holds them too; who is gone is missing.
    """
    held = Player.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=players).order_by("pk")
    return {player.pk: player for player in held}


def over_what_was_seen(written: Person, seen: Mapping[str, object], now: Person) -> Person:
    """What was written where it differs from what was seen; all else as it is now. Pure.

    Raises:
        RuleViolation: the same thing has been changed meanwhile, to something else.
    """
    changed = {name: value for name, value in asdict(written).items() if name in seen and value != seen[name]}
    values = asdict(now)
    for name, value in changed.items():
        if values[name] not in (seen[name], value):
            raise RuleViolation(
                "changed_meanwhile",
                _("Somebody has changed this meanwhile, to “{now}”: look again, then save."),
                now=values[name] or "–",
                field=name,
            )
    return replace(now, **changed)


@transaction.atomic
def save_player(person: Person, player: Player | None = None) -> Player:
    """Put down what is known of a player; without one, of a new one.

    Raises:
        RuleViolation: the licence, or the name if there is no licence, is somebody else's.
    """
    person = replace(person, licence=alike.licence_key(person.licence))
    player = player or Player()
    check_own(person, player.pk)
    player.rename(person.name)
    for field in ("licence", "country", "series", "birth_year", "rating", "rated_games"):
        setattr(player, field, getattr(person, field))
    player.club = club_named(person.club)
    player.full_clean()
    player.save()
    return player


@transaction.atomic
def merge_players(*, keep: Player, other: Player, licence: str = "") -> None:
    """Make one of two rows that are one person: what `other` played becomes what `keep` played, and what is known of
    `other` alone is kept. Where each has a licence, `licence` says which one stays.

    Raises:
        RuleViolation: they are two people, as they both played in one event, or have licences of which none was chosen.
    """
    if keep == other:
        raise RuleViolation("same_player", _("Choose two players."))
    # In one order, whoever merges: two mergings at once must not wait for each other.
    locked = {
        player.pk: player
        for player in Player.objects.select_for_update().filter(pk__in=(keep.pk, other.pk)).order_by("pk")
    }
    if len(locked) < 2:
        raise RuleViolation("player_gone", _("Somebody has merged them already."))
    keep, other = locked[keep.pk], locked[other.pk]
    if keep.licence and other.licence and licence not in {keep.licence, other.licence}:
        raise RuleViolation(
            "different_licences",
            _("{name} and {other} have different licence numbers."),
            name=keep.name,
            other=other.name,
        )
    _check_never_met(keep, other)
    Entry.objects.filter(player=other).update(player=keep)
    Entry.objects.filter(partner=other).update(partner=keep)
    known = {
        field: getattr(other, field)
        for field in ("licence", "club", "country", "series", "birth_year", "rating", "rated_games")
        if not getattr(keep, field) and getattr(other, field)
    }
    if keep.licence and other.licence:
        known["licence"] = licence
    gone = other.pk
    other.delete()
    # What was known of them is the kept player's past: it is told with it, and erased with it.
    Player.history.filter(id=gone).update(id=keep.pk)
    for field, value in known.items():
        setattr(keep, field, value)
    keep.full_clean()
    keep.save()
    update_change_reason(keep, f"{MERGED}{other.name}"[:100])


def check_own(person: Person, pk: int | None) -> None:
    """What tells players apart is not another's.

    Raises:
        RuleViolation: it is.
    """
    others = Player.objects.all() if pk is None else Player.objects.exclude(pk=pk)
    if person.licence:
        other = others.filter(licence=person.licence).first()
        if other is not None:
            raise RuleViolation(
                "licence_taken",
                _("Licence {licence} is that of {name}."),
                licence=person.licence,
                name=other.name,
            )
    elif others.filter(key=alike.key(person.name), licence="").exists():
        raise RuleViolation(
            "player_known",
            _("There is a {name} already: write a licence number to tell them apart."),
            name=person.name,
        )


def club_named(name: str) -> Club | None:
    """The club of that name, whatever the accents, new if there is none; None without a name. It is held: nobody makes
    it one with another while a player is put into it.
    """
    if not name:
        return None
    clubs = Club.objects.select_for_update(no_key=True)
    club, _created = clubs.get_or_create(key=alike.club_key(name), defaults={"name": name})
    return club


@transaction.atomic
def merge_clubs(*, keep: Club, other: Club, by: User) -> int:
    """Make one of two clubs that are one: the players of `other` go to `keep`; how many these are. What is known of
    the past names the one that is kept.

    Raises:
        RuleViolation: they are the same, or one is gone.
    """
    if keep == other:
        raise RuleViolation("same_club", _("Choose two clubs."))
    held = {
        club.pk: club
        for club in Club.objects.select_for_update().filter(pk__in=(keep.pk, other.pk)).order_by("pk")
    }
    if len(held) < 2:
        raise RuleViolation("club_gone", _("Somebody has merged these clubs already."))
    keep, other = held[keep.pk], held[other.pk]
    players = list(Player.objects.select_for_update(no_key=True).filter(club=other).order_by("pk"))
    for player in players:
        player.club = keep
    Player.history.filter(club_id=other.pk).update(club_id=keep.pk)
    told = f"{other.name}{CLUB_MERGED}{keep.name}"[:100]
    bulk_update_with_history(
        players, Player, ["club"], batch_size=500, default_user=by, default_change_reason=told
    )
    if other.number and not keep.number:
        keep.number = other.number
        keep.save(update_fields=["number"])
    other.delete()
    return len(players)


def left_nothing(entry: Entry) -> bool:
    """Whether somebody has been entered alone and nothing else: no slip, no result, no match refers to the entry."""
    if entry.partner_id is not None:
        return False
    for relation in Entry._meta.related_objects:  # noqa: SLF001 - public in spite of its name
        # What only mentions an entry stays without it.
        if relation.on_delete is models.SET_NULL or relation.related_model is GameTable:
            continue
        there = relation.related_model._base_manager  # noqa: SLF001 - as above; no row may be left out
        if there.filter(**{relation.field.name: entry}).exists():
            return False
    return True


def _check_never_met(keep: Player, other: Player) -> None:
    """Two rows that played in one event are two people; where one of them left nothing, that entry goes."""
    of_keep = Entry.objects.filter(Q(player=keep) | Q(partner=keep))
    of_other = Entry.objects.filter(Q(player=other) | Q(partner=other))
    for met in of_other.filter(event__in=of_keep.values("event")).select_related("event"):
        own = of_keep.get(event=met.event)
        for entry in (met, own):
            if left_nothing(entry):
                entry.delete()
                break
        else:
            _refuse(keep, other, met)


def _refuse(keep: Player, other: Player, met: Entry) -> None:
    raise RuleViolation(
        "played_together",
        _("{name} and {other} both played in {event}."),
        name=keep.name,
        other=other.name,
        event=met.event.name,
    )


def person_of(player: Player) -> Person:
    """What is known of a player, as a value; select the club."""
    known = {field: getattr(player, field) for field in asdict(Person("")) if field != "club"}
    return Person(**known, club=player.club.name if player.club else "")
