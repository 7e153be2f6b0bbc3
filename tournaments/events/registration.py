"""Registration of players and pairs in an event, their partners, and withdrawals."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.core.locks import lock_entries, lock_events
from tournaments.core.runtime.chunks import ShortTransactions
from tournaments.core.text import folding
from tournaments.core.text.folding import tidied
from tournaments.events.check_in import arrive, note_arrival, store_arrivals
from tournaments.events.game_seating import last_table
from tournaments.events.tokens import issue_token, renew_token
from tournaments.models import NAME_LENGTH, Entry, Event, Player
from tournaments.people import services as people

# Between the names of a pair, as `Entry.name` writes them.
PAIR_MARK = "&"
# New players in one transaction.
_CHUNK = 200


@dataclass(frozen=True, slots=True)
class Registration:
    """A new entry, or one that was `expected`, with its phone's token if one was requested."""

    entry: Entry
    token: str | None
    expected: bool = False


@dataclass(slots=True)
class EventPeople:
    """Rows that registering a list of people needs, read once: by `lock_people`, or by `read_people` before a
    transaction.

    These are the entries of the event as values (`rows`), its last table, the waiting entries by the name and
    the licence of each of their people, and the players by their names. `store_entries` stores the entries
    that are `new` or have `arrived`.
    """

    rows: list[tuple[Any, ...]]
    last_table: int
    waiting: Mapping[str, list[Entry]]
    players: Mapping[str, Player]
    inside: set[int | str] = field(init=False)
    tables: set[int] = field(init=False)
    new: list[Entry] = field(default_factory=list)
    arrived: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.inside = {player for row in self.rows for player in row[1:3] if player}
        self.tables = {row[3] for row in self.rows}

    def add(self, entry: Entry) -> None:
        """Note an entry that is to be stored."""
        self.new.append(entry)
        self.inside |= {_identity(player) for player in (entry.player, entry.partner) if player}
        self.tables.add(entry.table)
        self.last_table = max(self.last_table, entry.table)


def register_player(
    *,
    event: Event,
    name: str,
    partner: str = "",
    table: int | None = None,
    phone: bool,
    held: EventPeople | None = None,
) -> Registration:
    """Enter a player by name, or a pair as two names or as "Ann & Bob", at `table` or the next free one.

    An expected entry arrives, at its own table. It is found by name, whatever the accents and the order of
    the words, or by licence number. At the desk (`phone` false: no phone of their own) a licence number
    enters any player who has it. Given `held`, the entry is stored by `store_entries`.

    Raises:
        RuleViolation: no name, more than two, a name or a table that is taken in this event.
    """
    # A list runs in the transaction of its caller, who stores nothing of it if one line is refused.
    with transaction.atomic() if held is None else nullcontext():
        return _register(event, _names_of(name, partner), table, phone=phone, held=held)


def _register(
    event: Event, names: Sequence[str], table: int | None, *, phone: bool, held: EventPeople | None
) -> Registration:
    if held is None:
        # Lock: two phones that join at once must not get the same table, nor enter the same person.
        lock_events([event.pk])
    expected = _expected(names, _waiting(event, names) if held is None else _waiting_for(names[0], held))
    if expected is not None and table in {None, expected.table}:
        if held is None:
            arrive(expected)
        else:
            note_arrival(expected)
            held.arrived.append(expected)
        return Registration(expected, issue_token(expected, claimed=True) if phone else None, expected=True)
    players = _free_players(event, names, licences=not phone, held=held)
    if table is None:
        table = (last_table(event) if held is None else held.last_table) + 1
    elif _is_taken(event, table, held):
        raise RuleViolation("table_taken", _("Table {table} is taken."), table=table)
    entry = Entry(
        event=event,
        player=players[0],
        partner=players[1] if players[1:] else None,
        table=table,
        joined_at=clock.now(),
        arrived_at=clock.now(),
    )
    token = renew_token(entry) if phone else None
    # The event and its players are locked, and their constraints were checked above.
    entry.clean_fields(exclude=["event", "player", "partner"])
    if held is None:
        entry.save()
    else:
        held.add(entry)
    return Registration(entry, token)


def check_door_open(event: Event) -> None:
    """Check that the door of the event is open, so that phones may join by code. Lock the event before.

    Raises:
        RuleViolation: the desk has closed it.
    """
    if event.door_closed:
        raise RuleViolation(
            "door_closed", _("Nobody joins with the code any more: ask the arbitrator to enter you.")
        )


