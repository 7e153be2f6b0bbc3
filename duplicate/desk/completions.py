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
# The first word lies at seven places at most, if it is of seven letters.
MOST_PLACES = 7


@dataclass(frozen=True, slots=True)
class Completion:
    """A move, and the lengths in letters of its beginnings that are words: who types such a word may mean it."""

    word: str
    reference: str
    score: int
    is_top: bool
    words: tuple[int, ...]


def completions_for(round_: Round, who: Who) -> list[Completion]:
    """Return the best moves of a round, best first; none while there is no top, or while it is withheld. Where the
    rules put the word at its best place, each word is there once.
    """
    if round_.top_score is None:
        return []
    position = position_of(round_)
    best_place = is_at_best_place(round_)
    try:
        moves, _count = rank_moves(position, MOST * (MOST_PLACES if best_place else 1), who)
    except RuleViolation:
        # The position came into play in another game since the round was read.
        return []
    if best_place:
        at_best = {move.word: move for move in reversed(moves)}
        moves = [move for move in moves if at_best[move.word] is move][:MOST]
    return [
        Completion(move.word, move.reference, move.score, move.is_top, _words_at_beginning(move, position))
        for move in moves
    ]


def is_at_best_place(round_: Round) -> bool:
    """Tell whether a word without a reference counts at its best place: the first one, under such rules."""
    return round_.number == 1 and not round_.game.rule_set.slips.first_reference


def _words_at_beginning(move: FoundMove, position: Position) -> tuple[int, ...]:
    cells = [cell & ~BLANK_FLAG for cell in position.tiles.encode(move.word)]
    return tuple(
        sum(len(text) for text, _is_blank in move.tokens[:count])
        for count in range(1, len(cells))
        if position.lexicon.contains(cells[:count])
    )
