"""The people of the club: searching them, changing their data, and merging them.

Each use case is one transaction; former data of a player stays in the player's history.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history, bulk_update_with_history, update_change_reason

from tournaments.errors import RuleViolation
from tournaments.models import Club, Player
from tournaments.names import folding
from tournaments.names.name_parts import NameParts, plain_name
from tournaments.people.merging import lock_players_to_merge, move_entries

# Sent with `organiser`, the key of whose people have other data now.
people_changed = Signal()
# Reasons of rows in the history of players: they, or their clubs, were merged.
MERGED, CLUB_MERGED = "+ ", " → "
NAMES = frozenset({"name", "given_name", "family_name"})


@dataclass(frozen=True, slots=True)
class Person:
    """The data of a player as written; empty is unknown. A club is written by its name.

    Without a given and a family name a rule splits the name.
    """

    name: str
    licence: str = ""
    club: str = ""
    country: str = ""
    series: str = ""
    birth_year: int | None = None
    rating: int | None = None
    rated_games: int | None = None
    given_name: str = ""
    family_name: str = ""
    committee: str = ""
    age_category: str = ""
    sex: str = ""

    @property
    def names(self) -> tuple[str, str, str]:
        """The name, the given name and the family name."""
        return self.name, self.given_name, self.family_name

    @property
    def parts(self) -> NameParts | None:
        """The given and the family name; None if they are not known."""
        return NameParts(self.given_name, self.family_name) if self.given_name or self.family_name else None


# Fields that `save_player` stores as they are; the name and the club have rows and keys of their own.
PLAIN = tuple(field.name for field in fields(Person) if field.name not in NAMES | {"club"})


def player_for(name: str, *, licences: bool) -> Player:
    """Return the player of that name, created if nobody has it; if `licences` is set, a licence number will
    do as well. A name means whom `choose_named` finds.

    Raises:
        RuleViolation: several have that name; it has no letter.
    """
    of_licence = Player.objects.filter(licence=folding.licence_key(name)).first() if licences else None
    if of_licence is not None:
        return of_licence
    _check_is_name(name, licences=licences)
    namesakes = choose_named(name, Player.objects.filter(alike=folding.fold(name)))
    if len(namesakes) > 1:
        raise RuleViolation(
            "namesakes",
            _("Several players are called {name}: the arbitrator enters you by the licence number."),
            name=name,
        )
    if namesakes:
        return namesakes[0]
    player, _created = _new_player(name)
    return player


def choose_named(name: str, alike: Iterable[Player]) -> list[Player]:
    """Return those whom a name means of the people who have alike names: whoever is written so, or else all whose names
    have the same words. “Last, First”, “First Last” and “LAST First” are one person; accents tell people apart.
    """
    people = [player for player in alike if folding.spelling(player.name) == folding.spelling(name)]
    return [player for player in people if player.key == folding.key(name)] or people


def find_named(name: str) -> list[Player]:
    """Return the people of the list whom a licence number or a name means."""
    written = plain_name(folding.tidy(name))
    licence = folding.licence_key(written)
    people = Player.objects.filter(
        Q(licence=licence, licence__gt="") | Q(alike=folding.fold(written), alike__gt="")
    )
    return [player for player in people if licence == player.licence] or choose_named(written, people)


def are_spelled_otherwise(names: Sequence[str]) -> bool:
    """Tell whether a name differs from one of the list in accents alone, so that somebody must say who is meant."""
    folded = {folded: name for name in names if (folded := folding.fold(plain_name(name)))}
    alike: dict[str, list[Player]] = {}
    for player in Player.objects.filter(alike__in=folded):
        alike.setdefault(player.alike, []).append(player)
    return any(not choose_named(folded[one], people) for one, people in alike.items())


def _new_player(name: str) -> tuple[Player, bool]:
    """Return a new player of that name and True, or the one who was created at this moment and False."""
    new = Player.named(name)
    columns = {column: getattr(new, column) for column in Player.OF_NAME}
    return Player.objects.get_or_create(key=new.key, licence="", defaults=columns)


def players_for(names: Iterable[str], *, licences: bool = True) -> dict[str, Player]:
    """Return the result of `player_for` for each of many names in one query. New players are not stored;
    `store_players` does.

    A name that `player_for` refuses is missing.
    """
    names = list(names)
    named = Q(alike__in=[folding.fold(name) for name in names])
    licensed = Q(licence__in=[folding.licence_key(name) for name in names], licence__gt="")
    by_licence: dict[str, Player] = {}
    alike: dict[str, list[Player]] = {}
    for player in Player.objects.filter(named | licensed):
        by_licence[player.licence] = player
        alike.setdefault(player.alike, []).append(player)
    found: dict[str, Player] = {}
    for name in names:
        of_licence = by_licence.get(folding.licence_key(name)) if licences else None
        if of_licence is not None:
            found[name] = of_licence
        elif any(letter.isalpha() for letter in name):
            people = alike.setdefault(folding.fold(name), [])
            if not (namesakes := choose_named(name, people)):
                people += (namesakes := [Player.named(name)])
            if len(namesakes) == 1:
                found[name] = namesakes[0]
    return found


def store_players(players: Iterable[Player]) -> list[int]:
    """Store players of `players_for` who are new; return the keys of those who were stored here.

    One who is stored elsewhere at this moment gets that key.
    """
    new = list({player.key: player for player in players}.values())
    if not new:
        return []
    try:
        with transaction.atomic():
            bulk_create_with_history(new, Player)
    except IntegrityError:
        stored = []
        for player in new:
            found, created = _new_player(player.name)
            player.pk = found.pk
            if created:
                stored.append(found.pk)
        return stored
    return [player.pk for player in new]


@transaction.atomic
def remove_unused_players(players: Collection[int]) -> None:
    """Remove players, and their history, whom nobody has entered anywhere yet."""
    lock_players(players)
    # After the lock: who is being entered at this moment is in an event now.
    unused = Player.objects.filter(pk__in=players, entries=None, partner_entries=None)
    gone = list(unused.values_list("pk", flat=True))
    Player.objects.filter(pk__in=gone).delete()
    Player.history.filter(id__in=gone).delete()


def _check_is_name(name: str, *, licences: bool) -> None:
    """Check that a name has a letter: a licence number must not become somebody's name."""
    if any(letter.isalpha() for letter in name):
        return
    if licences:
        raise RuleViolation(
            "no_such_licence",
            _("There is no licence number {name}: enter the name in letters."),
            name=name,
        )
    raise RuleViolation(
        "licence_not_expected",
        _("The licence {name} is not expected here. Enter your name in letters."),
        name=name,
    )


