"""The rows that an archive shares with this installation: players, clubs, rule sets, lexicons, and users.

Invariants: no existing row is changed. A player of the archive is the one here with the same licence;
otherwise the one with the same name, if there is just one and they have no other licence; otherwise a new
player. Two players of the archive are never one here. Users who did something at the desk there get no
account here: they are known by name, as inactive users that nobody can log in as.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, overload

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from duplicate.models import ClubRules
from duplicate.website.archive.container import Archive, refuse
from duplicate.website.archive.exporter import FROM_ARCHIVE, fingerprint_of
from duplicate.website.archive.importing import ChunkWriter
from duplicate.website.archive.tables import ADDED_OF_PLAYERS, SHARED, TILES
from duplicate.website.archive.values import UNSEEN, value_of
from engine.errors import EngineError
from engine.rules import (
    RuleSet,
    rule_set_names,
)
from tournaments.archived_tables import columns_of
from tournaments.errors import RuleViolation
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.lexicons.tile_sets import tile_set_digest
from tournaments.models import CLUB_LENGTH, NUMBER_LENGTH, Club, Lexicon, Player
from tournaments.names import folding
from tournaments.names.name_parts import NameParts
from tournaments.time import clock

REASON: Final = "archive"
_BATCH: Final = 500


def lexicons_here(archive: Archive) -> list[Lexicon]:
    """Return for each lexicon of the archive the one here with the same words, under any name.

    Raises:
        RuleViolation: there is none.
    """
    fields = ("name", "tile_set", "word_count", "fingerprint")
    return [_lexicon(row) for row in _rows(archive, "lexicons", fields, may_have=frozenset({TILES}))]


def lexicon_names(archive: Archive, lexicons: Sequence[Lexicon]) -> dict[str, str]:
    """Return the names that the archive's lexicons have here, by those in the archive."""
    names = [str(row["name"]) for _number, row in archive.rows("lexicons")]
    return dict(zip(names, (lexicon.name for lexicon in lexicons), strict=True))


def tile_set_names(archive: Archive, lexicons: Sequence[Lexicon]) -> dict[tuple[str, str], str]:
    """Return the tile sets of the archive's lexicons by the names there of lexicon and set; an own set may have
    another name here.
    """
    names = [(str(row["name"]), str(row["tile_set"])) for _number, row in archive.rows("lexicons")]
    return dict(zip(names, (lexicon.tile_set for lexicon in lexicons), strict=True))


class UsersHere(Sequence[int]):
    """The keys of the users who did something, in the archive's order.

    Each is an inactive user, made when a row first refers to it.
    """

    def __init__(self, archive: Archive, writer: ChunkWriter) -> None:
        self._writer = writer
        self._names = list(_user_names(archive))
        self._keys: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        if index not in self._keys:
            self._keys[index] = _user_of_name(self._names[index], self._writer).pk
        return self._keys[index]


def clubs_here(archive: Archive, writer: ChunkWriter) -> list[int]:
    """Return the keys of the clubs, matched without regard to accents; make the new ones."""
    told: list[Club] = []
    for number, row in archive.rows("clubs"):
        name, given = row.get("name"), row.get("number")
        if not isinstance(name, str) or not isinstance(given, str) or not _is_name(name, CLUB_LENGTH):
            refuse("clubs", number, _("not a valid club name."))
        if not folding.is_visible(given):
            refuse("clubs", number, UNSEEN)
        club = Club.named(name)
        club.number = given[:NUMBER_LENGTH]
        told.append(club)
    keys: dict[str, int] = {}
    for start in range(0, len(told), _BATCH):
        chunk = {club.key: club for club in reversed(told[start : start + _BATCH])}
        keys |= dict(Club.objects.filter(key__in=list(chunk)).values_list("key", "pk"))
        new = [club for key, club in chunk.items() if key not in keys]
        if new:
            with writer.chunk():
                # Another transaction may have made one of them at that moment.
                Club.objects.bulk_create(new, ignore_conflicts=True)
                made = Club.objects.filter(key__in=[club.key for club in new])
                keys |= (new_keys := dict(made.values_list("key", "pk")))
                writer.note_made("clubs", new_keys.values())
    return [keys[club.key] for club in told]


def players_here(archive: Archive, clubs: Sequence[int], by: User, writer: ChunkWriter) -> list[int]:
    """Return the keys of the players; make the new ones.

    Licences are matched before names.
    """
    told = list(_players(archive, clubs))
    written = [one.licence for one in told if one.licence]
    licences = dict(Player.objects.filter(licence__in=written).values_list("licence", "pk"))
    found = {index: licences[one.licence] for index, one in enumerate(told) if one.licence in licences}
    namesakes: dict[str, list[Player]] = {}
    for other in Player.objects.filter(key__in=[player.key for player in told]):
        namesakes.setdefault(other.key, []).append(other)
    taken = set(found.values())
    # Players without a licence first: a namesake without one is theirs, before a licensed player's.
    for index in sorted(set(range(len(told))) - set(found), key=lambda index: bool(told[index].licence)):
        match = _find_by_name(told[index], namesakes.get(told[index].key, []))
        if match is not None and match not in taken:
            found[index] = match
            taken.add(match)
    new = [player for index, player in enumerate(told) if index not in found]
    made: list[int] = []
    for start in range(0, len(new), _BATCH):
        with writer.chunk():
            chunk = bulk_create_with_history(
                new[start : start + _BATCH], Player, default_user=by, default_change_reason=REASON
            )
            writer.note_made("players", [player.pk for player in chunk])
        made += [player.pk for player in chunk]
    keys = iter(made)
    return [found[index] if index in found else next(keys) for index in range(len(told))]


