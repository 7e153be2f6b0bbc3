"""A viewer's view of a classic game at a table, as values for JSON: no rack but their own."""

from typing import Any

from engine.errors import EngineError
from engine.modes.classic.log import price_data
from engine.modes.classic.table import Table
from engine.referee import (
    Challenge,
    bag_counts,
    look_up_refused,
    may_exchange,
    opening_length,
    target_of,
    turn_limit,
    winners,
)
from engine.referee.variants.themes import open_words

LATEST = 12  # latest acts shown during the game; all of them once it is over


def show_game(table: Table, viewer: int | None, waiting: tuple[int, ...]) -> dict[str, Any]:
    """Return the view of a player, or the public one for None; `waiting` are the players who can act."""
    state = table.state
    return {
        "players": [_player(table, player) for player in range(len(state.seats))],
        "board": state.board.tokens(state.tiles),
        "rack": None if viewer is None else _rack(table, viewer),
        "bag": state.bag_count,
        "to_move": state.to_move,
        "waits_for": list(waiting),
        "turns": state.turns,
        "latest": [dict(entry) for entry in (table.log if state.is_over else table.log[-LATEST:])],
        "settings": table.setup.settings.to_data(),
        "bags": _bags(table),
        "opening_length": opening_length(state),
        "may_look_up": look_up_refused(state) is None,
        "is_ending": table.is_ending,
        "is_doubted": state.is_doubted,
        "doubters": list(table.doubters),
        "end_reason": state.end_reason,
        "over": state.is_over,
        "winners": list(winners(state)) if state.is_over else None,
        **({} if viewer is None else _can(table, viewer)),
    }


def _player(table: Table, player: int) -> dict[str, Any]:
    seat = table.state.seats[player]
    return {
        "name": seat.player.name,
        "score": seat.score,
        "held": seat.held,
        "target": target_of(seat.player, table.state.settings, len(table.state.seats)),
        "turns_lost": seat.turns_lost,
        "turn_seconds": turn_limit(table.state, player),
        "agrees_to_end": player in table.agreed,
        "has_accepted": player in table.accepted,
        "challenge_price": price_data(
            table.state, Challenge(player=player, upheld=False), is_ending=table.is_ending
        ),
    }


def _bags(table: Table) -> dict[str, int] | None:
    """Return how many tiles each of two bags has (V9), public; None with one bag or unknown racks."""
    counts = bag_counts(table.state) if table.state.settings.double_bag else None
    return counts and dict(zip(("vowels", "consonants"), counts, strict=True))


def _rack(table: Table, viewer: int) -> list[dict[str, Any]]:
    """Return the viewer's tiles, as far as the program knows them; on paper it rarely does."""
    tiles = table.setup.tiles
    return [
        {"tile": tiles.decode_rack([tile]), "value": tiles.values[tile]}
        for tile in table.state.seats[viewer].known
    ]


def _can(table: Table, viewer: int) -> dict[str, Any]:
    """Return the acts that the viewer can do now."""
    state = table.state
    refused = may_exchange(state, viewer)
    play, settings = state.play, state.settings
    begun = not table.is_ending and not state.is_over and not state.drawing and not table.undrawn
    can_play = begun and viewer == state.to_move
    return {
        "can_play": can_play,
        "can_draw": viewer in table.undrawn,
        "can_rearrange": can_play and settings.rearranging,
        "can_recycle_letters": can_play and settings.recycling_letters,
        "can_recycle_blanks": can_play and settings.recycling_blanks,
        "theme_words": [state.tiles.decode(word) for word in open_words(state)],
        "can_challenge": play is not None
        and play.player != viewer
        and state.is_doubted
        and not state.is_over,
        "can_accept": viewer in table.doubters,
        "may_exchange": refused is None,
        "exchange_refused": None if refused is None else _error_data(refused),
    }


def _error_data(error: EngineError) -> dict[str, Any]:
    """Return an error with its parts, for translation on the screen."""
    return {"code": error.code, "params": error.params, "rule": error.rule, "text": str(error)}
