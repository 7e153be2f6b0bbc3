"""The game that the rows of a table make: its setup, its acts that stand, and the state after them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from engine.lexicon import load_lexicon
from engine.modes import Mode, Setup, Way, mode_of
from engine.modes.settings import read_settings
from engine.referee import Player
from engine.tiles import load_tile_set
from tournaments.club_table_models import ClubTable, TableAct, TableSeat

# Games that are in progress at once in a process; each is a few kilobytes.
KEPT = 256


def mode_for(table: ClubTable) -> Mode:
    return mode_of(table.mode)


def setup_of(table: ClubTable, seats: Sequence[TableSeat]) -> Setup:
    """What the game follows from besides its acts.

    Raises:
        EngineError: the lexicon is gone.
    """
    return Setup(
        players=tuple(Player(seat.name, seat.turn_seconds, **_level(seat)) for seat in seats),
        tiles=load_tile_set(table.tile_set),
        lexicon=load_lexicon(table.lexicon),
        settings=read_settings(mode_for(table).settings, table.settings),
        seed=table.seed,
        way=cast("Way", table.way),
    )


def standing_acts(table: ClubTable) -> list[TableAct]:
    """Those that count, in order: none that was taken back."""
    return list(table.acts.exclude(undos__agreed=True).order_by("number"))


def state_of(table: ClubTable, acts: Sequence[TableAct] | None = None) -> Any:
    """The game after all its acts; None before it has begun.

    Raises:
        EngineError: the lexicon is gone.
    """
    if table.begun_at is None:
        return None
    rows = standing_acts(table) if acts is None else acts
    return _state(table.pk, tuple(row.pk for row in rows))


@lru_cache(maxsize=KEPT)
def _state(table_id: int, acts: tuple[int, ...]) -> Any:
    """Rows never change, so that their keys stand for the game; the game before the last of them is often known."""
    table = ClubTable.objects.get(pk=table_id)
    mode = mode_for(table)
    if not acts:
        return mode.start(setup_of(table, list(table.seats.all())))
    return mode.apply(_state(table_id, acts[:-1]), TableAct.objects.get(pk=acts[-1]).data)


def _level(seat: TableSeat) -> dict[str, Any]:
    return {"level": seat.level} if seat.level else {}
