"""Entering a list of players into a game, all or none."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from duplicate.core import audit_log
from duplicate.core.locks import check_playing, lock_playing_game
from duplicate.core.publish import publish
from duplicate.models import Game
from tournaments.core.errors import LinesRefused, RuleViolation
from tournaments.core.runtime.chunks import ShortTransactions
from tournaments.events import registration
from tournaments.events.registration import EventPeople, Registration


def add_players(*, game: Game, lines: Sequence[tuple[int | None, str]], by: User) -> int:
    """Enter players and pairs at the desk, each line a table (or None) and a name; return how many.

    SQLite stores no slip while a transaction writes. So a list is checked, and people who are new are put on
    the list of people, before the transaction that enters it; what changed meanwhile is read again under locks.

    Raises:
        LinesRefused: some lines cannot be entered; then none is.
    """
    check_playing(game)
    names = [name for _table, name in lines]
    held = registration.read_people(game.event, names)
    entered = _register(game, lines, held)
    transactions = ShortTransactions()
    registration.store_players(held, transactions)
    with transactions.transaction():
        game = lock_playing_game(game)
        if not registration.lock_read_people(game.event, held):
            held = registration.lock_people(game.event, names)
            entered = _register(game, lines, held)
        registration.store_entries(held)
        audit_log.write_of_entries(game, [(_act_of(one), one.entry) for one in entered], by=by)
        publish(game)
    return len(lines)


def _register(game: Game, lines: Sequence[tuple[int | None, str]], held: EventPeople) -> list[Registration]:
    """Register each line with `held`, which stores nothing."""
    entered: list[Registration] = []
    refused: list[tuple[str, RuleViolation]] = []
    for table, name in lines:
        try:
            registered = registration.register_player(
                event=game.event, name=name, table=table, phone=False, held=held
            )
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
