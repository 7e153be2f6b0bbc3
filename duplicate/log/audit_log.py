"""The arbitrator's log: written inside the use cases, in their transactions, so that it is evidence."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from duplicate.log.actions import ACTIONS
from duplicate.models import AuditLogEntry, Game
from tournaments.events.game_seating import seat_in
from tournaments.models import Entry, GameTable
from tournaments.time import clock

# Only the log tells since when and until when a player has been away (`attendance.times_away`).
DROPPED_OUT, CAME_BACK = "player_withdrawn", "player_back"
# Acts that undo and redo write where the act itself has no opposite act.
REVERSALS = ("undone", "done_again")
# The values that an act keeps so that it can be undone.
KEPT = frozenset({"slips", "rulings", "presence", "came", "removed", "restored"})
ANNOUNCED = ("move_announced", "worse_move_announced", "no_move_announced")


def write(
    game: Game,
    act: str,
    *,
    by: User | None,
    number: int | None = None,
    entry: Entry | None = None,
    undoes: AuditLogEntry | None = None,
    at: datetime | None = None,
    **params: object,
) -> AuditLogEntry:
    """Put one act of `ACTIONS` on record, done now if no other moment is given. `by` is None for an act of the program
    or a player. `params` fill its sentence, with the number of the round and the player's name as they are now.
    """
    assert act in ACTIONS, f"{act} is no act: see duplicate/log/actions.py"
    if number is not None:
        params["number"] = number
    if entry is not None:
        params |= {"name": entry.full_name, "table": seat_in(game.code, entry).table}
    return AuditLogEntry.objects.create(
        game=game,
        at=at or clock.now(),
        by=by,
        act=act,
        number=number,
        entry=entry,
        undoes=undoes,
        params=params,
    )


def write_of_entries(
    game: Game,
    acts: Sequence[tuple[str, Entry]],
    *,
    by: User | None,
    params: Sequence[Mapping[str, object]] | None = None,
) -> None:
    """Put many acts on record, each on an entry and with further `params`, with the queries of one."""
    entries = [entry.pk for _act, entry in acts]
    tables = dict(
        GameTable.objects.filter(game=game.code, entry__in=entries).values_list("entry_id", "table")
    )
    now = clock.now()
    AuditLogEntry.objects.bulk_create(
        AuditLogEntry(
            game_id=game.pk,
            at=now,
            by_id=by and by.pk,
            act=act,
            entry_id=entry.pk,
            params={**more, "name": entry.full_name, "table": tables.get(entry.pk, entry.table)},
        )
        for (act, entry), more in zip(acts, params or [{}] * len(acts), strict=True)
    )


def acts_in_force(rows: Iterable[tuple[int, int | None]]) -> set[int]:
    """Return the keys of the acts of which something is in force, among rows in order as (key, key of the
    undone row). An act is in force if an even number of rows undo or redo it. An act from before these rows
    is included if the rows here change it.
    """
    in_force: set[int] = set()
    act_of: dict[int, int] = {}
    for key, undoes in rows:
        act = act_of[key] = act_of.get(undoes, undoes) if undoes else key
        in_force ^= {act}
    return in_force


def public_params(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row that people and programs may read."""
    return {name: value for name, value in params.items() if name not in KEPT}
