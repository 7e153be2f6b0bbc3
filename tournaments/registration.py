"""Entering players and pairs into an event, dropping out, and the tokens by which their phones are known.

A token is 192 random bits, told once and kept only as a hash; a new one makes the old one worthless.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import permutations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments import alike, clock, people
from tournaments.alike import tidied
from tournaments.arrivals import arrive
from tournaments.errors import RuleViolation
from tournaments.game_tables import last_table
from tournaments.models import NAME_LENGTH, Entry, Event, Player

# Between the names of a pair, as `Entry.name` writes them.
PAIR_MARK = "&"


@dataclass(frozen=True, slots=True)
class Registration:
    """A new entry, or one that was `expected`, with its phone's token if one was asked for."""

    entry: Entry
    token: str | None
    expected: bool = False


@transaction.atomic
def register_player(
    *, event: Event, name: str, partner: str = "", table: int | None = None, phone: bool
) -> Registration:
    """Enter a player by name, or a pair as two names or as "Ann & Bob", at `table` or the next free one. Who is
    expected has arrived, at the table that is theirs: by name, whatever the accents and the order of its words, or by
    licence number. At the desk (no `phone` of their own) a licence number enters anybody who has it.

    Raises:
        RuleViolation: no name, more than two, a name or a table that is taken in this event.
    """
    names = _names_of(name, partner)
    # Two phones joining at once must not be given the same table, nor enter the same person.
    _hold(event)
    expected = _expected(event, names)
    if expected is not None and table in {None, expected.table}:
        arrive(expected)
        return Registration(expected, issue_token(expected, claimed=True) if phone else None, expected=True)
    players = _free_players(event, names, licences=not phone)
    if table is None:
        table = last_table(event) + 1
    elif Entry.objects.filter(event=event, table=table).exists():
        raise RuleViolation("table_taken", _("Table {table} is taken."), table=table)
    entry = Entry(
        event=event,
        player=players[0],
        partner=players[1] if players[1:] else None,
        table=table,
        joined_at=clock.now(),
        arrived_at=clock.now(),
    )
    token = _renew_token(entry) if phone else None
    entry.full_clean()
    entry.save()
    return Registration(entry, token)


@transaction.atomic
def set_partner(entry: Entry, name: str) -> None:
    """Make a pair of an entry, give it another partner, or with no name take the partner away."""
    _hold(entry.event)
    entry.partner = None
    entry.save(update_fields=["partner"])
    if tidied(name):
        _player, partner = _names_of(entry.player.name, name)
        entry.partner = people.player_for(partner, licences=True)
        _hold_players([entry.player, entry.partner])
        _check_free(entry.event, entry.partner)
        entry.full_clean()
        entry.save(update_fields=["partner"])


def withdraw(entry: Entry) -> None:
    """Who drops out stays entered, with what they had."""
    entry.withdrawn_at = clock.now()
    entry.save(update_fields=["withdrawn_at"])


def bring_back(entry: Entry) -> None:
    entry.withdrawn_at = None
    entry.save(update_fields=["withdrawn_at"])


def check_plays(entry: Entry) -> None:
    """Slips are taken from those only who have not dropped out.

    Raises:
        RuleViolation: this one has.
    """
    if entry.withdrawn_at is not None:
        raise RuleViolation(
            "player_withdrawn",
            _("{name} has dropped out; the arbitrator can bring them back."),
            name=entry.name,
        )


def issue_token(entry: Entry, *, claimed: bool = False) -> str:
    """A new token for the entry's phone; the one before stops working. It is `claimed` if nobody gave it who knows
    whose phone it is.
    """
    token = _renew_token(entry)
    entry.phone_claimed = claimed
    entry.save(update_fields=["token_hash", "phone_claimed"])
    return token


