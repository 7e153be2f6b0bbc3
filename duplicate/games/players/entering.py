"""Entering a list of players into a game, all or none."""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from duplicate.core import audit_log
from duplicate.core.locks import check_playing, lock_playing_game
from duplicate.core.publish import publish
from duplicate.models import Game
from tournaments.core.errors import LinesRefused, RuleViolation
from tournaments.core.runtime.chunks import ShortTransactions
from tournaments.core.text.folding import fold, licence_key
from tournaments.events.registration.lists import (
    EventPeople,
    lock_people,
    lock_read_people,
    read_people,
    store_entries,
    store_players,
)
from tournaments.events.registration.services import Registration, register_player
from tournaments.people.services import remove_unused_players


class NameLine(NamedTuple):
    """A line of a list: a name, a pair, or a licence in place of the name; `licence` is one beside the name."""

    table: int | None
    name: str
    licence: str = ""


def add_players(*, game: Game, lines: Sequence[NameLine], by: User) -> int:
    """Enter players and pairs at the desk; return how many. A person who is new gets the licence of the line.

    SQLite stores no slip while a transaction writes. So a list is checked, and people who are new are put on
    the list of people, before the transaction that enters it; what changed meanwhile is read again under locks.

    Raises:
        LinesRefused: some lines cannot be entered; then none is.
    """
    check_playing(game)
    held = read_people(game.event, _names_in(lines))
    new = held.copies
    try:
        entered = _register(game, lines, held)
        transactions = ShortTransactions()
        new = [*new, *store_players(held, transactions)]
        with transactions.transaction():
            _store(game, lines, held, entered, by)
    except RuleViolation:
        remove_unused_players(new)
        raise
    return len(lines)


def _store(
    game: Game,
    lines: Sequence[NameLine],
    held: EventPeople,
    entered: Sequence[Registration],
    by: User,
) -> None:
    """Store what was registered with `held`, or register again if it is no longer as it was read."""
    game = lock_playing_game(game)
    if not lock_read_people(game.event, held):
        held = lock_people(game.event, _names_in(lines))
        entered = _register(game, lines, held)
    store_entries(held)
    audit_log.write_of_entries(game, [(_act_of(one), one.entry) for one in entered], by=by)
    publish(game)


def _register(game: Game, lines: Sequence[NameLine], held: EventPeople) -> list[Registration]:
    """Register each line with `held`, which stores nothing. A table that a line names is not free for others."""
    named = {line.table for line in lines}
    entered: list[Registration] = []
    refused: list[tuple[str, RuleViolation]] = []
    for line in lines:
        while held.last_table + 1 in named and line.table is None:
            held.last_table += 1
        try:
            name = _name_to_register(line, held)
            registered = register_player(
                event=game.event, name=name, table=line.table, phone=False, held=held
            )
        except RuleViolation as error:
            refused.append((" ".join(str(part) for part in line if part is not None).strip(), error))
        else:
            entered.append(registered)
    if refused:
        raise LinesRefused(refused)
    return entered


def _names_in(lines: Sequence[NameLine]) -> list[str]:
    return [text for line in lines for text in (line.name, line.licence) if text]


def _name_to_register(line: NameLine, held: EventPeople) -> str:
    """Return what registers the person of a line: the licence if it is known, else the name, whose new person
    gets it.

    Raises:
        RuleViolation: the licence is that of somebody else, or the name that of a known person without it.
    """
    licence = licence_key(line.licence)
    if not licence:
        return line.name
    known, named = held.players.get(line.licence), held.players.get(line.name)
    if known is not None and known.licence == licence:
        if fold(line.name) != known.alike:
            raise RuleViolation(
                "licence_of_other",
                _("{licence} is the licence of {name}."),
                licence=line.licence,
                name=known.name,
            )
        return line.licence
    if named is None or named.pk:
        raise RuleViolation(
            "licence_unknown",
            _("{name} is on the list of people without the licence {licence}: enter one of the two alone."),
            name=line.name,
            licence=line.licence,
        )
    named.licence = licence
    return line.name


def log_entered(game: Game, registered: Registration, by: User) -> None:
    audit_log.write(game, _act_of(registered), by=by, entry=registered.entry)


def _act_of(registered: Registration) -> str:
    return "player_arrived" if registered.expected else "player_added"
