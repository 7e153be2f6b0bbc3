"""Entering a list of players into a game, all or none."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from duplicate.core import audit_log
from duplicate.core.locks import lock_playing_game
from duplicate.core.publish import publish
from duplicate.models import Game
from tournaments.core.errors import LinesRefused, RuleViolation
from tournaments.events import registration
from tournaments.events.registration import Registration


@transaction.atomic
def add_players(*, game: Game, lines: Sequence[tuple[int | None, str]], by: User) -> int:
    """Enter players and pairs at the desk, each line a table (or None) and a name; return how many.

    Raises:
        LinesRefused: some lines cannot be entered; then none is.
    """
    game = lock_playing_game(game)
    held = registration.lock_people(game.event, [name for _table, name in lines])
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
    registration.store_entries(held)
    audit_log.write_of_entries(game, [(_act_of(one), one.entry) for one in entered], by=by)
    publish(game)
    return len(lines)


def log_entered(game: Game, registered: Registration, by: User) -> None:
    audit_log.write(game, _act_of(registered), by=by, entry=registered.entry)


def _act_of(registered: Registration) -> str:
    return "player_arrived" if registered.expected else "player_added"
