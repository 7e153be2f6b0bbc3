"""The number of letters that the first word must have (RULES V3)."""

from collections.abc import Iterator

from engine.errors import EngineError, MoveError
from engine.referee.acts import Place
from engine.referee.settings import SHORTEST_OPENING
from engine.referee.state import State


def opening_length(state: State) -> int:
    """Return the number of letters that a word must have now: two if tiles lie on the board, or if the
    variant is off.

    The fallback makes it one less each time that everybody has had a turn without opening; while nobody has
    opened, all turns so far were such turns.
    """
    if not state.board.is_empty:
        return SHORTEST_OPENING
    fewer = state.turns // len(state.seats) if state.settings.opening_fallback else 0
    return max(SHORTEST_OPENING, state.settings.opening_length - fewer)


def opening_problems(state: State, act: Place) -> Iterator[EngineError]:
    """Yield the error of a first word that is too short; a word of one letter fits no board in any game."""
    length = opening_length(state)
    if len(act.move.word) < length:
        yield MoveError("opening_too_short", word=state.tiles.decode(act.move.word), length=length)


def is_forced_pass(state: State) -> bool:
    """Tell whether a pass now is forced because only shorter words can open; it does not count as a pass."""
    return state.settings.opening_fallback and opening_length(state) > SHORTEST_OPENING
