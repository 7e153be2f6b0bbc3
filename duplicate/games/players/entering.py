"""Entering a list of players into a game, all or none."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from duplicate.core import audit_log
from duplicate.core.locks import check_playing, lock_playing_game
from duplicate.core.publish import publish
from duplicate.models import Game
from tournaments.core.errors import LinesRefused, RuleViolation
from tournaments.core.runtime.chunks import ShortTransactions
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


def add_players(*, game: Game, lines: Sequence[tuple[int | None, str]], by: User) -> int:
    """Enter players and pairs at the desk, each line a table (or None) and a name; return how many.

    SQLite stores no slip while a transaction writes. So a list is checked, and people who are new are put on
    the list of people, before the transaction that enters it; what changed meanwhile is read again under locks.

    Raises:
        LinesRefused: some lines cannot be entered; then none is.
    """
    check_playing(game)
    held = read_people(game.event, [name for _table, name in lines])
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
    lines: Sequence[tuple[int | None, str]],
    held: EventPeople,
    entered: Sequence[Registration],
    by: User,
) -> None:
    """Store what was registered with `held`, or register again if it is no longer as it was read."""
    game = lock_playing_game(game)
    if not lock_read_people(game.event, held):
        held = lock_people(game.event, [name for _table, name in lines])
        entered = _register(game, lines, held)
    store_entries(held)
    audit_log.write_of_entries(game, [(_act_of(one), one.entry) for one in entered], by=by)
    publish(game)


def _register(game: Game, lines: Sequence[tuple[int | None, str]], held: EventPeople) -> list[Registration]:
    """Register each line with `held`, which stores nothing."""
    entered: list[Registration] = []
    refused: list[tuple[str, RuleViolation]] = []
    for table, name in lines:
        try:
            registered = register_player(event=game.event, name=name, table=table, phone=False, held=held)
        except RuleViolation as error:
            refused.append((name if table is None else f"{table} {name}", error))
        else:
            entered.append(registered)
    if refused:
        raise LinesRefused(refused)
    return entered


def log_entered(game: Game, registered: Registration, by: User) -> None:
    audit_log.write(game, _act_of(registered), by=by, entry=registered.entry)


def _act_of(registered: Registration) -> str:
    return "player_arrived" if registered.expected else "player_added"
