"""The writer of an import: lines are written in chunks, each in a transaction that delays slips only for a
moment.

A chunk is written only if the players of its lines are as they were when the list was planned. Written lines
of a list stay; planned anew, they change nothing.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from tournaments.errors import RuleViolation
from tournaments.jobs import move
from tournaments.locks import lock_clubs
from tournaments.models import Club, PeopleList, Player
from tournaments.names import folding
from tournaments.people.imports.plan import PlanKind, PlannedPerson
from tournaments.people.services import NAMES, Person, person_of
from tournaments.processes.chunks import in_chunks

CHUNK = 200
WRITTEN = tuple(field.name for field in fields(Person))
# Key of the count of lines that moved somebody to another club, among other changes.
MOVED = "moved"


def write_lines(
    people: PeopleList,
    lines: Sequence[PlannedPerson],
    known: dict[int, Person],
    by: User,
    codes: Mapping[str, str] | None = None,
) -> None:
    """Write the lines of a list that were planned for the `known` people, a chunk at a time.

    `people.result` counts the written lines; `codes` are those of clubs by `club_key`, for new ones.

    Raises:
        RuleViolation: a player of a line has changed since; chunks before it stay.
    """
    for chunk in in_chunks(lines, CHUNK):
        try:
            with transaction.atomic():
                _write_chunk(people, chunk, known, by, codes or {})
        except IntegrityError as error:  # one of the new players was created meanwhile
            raise plan_changed() from error


def plan_changed() -> RuleViolation:
    return RuleViolation(
        "plan_changed",
        _("The players have changed in the meantime. Check the import again."),
    )


def count_written_lines(people: PeopleList) -> int:
    """Return how many lines of the list are written."""
    return sum(people.result.get(kind, 0) for kind in (PlanKind.NEW, PlanKind.CHANGED, PlanKind.RENAMED))


def _write_chunk(
    people: PeopleList,
    lines: Sequence[PlannedPerson],
    known: dict[int, Person],
    by: User,
    codes: Mapping[str, str],
) -> None:
    # Clubs are locked before players, in the same order as in a merge of clubs.
    clubs = _clubs(lines, codes)
    locked_players = _lock_players(lines, known)
    new = [line for line in lines if line.pk is None]
    written = _write_new(new, clubs, by, people.reason)
    written += _write_changed(
        [line for line in lines if line.pk is not None], locked_players, clubs, by, people.reason
    )
    counts = Counter(people.result)
    counts.update(line.kind.value for line in lines)
    counts[MOVED] += sum(line.move is not None for line in lines)
    move(people, result=counts)
    # Last: after this only the commit can fail.
    people.result = dict(counts)
    known |= {player.pk: person_of(player) for player in written}


def _lock_players(lines: Sequence[PlannedPerson], known: dict[int, Person]) -> dict[int, Player]:
    """Lock the players whom the lines mean or could mean, and check that they are as known."""
    keys = {line.pk for line in lines if line.pk is not None}
    names = {folding.fold(line.person.name) for line in lines}
    licences = {line.person.licence for line in lines if line.person.licence}
    meant = Player.objects.filter(Q(pk__in=keys) | Q(alike__in=names) | Q(licence__in=licences))
    locked = meant.select_for_update(no_key=True, of=("self",)).select_related("club").order_by("pk")
    held = {player.pk: player for player in locked}
    if not keys <= held.keys() or any(person_of(held[pk]) != known.get(pk) for pk in held):
        raise plan_changed()
    return held


def _clubs(lines: Iterable[PlannedPerson], codes: Mapping[str, str]) -> dict[str, Club]:
    """Return the clubs that the lines name, by key; create new ones, with their codes."""
    names = {folding.club_key(line.person.club): line.person.club for line in lines if line.person.club}
    known = set(Club.objects.filter(key__in=list(names)).values_list("key", flat=True))
    new = [Club.named(name) for key, name in names.items() if key not in known]
    for club in new:
        club.number = codes.get(club.key, "")
    Club.objects.bulk_create(new, ignore_conflicts=True)
    keys = Club.objects.filter(key__in=list(names)).values_list("pk", flat=True)
    return {club.key: club for club in lock_clubs(keys)}


def _write_new(lines: Sequence[PlannedPerson], clubs: dict[str, Club], by: User, reason: str) -> list[Player]:
    players = [_set_fields(Player(), line, WRITTEN, clubs) for line in lines]
    bulk_create_with_history(players, Player, default_user=by, default_change_reason=reason)
    return players


def _write_changed(
    lines: Sequence[PlannedPerson], held: dict[int, Player], clubs: dict[str, Club], by: User, reason: str
) -> list[Player]:
    """Write the fields that the lines change; the rows are locked, so their other fields are unchanged."""
    changed: list[Player] = []
    written: set[str] = set()
    for line in lines:
        if line.pk is None:
            continue
        named = {name for name, _before, _after in line.changes}
        changed.append(_set_fields(held[line.pk], line, named, clubs))
        written |= named
    if written & NAMES or any(line.apart for line in lines):
        written.update(Player.OF_NAME)
    if changed:
        # An upsert by the key is ten times as fast as an update with a case for every row.
        Player.objects.bulk_create(
            changed, update_conflicts=True, update_fields=sorted(written), unique_fields=["pk"]
        )
        Player.history.bulk_history_create(
            changed, update=True, default_user=by, default_change_reason=reason
        )
    return changed


def _set_fields(
    player: Player, line: PlannedPerson, names: Collection[str], clubs: dict[str, Club]
) -> Player:
    """Set these fields of a player to the values of a line."""
    person = line.person
    if line.apart or not NAMES.isdisjoint(names):
        checked = player.names_checked and player.parts == person.parts
        player.rename(person.name, person.parts, checked=line.apart or checked)
    for field in names:
        if field in NAMES:
            continue
        if field == "club":
            player.club = clubs[folding.club_key(person.club)] if person.club else None
        else:
            setattr(player, field, getattr(person, field))
    return player
