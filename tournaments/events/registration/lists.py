"""The rows that registering a list of people needs, read at once, with locks or before a transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.events.check_in import note_arrival, store_arrivals
from tournaments.events.game_seating import last_table
from tournaments.locks import lock_entries, lock_events
from tournaments.models import NAME_LENGTH, Entry, Event, Player
from tournaments.names import folding
from tournaments.names.name_parts import plain_name, split_pair
from tournaments.people import services as people
from tournaments.people.federation_lists import copy_licensed
from tournaments.processes.chunks import ShortTransactions

# New players in one transaction.
_CHUNK = 200


@dataclass(slots=True)
class EventPeople:
    """Rows that registering a list of people needs, read once: by `lock_people`, or by `read_people` before a
    transaction.

    These are the entries of the event as values (`rows`), its last table, the waiting entries by the name and
    the licence of each of their people, and the players by their names. `store_entries` stores the entries
    that are `new` or have `arrived`, of whom `met` has the people. `copies` are people of federations who were put
    on the organiser's list, and `stored` new people whom `lock_people` stored.
    """

    rows: list[tuple[Any, ...]]
    last_table: int
    waiting: Mapping[str, list[Entry]]
    players: Mapping[str, Player]
    inside: set[int | str] = field(init=False)
    tables: set[int] = field(init=False)
    met: set[int | str] = field(default_factory=set)
    new: list[Entry] = field(default_factory=list)
    arrived: list[Entry] = field(default_factory=list)
    copies: list[int] = field(default_factory=list)
    stored: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.inside = {player for row in self.rows for player in row[1:3] if player}
        self.tables = {row[3] for row in self.rows}

    def add(self, entry: Entry) -> None:
        """Note an entry that is to be stored."""
        self.new.append(entry)
        self.meet(entry)
        self.inside |= self.met
        self.tables.add(entry.table)
        self.last_table = max(self.last_table, entry.table)

    def arrive(self, entry: Entry) -> None:
        """Note an expected entry that is there, which is to be stored."""
        note_arrival(entry)
        self.arrived.append(entry)
        self.meet(entry)

    def meet(self, entry: Entry) -> None:
        """Note the people of an entry, each of whom may be met once in a list."""
        self.met |= {identity(player) for player in (entry.player, entry.partner) if player}


def lock_people(event: Event, names: Sequence[str], *, licences: bool = True) -> EventPeople:
    """Lock and read all rows that registering these people in one transaction may lock, and store players who
    are new. Unless `licences`, a licence number is nobody's name.

    The order is that of `tournaments.locks`: the event, waiting entries, players. New people are created
    in the order of their names, for the same reason.
    """
    lock_events([event.pk])
    named = _people_named(names)
    if licences:
        copy_licensed(named)
    waiting = list(waiting_entries(event, named).order_by("pk"))
    there = {person.alike for entry in waiting for person in (entry.player, entry.partner) if person}
    missing = (name for name in named if folding.fold(name) not in there)
    players = people.players_for(missing, licences=licences)
    new = [player for player in players.values() if player.pk is None]
    people.store_players(new)
    locked = people.lock_players({player.pk for player in players.values()})
    players = {name: locked[player.pk] for name, player in players.items() if player.pk in locked}
    event_people = _event_people(event, _rows(event), waiting, players)
    event_people.stored = [player.pk for player in new]
    return event_people


def read_people(event: Event, names: Sequence[str]) -> EventPeople:
    """Return what registering these people needs, without a lock; players who are new are not stored, but
    for people of a federation.

    People who are registered with it can be stored after `lock_read_people` in a transaction.
    """
    # First: `lock_read_people` compares the rows, and notices what was changed after them.
    rows = _rows(event)
    named = _people_named(names)
    copies = copy_licensed(named)
    read = _event_people(event, rows, waiting_entries(event, named, lock=False), people.players_for(named))
    read.copies = copies
    return read


def lock_read_people(event: Event, read: EventPeople) -> bool:
    """Lock what was registered with `read`, and tell whether all of it is still as it was read."""
    lock_events([event.pk])
    lock_entries(event.entries.filter(pk__in=[entry.pk for entry in read.arrived]))
    players = {player.pk for entry in read.new for player in (entry.player, entry.partner) if player}
    locked = Player.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk")
    return players == set(locked.values_list("pk", flat=True)) and _rows(event) == read.rows


def store_players(read: EventPeople, transactions: ShortTransactions) -> list[int]:
    """Store the players who are new among those registered with `read`, in several transactions; return their
    keys.
    """
    entered = (player for entry in read.new for player in (entry.player, entry.partner) if player)
    new = sorted((player for player in entered if player.pk is None), key=lambda player: player.key)
    stored: list[int] = []
    for start in range(0, len(new), _CHUNK):
        with transactions.transaction():
            stored += people.store_players(new[start : start + _CHUNK])
    return stored


def store_entries(held: EventPeople) -> None:
    """Store the entries of everybody who was registered with `held`, in one query for all."""
    for entry in (*held.new, *held.arrived):
        note_arrival(entry)
    Entry.objects.bulk_create(held.new)
    store_arrivals(held.arrived)
    held.new, held.arrived = [], []


def identity(player: Player) -> int | str:
    """Return what tells players apart, before they are stored as well."""
    return player.pk or player.key


def waiting_for(name: str, held: EventPeople) -> list[Entry]:
    """Return the waiting entries that this name may mean."""
    keys = (folding.fold(name), folding.licence_key(name))
    return list(dict.fromkeys(entry for key in keys for entry in held.waiting.get(key, ())))


def waiting_entries(event: Event, names: Sequence[str], *, lock: bool = True) -> QuerySet[Entry]:
    """Return the entries of these people that have neither arrived nor a phone."""
    folded, licences = (
        [folding.fold(name) for name in names],
        [folding.licence_key(name) for name in names],
    )
    wanted = Q()
    for who in ("player", "partner"):
        wanted |= Q(**{f"{who}__alike__in": folded}) | Q(**{f"{who}__licence__in": licences})
    found = event.entries.filter(wanted, arrived_at=None, token_hash=None).select_related("player", "partner")
    return found.select_for_update(no_key=True, of=("self",)) if lock else found


def _people_named(names: Sequence[str]) -> list[str]:
    """Return the names of all people in order. Wrong ones are missing; they are reported with their line."""
    named = {plain_name(each) for name in names for each in split_pair(name)}
    return sorted((name for name in named if name and len(name) <= NAME_LENGTH), key=str.casefold)


def _event_people(
    event: Event, rows: list[tuple[Any, ...]], waiting: Iterable[Entry], players: Mapping[str, Player]
) -> EventPeople:
    by_person: dict[str, list[Entry]] = {}
    for entry in waiting:
        for person in filter(None, (entry.player, entry.partner)):
            for key in {person.alike, person.licence} - {""}:
                by_person.setdefault(key, []).append(entry)
    return EventPeople(rows, last_table(event), by_person, players)


def _rows(event: Event) -> list[tuple[Any, ...]]:
    """Return what registration depends on in each entry of the event."""
    rows = event.entries.order_by("pk")
    return list(rows.values_list("pk", "player", "partner", "table", "arrived_at", "token_hash"))