def lock_players(players: Collection[int]) -> dict[int, Player]:
    """Lock and return the rows of these keys until the transaction ends; deleted players are missing.

    A merge cannot delete them while they are entered, which the database would find out only at the commit.
    """
    held = Player.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=players).order_by("pk")
    return {player.pk: player for player in held}


def merge_over_seen(written: Person, seen: Mapping[str, object], now: Person) -> Person:
    """Return the present data with the written values that differ from the seen ones. Pure.

    Raises:
        RuleViolation: the same field has been changed meanwhile, to another value.
    """
    changed = {name: value for name, value in asdict(written).items() if name in seen and value != seen[name]}
    values = asdict(now)
    for name, value in changed.items():
        if values[name] not in (seen[name], value):
            raise RuleViolation(
                "changed_meanwhile",
                _("Somebody has changed this to “{now}” in the meantime: check, then save again."),
                now=values[name] or "–",
                field=name,
            )
    return replace(now, **changed)


@transaction.atomic
def save_player(
    person: Person, player: Player | None = None, *, seen: Mapping[str, object] | None = None
) -> Player:
    """Store the data of a player; create one if none is given.

    With the data that the user had `seen`, only what the user changed is written.

    Raises:
        RuleViolation: the licence, or the name if there is no licence, is somebody else's; the player is in
            the list of a federation, which alone changes the data; the player is gone, or the same field has
            been changed meanwhile.
    """
    moves = seen is None or person.club != seen.get("club", person.club)
    # Clubs are locked before players, in the same order as in a merge of clubs.
    club = club_named(person.club) if moves else None
    player = player or Player()
    if player.pk is not None:
        _lock_again(player)
    if seen is not None:
        person = merge_over_seen(person, seen, person_of(player))
    person = replace(person, name=plain_name(person.name), licence=folding.licence_key(person.licence))
    if player.federation_player_id is not None:
        raise RuleViolation(
            "federation_player",
            _("{name} is in the federation’s list: edit the data there."),
            name=player.name,
        )
    check_own(person, player.pk)
    player.rename(person.name, person.parts)
    for field in PLAIN:
        setattr(player, field, getattr(person, field))
    if moves:
        player.club = club
    player.full_clean()
    player.save()
    people_changed.send(Player, organiser=player.organiser_id)
    return player


