"""The plays that the engine would have chosen in a classic game: the best of a rack, shown after the move."""

from collections.abc import Sequence

from engine.lexicon import Lexicon
from engine.referee.state import State
from engine.scoring import ScoredMove


def best_plays(state: State, player: int, lexicon: Lexicon, most: int = 10) -> Sequence[ScoredMove]:
    """Return the highest-scoring plays of the known tiles of the player's rack, the best first, if any."""
    from engine.movegen import all_moves  # noqa: PLC0415 - imports the search, which judging does not need

    rack = state.seats[player].known
    if not rack:
        return ()
    return all_moves(state.board, rack, lexicon, state.tiles, state.settings.bonuses)[:most]