def take_token(entry: Entry, token: str) -> None:
    """Let the phone be known by a token that it made itself; the one before stops working.

    Raises:
        RuleViolation: somebody has that token.
    """
    if Entry.objects.filter(token_hash=hash_of(token)).exists():
        raise RuleViolation("token_taken", _("Make another token."))
    entry.token_hash = hash_of(token)
    entry.save(update_fields=["token_hash"])


def entry_for_token(token: str) -> Entry | None:
    return Entry.objects.select_related("player", "partner").filter(token_hash=hash_of(token)).first()


def entries_for_tokens(tokens: Collection[str]) -> dict[str, Entry]:
    """Several at once, without their players; a token that nobody has is not in it."""
    by_hash = {hash_of(token): token for token in tokens}
    return {by_hash[entry.token_hash]: entry for entry in Entry.objects.filter(token_hash__in=by_hash)}  # type: ignore[index] # found by it


def _names_of(name: str, partner: str = "") -> list[str]:
    """One name or two, each as it is kept; the ampersand stands between the names of a pair."""
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


def _hold(event: Event) -> None:
    """Let those who enter an event wait for each other."""
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)


def _expected(event: Event, names: Sequence[str]) -> Entry | None:
    """The one entry of these people that has neither come nor a phone, held so that nobody gives it one. Where names
    that are alike leave two, it is the one that is written so, if there is just one.
    """
    wanted = Q()
    for name in names:
        for who in ("player", "partner"):
            wanted |= Q(**{f"{who}__alike": alike.folded(name)}) | Q(**{f"{who}__licence__iexact": name})
    waiting = event.entries.filter(arrived_at=None, token_hash=None, partner__isnull=len(names) == 1)
    found = [
        entry
        for entry in waiting.filter(wanted)
        .select_related("player", "partner")
        .select_for_update(no_key=True, of=("self",))
        if _are(names, entry, _is_meant)
    ]
    if len(found) > 1:
        found = [entry for entry in found if _are(names, entry, _is_written)]
    return found[0] if len(found) == 1 else None


def _are(names: Sequence[str], entry: Entry, is_one: Callable[[str, Player], bool]) -> bool:
    """Whether each name is one of the entry's people, whoever of a pair is named first."""
    people = [person for person in (entry.player, entry.partner) if person]
    return any(all(map(is_one, names, order)) for order in permutations(people) if len(order) == len(names))


def _is_meant(name: str, player: Player) -> bool:
    folded = alike.folded(name)
    return (bool(folded) and folded == player.alike) or _is_licence(name, player)


def _is_written(name: str, player: Player) -> bool:
    return alike.key(name) == player.key or _is_licence(name, player)


def _is_licence(name: str, player: Player) -> bool:
    return bool(player.licence) and player.licence.casefold() == name.casefold()


def _free_players(event: Event, names: Sequence[str], *, licences: bool) -> list[Player]:
    """The players of those names, none of whom may be in the event yet, alone or in a pair; the event is held. They are
    looked for in one order, whoever is named first: two events that make the same two of them at the same moment
    would wait for each other.
    """
    found = {name: people.player_for(name, licences=licences) for name in sorted(names, key=str.casefold)}
    _hold_players(found.values())
    for player in found.values():
        _check_free(event, player)
    return [found[name] for name in names]


def _hold_players(players: Collection[Player]) -> None:
    held = people.hold_players([player.pk for player in players])
    for player in players:
        if player.pk not in held:
            raise RuleViolation(
                "player_merged",
                _("{name} has just been put together with somebody else: enter them again."),
                name=player.name,
            )


def _check_free(event: Event, player: Player) -> None:
    """The player is held: one whom somebody has just made one with them brings what they are entered in."""
    if Entry.objects.filter(Q(player=player) | Q(partner=player), event=event).exists():
        raise RuleViolation(
            "name_taken",
            _(
                "{name} is already entered. Add something to the name, or ask the arbitrator for your own link."
            ),
            name=player.name,
        )


def _renew_token(entry: Entry) -> str:
    token = secrets.token_urlsafe(24)
    entry.token_hash = hash_of(token)
    return token


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
