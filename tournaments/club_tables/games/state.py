"""The game computed from the rows of a table: its setup, the acts that count, and the state after them."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet

from engine.lexicon import load_same
from engine.modes import Mode, Setup, Way, mode_of, replay_acts
from engine.referee import Player
from engine.rules.game_settings import read_settings
from engine.tiles import load_tile_set
from tournaments.club_tables.models import ClubTable, TableAct, TableSeat

# More games than are in progress at once; each is a few kilobytes.
KEPT = 500


def mode_for(table: ClubTable) -> Mode:
    return mode_of(table.mode)


def setup_of(table: ClubTable, seats: Sequence[TableSeat]) -> Setup:
    """Return everything that determines the game besides its acts.

    Raises:
        EngineError: the lexicon is gone, or has other words than when the table was opened.
    """
    return Setup(
        players=tuple(player_at(seat) for seat in seats),
        tiles=load_tile_set(table.tile_set),
        lexicon=load_same(table.lexicon, table.lexicon_source),
        settings=read_settings(mode_for(table).settings, table.settings),
        seed=table.seed,
        way=cast("Way", table.way),
        version=table.mode_version,
    )


def player_at(seat: TableSeat) -> Player:
    return Player(seat.name, seat.turn_seconds, seat.level or None)


def standing_acts(table: ClubTable) -> list[TableAct]:
    """Return the acts that count, in order: none that was taken back."""
    return list(_standing(table))


def has_acts(table: ClubTable) -> bool:
    """Tell whether there is an act that counts."""
    return _standing(table).exists()


def _standing(table: ClubTable) -> QuerySet[TableAct]:
    return table.acts.exclude(undos__agreed=True).order_by("number")


def state_of(table: ClubTable) -> Any:
    """Return the game after all its acts; None before it has begun.

    Raises:
        EngineError: the lexicon is gone.
    """
    if table.begun_at is None:
        return None
    key = make_state_key(table)
    state = _known.get(key)
    if state is None:
        acts = [act for act, _at in key[2:]]
        state = _replay(table, acts, _known.get(key[:-1]) if acts else None)
        if len(_known) >= KEPT:  # other threads may clear it too
            _known.clear()
        _known[key] = state
    return state


def make_state_key(table: ClubTable) -> tuple[Any, ...]:
    """Return the key of a game as it stands, for caches: the seed of its table, names, and its acts with their times.

    A device that sends an act again after a restored backup repeats its key and not its time, and other tiles may
    have been drawn for it. Names are in it, since a person's may be erased.
    """
    names = tuple(table.seats.values_list("name", flat=True))
    return (table.seed, names, *_standing(table).values_list("key", "at"))


# Cache of games by `make_state_key`. A missing game is computed again.
_known: dict[tuple[object, ...], Any] = {}


def _replay(table: ClubTable, keys: Sequence[UUID], before: Any) -> Any:
    """Return the game after these acts; `before`, the game without the last one, is mostly cached."""
    mode = mode_for(table)
    if before is not None:
        return mode.apply(before, table.acts.get(key=keys[-1]).data)
    data = table.acts.in_bulk(keys, field_name="key")
    return replay_acts(mode, setup_of(table, list(table.seats.all())), [data[key].data for key in keys])