def _lock_again(player: Player) -> None:
    """Lock a player and read the row again: it may have changed since it was read without a lock.

    Raises:
        RuleViolation: it is gone.
    """
    if not lock_players([player.pk]):
        raise RuleViolation("player_gone", _("They have already been merged."))
    player.refresh_from_db()


@transaction.atomic
def merge_players(*, keep: Player, other: Player, licence: str = "") -> None:
    """Merge two rows of one person: `keep` gets the entries of `other`, and the data that only `other` has.

    If each has a licence, `licence` says which one stays.

    Raises:
        RuleViolation: they are two people, as they both played in one event, or have licences of which none
            was chosen; one is gone, or they are being entered at this moment.
    """
    if keep == other:
        raise RuleViolation("same_player", _("Choose two players."))
    keep, other = lock_players_to_merge(keep, other)
    if keep.licence and other.licence and licence not in {keep.licence, other.licence}:
        raise RuleViolation(
            "different_licences",
            _("{name} and {other} have different licence numbers."),
            name=keep.name,
            other=other.name,
        )
    move_entries(keep, other)
    known = {
        field: getattr(other, field)
        for field in (*Person.__slots__, "federation_player")
        if field not in NAMES and not getattr(keep, field) and getattr(other, field)
    }
    if keep.licence and other.licence:
        known["licence"] = licence
    gone = other.pk
    other.delete()
    # The history of `other` becomes part of the kept player's: it is told with it, and erased with it.
    Player.history.filter(id=gone).update(id=keep.pk)
    for field, value in known.items():
        setattr(keep, field, value)
    keep.full_clean()
    keep.save()
    update_change_reason(keep, f"{MERGED}{other.name}"[:100])
    people_changed.send(Player, organiser=keep.organiser_id)


def check_own(person: Person, pk: int | None) -> None:
    """Check that licence or name, which tell players apart, are not another's.

    Raises:
        RuleViolation: they are.
    """
    others = Player.objects.all() if pk is None else Player.objects.exclude(pk=pk)
    if person.licence:
        other = others.filter(licence=person.licence).first()
        if other is not None:
            raise RuleViolation(
                "licence_taken",
                _("Licence {licence} belongs to {name}."),
                licence=person.licence,
                name=other.name,
            )
    elif others.filter(key=folding.key(person.name), licence="").exists():
        raise RuleViolation(
            "player_known",
            _("{name} already exists: enter a licence number to tell them apart."),
            name=person.name,
        )


def club_named(name: str) -> Club | None:
    """Return the club of that name, whatever the accents, created if there is none; None for an empty name.

    It is locked: nobody merges it with another while a player is put into it.
    """
    if not name:
        return None
    clubs = Club.objects.select_for_update(no_key=True)
    club, _created = clubs.get_or_create(key=folding.club_key(name), defaults={"name": name})
    return club


@transaction.atomic
def merge_clubs(*, keep: Club, other: Club, by: User) -> int:
    """Merge two clubs: the players of `other` go to `keep`; return how many these are.

    The history then names the club that is kept.

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
        raise RuleViolation("club_gone", _("They have already been merged."))
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
    people_changed.send(Player, organiser=keep.organiser_id)
    return len(players)


def person_of(player: Player) -> Person:
    """Return the data of a player as a value; select the club."""
    return person_with(player, player.parts, player.club.name if player.club else "")


def person_with(row: Any, parts: NameParts, club: str) -> Person:
    """Return the data of a player, or of a row of the history of one, with that club."""
    known = {field: getattr(row, field) for field in PLAIN}
    return Person(row.name, club=club, given_name=parts.given, family_name=parts.family, **known)
