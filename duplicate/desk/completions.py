"""Moves that complete a word at the desk's line: the best ones of the round in progress, tops among them."""

from dataclasses import dataclass

from duplicate.core.board_state import position_of
from duplicate.judging import Position
from duplicate.models import Round
from duplicate.rounds.moves import FoundMove, rank_moves
from engine.tiles import BLANK_FLAG
from tournaments.core.errors import RuleViolation
from tournaments.positions.search import Who

# As far as most slips of a hall reach.
MOST = 60


@dataclass(frozen=True, slots=True)
class Completion:
    """A move, and the lengths in letters of its beginnings that are words: who types such a word may mean it."""

    word: str
    reference: str
    score: int
    is_top: bool
    words: tuple[int, ...]


def completions_for(round_: Round, who: Who) -> list[Completion]:
    """Return the best moves of a round, best first; none while there is no top, or while it is withheld."""
    if round_.top_score is None:
        return []
    position = position_of(round_)
    try:
        moves, _count = rank_moves(position, MOST, who)
    except RuleViolation:
        # The position came into play in another game since the round was read.
        return []
    return [
        Completion(move.word, move.reference, move.score, move.is_top, _words_at_beginning(move, position))
        for move in moves
    ]


def _words_at_beginning(move: FoundMove, position: Position) -> tuple[int, ...]:
    cells = [cell & ~BLANK_FLAG for cell in position.tiles.encode(move.word)]
    return tuple(
        sum(len(text) for text, _is_blank in move.tokens[:count])
        for count in range(1, len(cells))
        if position.lexicon.contains(cells[:count])
    )
