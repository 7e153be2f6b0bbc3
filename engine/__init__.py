"""The game itself: tiles, board, words, scores, the top, draws and rules.

Only `movegen` has compiled kernels. Nothing here uses the web or a database.
Programs that use it as a library begin with `Position` and `Words`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.lexicon.words import Words
    from engine.position import Position
    from engine.positions.turns import PositionExchange, PositionMove, PositionMoves

__all__ = ["Position", "PositionExchange", "PositionMove", "PositionMoves", "Words"]

# Each name with the module that has it.
_EXPORTS = {
    "Position": "engine.position",
    "PositionExchange": "engine.positions.turns",
    "PositionMove": "engine.positions.turns",
    "PositionMoves": "engine.positions.turns",
    "Words": "engine.lexicon.words",
}


def __getattr__(name: str) -> Any:
    """Load what is exported on its first use: the search takes time that most parts of the engine need not."""
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