def lock_people(event: Event, names: Sequence[str]) -> EventPeople:
    """Lock and read all rows that registering these people in one transaction may lock, and store players who
    are new.

    The order is that of `tournaments.core.locks`: the event, waiting entries, players. New people are created
    in the order of their names, for the same reason.
    """
    lock_events([event.pk])
    named = _people_named(names)
    waiting = list(_waiting(event, named).order_by("pk"))
    there = {person.alike for entry in waiting for person in (entry.player, entry.partner) if person}
    players = people.players_for(name for name in named if folding.folded(name) not in there)
    people.store_players(player for player in players.values() if player.pk is None)
    locked = people.lock_players({player.pk for player in players.values()})
    players = {name: locked[player.pk] for name, player in players.items() if player.pk in locked}
    return _event_people(event, _rows(event), waiting, players)


def read_people(event: Event, names: Sequence[str]) -> EventPeople:
    """Return what registering these people needs, without a lock; players who are new are not stored.

    People who are registered with it can be stored after `lock_read_people` in a transaction.
    """
    # First: `lock_read_people` compares the rows, and notices what was changed after them.
    rows = _rows(event)
    named = _people_named(names)
    return _event_people(event, rows, _waiting(event, named, lock=False), people.players_for(named))


def lock_read_people(event: Event, read: EventPeople) -> bool:
    """Lock what was registered with `read`, and tell whether all of it is still as it was read."""
    lock_events([event.pk])
    lock_entries(event.entries.filter(pk__in=[entry.pk for entry in read.arrived]))
    players = {player.pk for entry in read.new for player in (entry.player, entry.partner) if player}
    locked = Player.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk")
    return players == set(locked.values_list("pk", flat=True)) and _rows(event) == read.rows


def store_players(read: EventPeople, transactions: ShortTransactions) -> None:
    """Store the players who are new among those registered with `read`, in several transactions."""
    entered = (player for entry in read.new for player in (entry.player, entry.partner) if player)
    new = sorted((player for player in entered if player.pk is None), key=lambda player: player.key)
    for start in range(0, len(new), _CHUNK):
        with transactions.transaction():
            people.store_players(new[start : start + _CHUNK])


def store_entries(held: EventPeople) -> None:
    """Store the entries of everybody who was registered with `held`, in one query for all."""
    for entry in (*held.new, *held.arrived):
        note_arrival(entry)
    Entry.objects.bulk_create(held.new)
    store_arrivals(held.arrived)
    held.new, held.arrived = [], []


@transaction.atomic
def set_partner(entry: Entry, name: str) -> None:
    """Set the partner of an entry, or remove them if the name is empty.

    A caller that has locked the entry has locked its event before: see `tournaments.core.locks`.
    """
    lock_events([entry.event_id])
    entry.partner = None
    entry.save(update_fields=["partner"])
    if tidied(name):
        _player, partner = _names_of(entry.player.name, name)
        entry.partner = people.player_for(partner, licences=True)
        _lock_players([entry.player, entry.partner])
        _check_free(entry.event, entry.partner)
        entry.full_clean()
        entry.save(update_fields=["partner"])


def withdraw(entry: Entry) -> None:
    """Withdraw an entry: it stays in the event, with its scores."""
    entry.withdrawn_at = clock.now()
    entry.save(update_fields=["withdrawn_at"])


def bring_back(entry: Entry) -> None:
    entry.withdrawn_at = None
    entry.save(update_fields=["withdrawn_at"])


def check_plays(entry: Entry) -> None:
    """Check that an entry has not dropped out; only then are its slips accepted.

    Raises:
        RuleViolation: it has.
    """
    if entry.withdrawn_at is not None:
        raise RuleViolation(
            "player_withdrawn",
            _("{name} has dropped out; the arbitrator can bring them back."),
            name=entry.name,
        )


def _names_of(name: str, partner: str = "") -> list[str]:
    """Return one name or two, each as it is stored; the ampersand stands between the names of a pair."""
    written = name.split(PAIR_MARK) + (partner.split(PAIR_MARK) if tidied(partner) else [])
    names = [tidied(each) for each in written]
    if not all(names):
        raise RuleViolation("name_missing", _("Write a name."))
    if len(names) > 2:
        raise RuleViolation(
            "pair_of_two", _("A pair has two names: {names} are more."), names=", ".join(names)
        )
    if max(map(len, names)) > NAME_LENGTH:
        raise RuleViolation("name_too_long", _("A name has at most {most} characters."), most=NAME_LENGTH)
    if len({each.casefold() for each in names}) < len(names):
        raise RuleViolation("same_name_twice", _("{name} cannot be their own partner."), name=names[0])
    return names


