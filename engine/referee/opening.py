"""How many letters the first word must have (RULES V3)."""

from collections.abc import Iterator

from engine.errors import EngineError, MoveError
from engine.referee.acts import Place
from engine.referee.settings import SHORTEST_OPENING
from engine.referee.state import State


def opening_length(state: State) -> int:
    """The letters that a word must have now: on a board with tiles, and without this variant, two.

    With the fallback it is one less each time that everybody has had a turn without opening; while nobody has opened,
    all turns so far were such turns.
    """
    if not state.board.is_empty:
        return SHORTEST_OPENING
    fewer = state.turns // len(state.seats) if state.settings.opening_fallback else 0
    return max(SHORTEST_OPENING, state.settings.opening_length - fewer)


def opening_problems(state: State, act: Place) -> Iterator[EngineError]:
    """Why the first word is too short; one of less than two letters fits no board in any game."""
    length = opening_length(state)
    if len(act.move.word) < length:
        yield MoveError("opening_too_short", word=state.tiles.decode(act.move.word), length=length)


def is_forced_pass(state: State) -> bool:
    """Whether a pass now is one of who cannot open yet, until shorter words may: it does not count towards the end."""
    return state.settings.opening_fallback and opening_length(state) > SHORTEST_OPENING
