"""Registration of players and pairs in an event, their partners, and withdrawals."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import permutations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events.check_in import arrive
from tournaments.events.game_seating import last_table
from tournaments.events.registration.lists import EventPeople, identity, waiting_entries, waiting_for
from tournaments.events.registration.pasted import TypedName
from tournaments.events.tokens import issue_token, renew_token
from tournaments.locks import lock_events
from tournaments.models import NAME_LENGTH, Entry, Event, Player
from tournaments.names import folding
from tournaments.names.folding import tidy
from tournaments.names.name_parts import plain_name, split_pair
from tournaments.organisers.scope import scope_to_event
from tournaments.people import services as people
from tournaments.people.federation_lists import copy_licensed
from tournaments.time import clock


@dataclass(frozen=True, slots=True)
class Registration:
    """A new entry, or one that was `expected`, with its phone's token if one was requested."""

    entry: Entry
    token: str | None
    expected: bool = False


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
    with scope_to_event(event), transaction.atomic() if held is None else nullcontext():
        return _register(event, _names_of(name, partner), table, phone=phone, held=held)


def register_lines(
    *,
    event: Event,
    lines: Sequence[TypedName],
    held: EventPeople,
    there: Callable[[str], Entry | None] = lambda _name: None,
) -> list[Registration]:
    """Register typed lines at the desk; `there` returns an entry of the event that a name means, whether arrived or
    not. A table that a line names is not free for others. `store_entries` stores them.

    Raises:
        LinesRefused: some lines cannot be registered.
    """
    named = {line.table for line in lines}
    registered: list[Registration] = []
    refused: list[tuple[str, RuleViolation]] = []
    for line in lines:
        while held.last_table + 1 in named and line.table is None:
            held.last_table += 1
        try:
            if (entry := there(line.name)) is None:
                registration = register_player(
                    event=event, name=line.name, table=line.table, phone=False, held=held
                )
            else:
                _check_not_met([entry.player], held)
                held.meet(entry)
                registration = Registration(entry, None, expected=True)
        except RuleViolation as error:
            refused.append((str(line), error))
        else:
            registered.append(registration)
    if refused:
        raise LinesRefused(refused)
    return registered


def _register(
    event: Event, names: Sequence[str], table: int | None, *, phone: bool, held: EventPeople | None
) -> Registration:
    if held is None:
        # Lock: two phones that join at once must not get the same table, nor enter the same person.
        lock_events([event.pk])
    expected = _find_expected(
        names, waiting_entries(event, names) if held is None else waiting_for(names[0], held)
    )
    if expected is not None and table in {None, expected.table}:
        if held is None:
            arrive(expected)
        else:
            held.arrive(expected)
        return Registration(expected, issue_token(expected, claimed=True) if phone else None, expected=True)
    players = _free_players(event, names, licences=not phone, held=held)
    if table is None:
        table = (last_table(event) if held is None else held.last_table) + 1
    elif _is_taken(event, table, held):
        raise RuleViolation("table_taken", _("Table {table} is already taken."), table=table)
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
            "door_closed", _("Joining with the code is closed: ask the arbitrator to enter you.")
        )


@transaction.atomic
def set_partner(entry: Entry, name: str) -> None:
    """Set the partner of an entry, or remove them if the name is empty.

    A caller that has locked the entry has locked its event before: see `tournaments.locks`.
    """
    lock_events([entry.event_id])
    entry.partner = None
    entry.save(update_fields=["partner"])
    if tidy(name):
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
    names = list(map(plain_name, split_pair(name) + (split_pair(partner) if tidy(partner) else [])))
    if not all(names):
        raise RuleViolation("name_missing", _("Enter a name."))
    if len(names) > 2:
        raise RuleViolation(
            "pair_of_two", _("A pair has two names; {names} are more."), names=", ".join(names)
        )
    if max(map(len, names)) > NAME_LENGTH:
        raise RuleViolation("name_too_long", _("A name has at most {most} characters."), most=NAME_LENGTH)
    if len({each.casefold() for each in names}) < len(names):
        raise RuleViolation("same_name_twice", _("{name} cannot be their own partner."), name=names[0])
    return names


def _find_expected(names: Sequence[str], waiting: Iterable[Entry]) -> Entry | None:
    """Return the one locked entry of these people that has neither arrived nor a phone.

    One of a pair may speak for both, unless somebody of that name is expected alone. If several entries have
    names that are alike, it is the one with exactly this spelling, if there is just one.
    """
    found = [entry for entry in waiting if entry.arrived_at is None and _are(names, entry, _is_meant)]
    found = [entry for entry in found if len(_people_of(entry)) == len(names)] or found
    if len(found) > 1:
        found = [entry for entry in found if _are(names, entry, _is_written)]
    return found[0] if len(found) == 1 else None


def _are(names: Sequence[str], entry: Entry, is_one: Callable[[str, Player], bool]) -> bool:
    """Tell whether each name is one of the entry's people. One name stands for its pair."""
    return any(all(map(is_one, names, order)) for order in permutations(_people_of(entry), len(names)))


def _people_of(entry: Entry) -> list[Player]:
    return [person for person in (entry.player, entry.partner) if person]


def _is_meant(name: str, player: Player) -> bool:
    folded = folding.fold(name)
    return (bool(folded) and folded == player.alike) or _is_licence(name, player)


def _is_written(name: str, player: Player) -> bool:
    return folding.spelling(name) == folding.spelling(player.name) or _is_licence(name, player)


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
        if licences and missing:
            copy_licensed(missing)
        looked_for = {name: people.player_for(name, licences=licences) for name in missing}
        if looked_for:
            _lock_players(looked_for.values())
    found = {**known, **looked_for} if looked_for else known
    players = [found[name] for name in names]
    if len({identity(player) for player in players}) < len(players):
        raise RuleViolation("same_name_twice", _("{name} cannot be their own partner."), name=players[0].name)
    if held and licences:
        _check_not_met(players, held)
    for player in players:
        _check_free(event, player, held)
    return players


def _check_not_met(players: Iterable[Player], held: EventPeople) -> None:
    for player in players:
        if identity(player) in held.met:
            raise RuleViolation("name_twice", _("{name} appears twice."), name=player.name)


def _lock_players(players: Collection[Player]) -> None:
    locked_players = people.lock_players([player.pk for player in players])
    for player in players:
        if player.pk not in locked_players:
            raise RuleViolation(
                "player_merged",
                _("{name} has just been merged with another person: enter this player again."),
                name=player.name,
            )


def _check_free(event: Event, player: Player, held: EventPeople | None = None) -> None:
    """Refuse a player who is in the event. The player is locked, so a merge has already moved their entries."""
    if held is None:
        inside = Entry.objects.filter(Q(player=player) | Q(partner=player), event=event).exists()
    else:
        inside = identity(player) in held.inside
    if inside:
        raise RuleViolation(
            "name_taken",
            _("{name} is already entered. Add something to the name, or ask the arbitrator for your link."),
            name=player.name,
        )