def rules_here(archive: Archive, by: User, writer: ChunkWriter) -> list[int | None]:
    """Return the keys of the clubs' own rule sets; None if a different one here has the name.

    Games keep the text of their rules anyway.
    """
    keys: list[int | None] = []
    for number, row in archive.rows("club_rules"):
        name, preset, text = (str(row.get(field, "")) for field in ("name", "preset", "rules"))
        try:
            rules = RuleSet.from_toml(text)
        except EngineError as error:
            refuse("club_rules", number, error)
        if not _is_name(name, 40) or preset not in rule_set_names():
            refuse("club_rules", number, _("not a rule set."))
        there = ClubRules.objects.filter(name__iexact=name).first()
        if there is None:
            with writer.chunk():
                there = ClubRules.objects.create(
                    name=name, preset=preset, rules=text, changed_at=clock.now(), changed_by=by
                )
                writer.note_made("club_rules", [there.pk])
        keys.append(there.pk if there.rule_set == rules else None)
    return keys


def _user_names(archive: Archive) -> Iterator[str]:
    names = set()
    for number, row in archive.rows("users"):
        name = str(row.get("username", ""))
        try:
            User.username_validator(name)
        except ValidationError as error:
            refuse("users", number, error.messages[0])
        if name in names or len(name) > 150:
            refuse("users", number, _("not a valid user name."))
        names.add(name)
        yield name


def _rows(
    archive: Archive, table: str, fields: Sequence[str], *, may_have: frozenset[str] = frozenset()
) -> Iterator[dict[str, Any]]:
    for number, row in archive.rows(table):
        if set(row) - may_have != set(fields):
            refuse(table, number, _("unexpected columns."))
        yield row


def _lexicon(row: dict[str, Any]) -> Lexicon:
    name, fingerprint = str(row["name"])[:80], row["fingerprint"]
    of_tiles = [lexicon for lexicon in lexicons_offered() if _is_of_tiles(lexicon, row)]
    if not of_tiles:
        raise RuleViolation(
            "archive_tile_set",
            _(
                "This event uses the tile set “{name}”. No lexicon here has exactly these tiles: load it "
                "first."
            ),
            name=str(row["tile_set"]).partition("~")[0][:80],
        )
    for lexicon in sorted(of_tiles, key=lambda each: (each.name != name, each.name)):
        same = fingerprint_of(lexicon.name) == fingerprint if fingerprint else lexicon.name == name
        if same:
            return lexicon
    raise RuleViolation(
        "archive_lexicon",
        _(
            "This event uses the lexicon “{name}” ({words} words). No lexicon here has exactly the same "
            "words: load it first."
        ),
        name=name,
        words=row["word_count"],
    )


def _is_of_tiles(lexicon: Lexicon, row: dict[str, Any]) -> bool:
    if digest := row.get(TILES):
        return bool(tile_set_digest(lexicon.tile_set) == digest)
    return bool(lexicon.tile_set == row["tile_set"])


def _user_of_name(name: str, writer: ChunkWriter) -> User:
    """Return the inactive user of that name, made if needed; never an account, even one of that name."""
    number = 1
    while True:
        behind = FROM_ARCHIVE if number == 1 else f"{FROM_ARCHIVE}{number}"
        username = name[: 150 - len(behind)] + behind
        user = User.objects.filter(username=username).first()
        if user is None:
            user = User(username=username, is_active=False)
            user.set_unusable_password()
            with writer.chunk():
                user.save()
                writer.note_made("users", [user.pk])
        if not user.is_active and not user.has_usable_password():
            return user
        number += 1


def _players(archive: Archive, clubs: Sequence[int]) -> Iterator[Player]:
    names = SHARED["players"][1]
    fields = {field.name: field for field in columns_of(Player, names)}
    known: set[str] = set()
    added = ADDED_OF_PLAYERS if archive.version < archive.layout.versions[0] else {}
    for number, told in archive.rows("players"):
        row = {**added, **told}
        if set(row) != set(names):
            refuse("players", number, _("unexpected columns."))
        club = row.pop("club")
        if club is not None and (type(club) is not int or not 0 < club <= len(clubs)):
            refuse("players", number, _("it refers to a missing row."))
        try:
            values = {name: value_of(fields[name], value) for name, value in row.items()}
        except ValidationError as error:
            refuse("players", number, " ".join(error.messages))
        if not _is_name(values["name"]) or values["licence"] != folding.licence_key(values["licence"]):
            refuse("players", number, _("not a valid player name."))
        player = Player(**values, club_id=clubs[club - 1] if club else None)
        parts = NameParts(player.given_name, player.family_name)
        player.rename(player.name, parts, checked=player.names_checked and parts.spell(player.name))
        mark = player.licence or f"\n{player.key}"
        if mark in known:
            refuse("players", number, _("the same player is further up."))
        known.add(mark)
        yield player


def _find_by_name(player: Player, namesakes: Sequence[Player]) -> int | None:
    without = [other.pk for other in namesakes if not other.licence]
    if player.licence or without:
        return without[0] if without else None
    return namesakes[0].pk if len(namesakes) == 1 else None


def _is_name(name: str, most: int = 80) -> bool:
    return bool(name) and folding.tidy(name) == name and len(name) <= most
