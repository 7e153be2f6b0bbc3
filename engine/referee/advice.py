"""What the engine would have played in a classic game: the best plays of a rack, to be shown after the move."""

from collections.abc import Sequence

from engine.lexicon import Lexicon
from engine.referee.acts import Exchange, Pass, Place
from engine.referee.game import Step
from engine.referee.state import State
from engine.scoring import ScoredMove


def best_plays(state: State, player: int, lexicon: Lexicon, most: int = 10) -> Sequence[ScoredMove]:
    """The highest-scoring plays of what is known of the player's rack, the best first; none if nothing is."""
    from engine.movegen import all_moves  # noqa: PLC0415 - loads the search, which judging a game does not need

    rack = state.seats[player].known
    if not rack:
        return ()
    return all_moves(state.board, rack, lexicon, state.tiles, state.settings.bonuses)[:most]


def best_plays_at(step: Step, lexicon: Lexicon, most: int = 10) -> Sequence[ScoredMove]:
    """What could have been played in place of a turn; none for what is no turn."""
    if not isinstance(step.act, Place | Exchange | Pass):
        return ()
    return best_plays(step.before, step.act.player, lexicon, most)
