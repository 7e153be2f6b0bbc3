"""The open dictionary: players may look words up before they play them (RULES V7)."""

from engine.errors import EngineError, TurnError
from engine.referee.state import State


def look_up_refused(state: State) -> EngineError | None:
    """Return the reason why no word may be looked up now; None if the dictionary is open or the game over."""
    return None if state.settings.open_dictionary or state.is_over else TurnError("look_up_closed")
