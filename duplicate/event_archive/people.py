"""Whom and what an archive shares with this installation: players, clubs, rule sets, lexicons, and who did what.

What always holds: nobody who is here is changed. A player of the archive is the one here of the same licence, otherwise
of the same name, if there is just one and of no other licence; otherwise somebody new. Two of the archive are never one
here. Who did something at the desk there is no account here: they are told by name, as inactive users that nobody can
log in as.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from duplicate.event_archive.opening import Archive, refuse
from duplicate.event_archive.tables import columns_of
from duplicate.event_archive.values import value_of
from duplicate.event_archive.writing import FROM_ARCHIVE, fingerprint_of
from duplicate.models import ClubRules
from engine.errors import EngineError
from engine.rules import RuleSet, rule_set_names
from tournaments import alike, clock
from tournaments.errors import RuleViolation
from tournaments.models import NUMBER_LENGTH, Club, Lexicon, Player

REASON: Final = "archive"
_BATCH: Final = 500


def lexicons_here(archive: Archive) -> list[Lexicon]:
    """For each lexicon of the archive the one here with the same words, whatever it is called.

    Raises:
        RuleViolation: there is none.
    """
    return [
        _lexicon(row) for row in _rows(archive, "lexicons", ("name", "tile_set", "word_count", "fingerprint"))
    ]


def users_of(archive: Archive) -> list[int]:
    """Somebody without an account for each who did something."""
    keys, names = [], set()
    for number, row in archive.rows("users"):
        name = str(row.get("username", ""))
        try:
            User.username_validator(name)
        except ValidationError as error:
            refuse("users", number, error.messages[0])
        if name in names or len(name) > 150:
            refuse("users", number, _("no name of a user."))
        names.add(name)
        keys.append(_known_by_name(name).pk)
    return keys


def clubs_here(archive: Archive) -> list[int]:
    """The clubs, whatever the accents; those that are new are made."""
    keys = []
    for number, row in archive.rows("clubs"):
        name, given = row.get("name"), row.get("number")
        if not isinstance(name, str) or not isinstance(given, str) or not _is_name(name):
            refuse("clubs", number, _("no name of a club."))
        club = Club.objects.filter(key=alike.club_key(name)).first()
        if club is None:
            club = Club.named(name)
            club.number = given[:NUMBER_LENGTH]
            club.save()
        keys.append(club.pk)
    return keys


def players_here(archive: Archive, clubs: Sequence[int], by: User) -> list[int]:
    """The players, those that are new made as the archive knows them; licences go before names."""
    told = list(_players(archive, clubs))
    written = [one.licence for one in told if one.licence]
    licences = dict(Player.objects.filter(licence__in=written).values_list("licence", "pk"))
    found = {index: licences[one.licence] for index, one in enumerate(told) if one.licence in licences}
    namesakes: dict[str, list[Player]] = {}
    for other in Player.objects.filter(key__in=[player.key for player in told]):
        namesakes.setdefault(other.key, []).append(other)
    taken = set(found.values())
    # Who has no licence first: nobody else can be meant by them.
    for index in sorted(set(range(len(told))) - set(found), key=lambda index: bool(told[index].licence)):
        match = _by_name(told[index], namesakes.get(told[index].key, []))
        if match is not None and match not in taken:
            found[index] = match
            taken.add(match)
    new = [player for index, player in enumerate(told) if index not in found]
    made = bulk_create_with_history(
        new, Player, batch_size=_BATCH, default_user=by, default_change_reason=REASON
    )
    keys = iter([player.pk for player in made])
    return [found[index] if index in found else next(keys) for index in range(len(told))]


def rules_here(archive: Archive, by: User) -> list[int | None]:
    """The clubs' own rule sets; none where another one has the name. Games keep their text anyway."""
    keys: list[int | None] = []
    for number, row in archive.rows("club_rules"):
        name, preset, text = (str(row.get(field, "")) for field in ("name", "preset", "rules"))
        try:
            rules = RuleSet.from_toml(text)
        except EngineError as error:
            refuse("club_rules", number, error)
        if not _is_name(name, 40) or preset not in rule_set_names():
            refuse("club_rules", number, _("no rule set."))
        there = ClubRules.objects.filter(name__iexact=name).first()
        if there is None:
            there = ClubRules.objects.create(
                name=name, preset=preset, rules=text, changed_at=clock.now(), changed_by=by
            )
        keys.append(there.pk if there.rule_set == rules else None)
    return keys


def _rows(archive: Archive, table: str, fields: Sequence[str]) -> Iterator[dict[str, Any]]:
    for number, row in archive.rows(table):
        if set(row) != set(fields):
            refuse(table, number, _("other columns than there should be."))
        yield row


def _lexicon(row: dict[str, Any]) -> Lexicon:
    name, fingerprint = str(row["name"])[:80], row["fingerprint"]
    of_tiles = Lexicon.objects.filter(tile_set=str(row["tile_set"]))
    for lexicon in sorted(of_tiles, key=lambda each: (each.name != name, each.name)):
        same = fingerprint_of(lexicon.name) == fingerprint if fingerprint else lexicon.name == name
        if same:
            return lexicon
    raise RuleViolation(
        "archive_lexicon",
        _(
            "This event was played with the lexicon “{name}” ({words} words): no lexicon here has exactly its words. "
            "Load it first."
        ),
        name=name,
        words=row["word_count"],
    )


def _known_by_name(name: str) -> User:
    """The inactive user of that name; never an account, whatever it is called."""
    number = 1
    while True:
        behind = FROM_ARCHIVE if number == 1 else f"{FROM_ARCHIVE}{number}"
        username = name[: 150 - len(behind)] + behind
        user, made = User.objects.get_or_create(username=username, defaults={"is_active": False})
        if made:
            user.set_unusable_password()
            user.save(update_fields=["password"])
        if not user.is_active and not user.has_usable_password():
            return user
        number += 1


def _players(archive: Archive, clubs: Sequence[int]) -> Iterator[Player]:
    names = (
        "name",
        "licence",
        "club",
        "country",
        "series",
        "birth_year",
        "rating",
        "rated_games",
        "created_at",
    )
    fields = {field.name: field for field in columns_of(Player, names)}
    known: set[str] = set()
    for number, row in archive.rows("players"):
        if set(row) != set(names):
            refuse("players", number, _("other columns than there should be."))
        club = row.pop("club")
        if club is not None and (type(club) is not int or not 0 < club <= len(clubs)):
            refuse("players", number, _("it refers to a row that is not there."))
        try:
            values = {name: value_of(fields[name], value) for name, value in row.items()}
        except ValidationError as error:
            refuse("players", number, " ".join(error.messages))
        if not _is_name(values["name"]) or values["licence"] != alike.licence_key(values["licence"]):
            refuse("players", number, _("no name of a player."))
        player = Player(**values, club_id=clubs[club - 1] if club else None)
        player.rename(player.name)
        mark = player.licence or f"\n{player.key}"
        if mark in known:
            refuse("players", number, _("the same player is further up."))
        known.add(mark)
        yield player


def _by_name(player: Player, namesakes: Sequence[Player]) -> int | None:
    without = [other.pk for other in namesakes if not other.licence]
    if player.licence or without:
        return without[0] if without else None
    return namesakes[0].pk if len(namesakes) == 1 else None


def _is_name(name: str, most: int = 80) -> bool:
    return bool(name) and alike.tidied(name) == name and len(name) <= most
