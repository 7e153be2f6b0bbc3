"""The ways to play, one package each (RULES C and V); `mode_of` finds one by its code."""

from engine.errors import RuleSetError
from engine.modes.base import WAYS, Act, Mode, Setup, Way, replay_acts
from engine.modes.bingo.mode import BINGO
from engine.modes.classic.mode import CLASSIC
from engine.modes.scrabble_me.mode import SCRABBLE_ME
from engine.modes.solitaire.mode import SOLITAIRE
from engine.modes.unscrabble.mode import UNSCRABBLE

__all__ = ["MODES", "WAYS", "Act", "Mode", "Setup", "Way", "mode_of", "replay_acts"]

MODES: tuple[Mode, ...] = (CLASSIC, UNSCRABBLE, BINGO, SOLITAIRE, SCRABBLE_ME)


def mode_of(code: str) -> Mode:
    """Return the mode with this code.

    Raises:
        RuleSetError: there is none.
    """
    for mode in MODES:
        if mode.code == code:
            return mode
    raise RuleSetError("unknown_mode", mode=code)
