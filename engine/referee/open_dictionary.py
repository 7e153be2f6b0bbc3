"""Whether players may look words up before they play them (RULES V7)."""

from engine.errors import EngineError, TurnError
from engine.referee.state import State


def look_up_refused(state: State) -> EngineError | None:
    """Why no word may be looked up now, or None: in a game with an open dictionary, and after the end of any."""
    return None if state.settings.open_dictionary or state.is_over else TurnError("look_up_closed")
