"""The arbitrator's log: written inside the use cases, in their transactions, so that it is evidence."""

from django.contrib.auth.models import User

from duplicate.models import Game, LogEntry
from tournaments import clock
from tournaments.game_tables import seat_in
from tournaments.models import Entry

# Since when a player has been away, and until when, only the log tells (`presence.times_away`).
DROPPED_OUT, CAME_BACK = "player_withdrawn", "player_back"
ANNOUNCED = ("move_announced", "worse_move_announced", "no_move_announced")


def write(
    game: Game,
    act: str,
    *,
    by: User | None,
    number: int | None = None,
    entry: Entry | None = None,
    undoes: LogEntry | None = None,
    **params: object,
) -> LogEntry:
    """Put one act on record; `by` is None for what the program or a player did. `params` fill its sentence,
    with the number of the round and the player's name as they are now.
    """
    if number is not None:
        params["number"] = number
    if entry is not None:
        params |= {"name": entry.full_name, "table": seat_in(game.code, entry).table}
    return LogEntry.objects.create(
        game=game, at=clock.now(), by=by, act=act, number=number, entry=entry, undoes=undoes, params=params
    )
