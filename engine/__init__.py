"""The game itself: tiles, board, words, scores, the top, draws and rules.

The code is Python and NumPy; only `movegen` has compiled kernels. Nothing here uses the web or a database.
Programs that use it as a library begin with `Position` and `Words`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.lexicon.words import Words
    from engine.position import Position

__all__ = ["Position", "Words"]


def __getattr__(name: str) -> Any:
    """Load what is exported on its first use: the search takes time that most parts of the engine need not."""
    if name == "Position":
        from engine.position import Position  # noqa: PLC0415 - loads the search

        return Position
    if name == "Words":
        from engine.lexicon.words import Words  # noqa: PLC0415 - imports this package

        return Words
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