def _expected(names: Sequence[str], waiting: Iterable[Entry]) -> Entry | None:
    """Return the one locked entry of these people that has neither arrived nor a phone.

    If several entries have names that are alike, it is the one with exactly this spelling, if there is just
    one.
    """
    found = [entry for entry in waiting if entry.arrived_at is None and _are(names, entry, _is_meant)]
    if len(found) > 1:
        found = [entry for entry in found if _are(names, entry, _is_written)]
    return found[0] if len(found) == 1 else None


def _people_named(names: Sequence[str]) -> list[str]:
    """Return the names of all people in order. Wrong ones are missing; they are reported with their line."""
    named = {tidied(each) for name in names for each in name.split(PAIR_MARK)}
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


def _waiting_for(name: str, held: EventPeople) -> list[Entry]:
    """Return the waiting entries that this name may mean."""
    keys = (folding.folded(name), folding.licence_key(name))
    return list(dict.fromkeys(entry for key in keys for entry in held.waiting.get(key, ())))


def _identity(player: Player) -> int | str:
    """Return what tells players apart, before they are stored as well."""
    return player.pk or player.key


def _waiting(event: Event, names: Sequence[str], *, lock: bool = True) -> QuerySet[Entry]:
    """Return the entries of these people that have neither arrived nor a phone."""
    folded, licences = (
        [folding.folded(name) for name in names],
        [folding.licence_key(name) for name in names],
    )
    wanted = Q()
    for who in ("player", "partner"):
        wanted |= Q(**{f"{who}__alike__in": folded}) | Q(**{f"{who}__licence__in": licences})
    found = event.entries.filter(wanted, arrived_at=None, token_hash=None).select_related("player", "partner")
    return found.select_for_update(no_key=True, of=("self",)) if lock else found


def _are(names: Sequence[str], entry: Entry, is_one: Callable[[str, Player], bool]) -> bool:
    """Tell whether each name is one of the entry's people, in either order of a pair."""
    people = [person for person in (entry.player, entry.partner) if person]
    return any(all(map(is_one, names, order)) for order in permutations(people) if len(order) == len(names))


def _is_meant(name: str, player: Player) -> bool:
    folded = folding.folded(name)
    return (bool(folded) and folded == player.alike) or _is_licence(name, player)


def _is_written(name: str, player: Player) -> bool:
    return folding.key(name) == player.key or _is_licence(name, player)


def _is_licence(name: str, player: Player) -> bool:
    return bool(player.licence) and player.licence.casefold() == name.casefold()


def _is_taken(event: Event, table: int, held: EventPeople | None) -> bool:
    if held is not None:
        return table in held.tables
    return Entry.objects.filter(event=event, table=table).exists()


def _free_players(
    event: Event, names: Sequence[str], *, licences: bool, held: EventPeople | None
) -> list[Player]:
    """Return the players of those names, none of whom may be in the event yet, alone or in a pair.

    The event is locked, and so are the players of `held`. The others are looked up in one order, whoever is
    named first: otherwise two events that create the same two at the same moment could deadlock.
    """
    known = held.players if held else {}
    missing = sorted((name for name in names if name not in known), key=str.casefold)
    # People who are only read are registered outside of a transaction.
    with transaction.atomic() if held and missing else nullcontext():
        looked_for = {name: people.player_for(name, licences=licences) for name in missing}
        if looked_for:
            _lock_players(looked_for.values())
    found = {**known, **looked_for} if looked_for else known
    players = [found[name] for name in names]
    if len({_identity(player) for player in players}) < len(players):
        raise RuleViolation("same_name_twice", _("{name} cannot be their own partner."), name=players[0].name)
    for player in players:
        _check_free(event, player, held)
    return players


def _lock_players(players: Collection[Player]) -> None:
    held = people.lock_players([player.pk for player in players])
    for player in players:
        if player.pk not in held:
            raise RuleViolation(
                "player_merged",
                _("{name} has just been put together with somebody else: enter them again."),
                name=player.name,
            )


def _check_free(event: Event, player: Player, held: EventPeople | None = None) -> None:
    """Refuse a player who is in the event. The player is locked, so a merge has already moved their entries."""
    if held is None:
        inside = Entry.objects.filter(Q(player=player) | Q(partner=player), event=event).exists()
    else:
        inside = _identity(player) in held.inside
    if inside:
        raise RuleViolation(
            "name_taken",
            _(
                "{name} is already entered. Add something to the name, or ask the arbitrator for your own link."
            ),
            name=player.name,
        )
