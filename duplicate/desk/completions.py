"""Moves that complete a word at the desk's line: the best ones of the round in progress, tops among them."""

from dataclasses import dataclass
from typing import Literal

from duplicate.judging import RoundPosition, reference_required
from duplicate.models import Round
from duplicate.positions.board_state import position_of
from duplicate.rounds.moves import FoundMove, rank_moves
from engine.tiles import BLANK_FLAG
from tournaments.errors import RuleViolation

# As far as most slips of a hall reach.
MOST = 60
# The first word lies at seven places at most, if it is of seven letters.
MOST_PLACES = 7

WithoutPlace = Literal["best_place", "stored", "refused"]


@dataclass(frozen=True, slots=True)
class Completion:
    """A move, and the lengths in letters of its beginnings that are words: who types such a word may mean it."""

    word: str
    reference: str
    score: int
    is_top: bool
    words: tuple[int, ...]


def completions_for(round_: Round) -> list[Completion]:
    """Return the best moves of a round, best first; none while there is no top. Where the rules put the word at its
    best place, each word is there once.
    """
    if round_.top_score is None:
        return []
    position = position_of(round_)
    best_place = without_place(round_) == "best_place"
    try:
        moves, _count = rank_moves(position, MOST * (MOST_PLACES if best_place else 1))
    except RuleViolation:  # too many moves to list
        return []
    if best_place:
        at_best = {move.word: move for move in reversed(moves)}
        moves = [move for move in moves if at_best[move.word] is move][:MOST]
    return [
        Completion(move.word, move.reference, move.score, move.is_top, _words_at_beginning(move, position))
        for move in moves
    ]


def without_place(round_: Round) -> WithoutPlace:
    """Return the treatment of a slip without a reference: it counts at its best place, which is so for the first word
    under some rules; it is stored, and nearly always a zero; or it is refused.
    """
    rules = round_.game.rule_set
    if round_.number == 1 and not rules.slips.first_reference:
        return "best_place"
    return "refused" if reference_required(rules) else "stored"


def _words_at_beginning(move: FoundMove, position: RoundPosition) -> tuple[int, ...]:
    cells = [cell & ~BLANK_FLAG for cell in position.tiles.encode(move.word)]
    return tuple(
        sum(len(text) for text, _is_blank in move.tokens[:count])
        for count in range(1, len(cells))
        if position.lexicon.contains(cells[:count])
    )
