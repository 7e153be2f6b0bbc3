"""The choice among moves with the same score for the board.

A rule set lists criteria (`rules.rule_settings.CRITERIA`); the first that tells moves apart decides. After them come
the first square in reading order, across before down, and the order of the words, so that the choice never
depends on the order in which moves were found.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engine.rules.rack_validity import kinds_in
from engine.rules.rule_settings import Criterion
from engine.scoring import ScoredMove, left_over
from engine.tiles import LETTER_MASK, TileSet


def choose_top(
    moves: Sequence[ScoredMove], rack: Sequence[int], tiles: TileSet, order: Sequence[Criterion]
) -> ScoredMove:
    """Return the move to place, among the isotops of a round played with that rack."""
    if len(moves) == 1:  # the usual case
        return moves[0]
    left = list(moves)
    for criterion in order:
        measure = _MEASURES[criterion]
        measures = [measure(scored, rack, tiles) for scored in left]
        least = min(measures)
        if measures.count(least) == 1:
            return left[measures.index(least)]
        left = [scored for scored, measured in zip(left, measures, strict=True) if measured == least]
    return min(left, key=lambda scored: scored.move)


def imbalance(rack: Sequence[int], tiles: TileSet) -> int:
    """Return the difference between vowels and consonants; blanks and letters that are both reduce it."""
    kinds = kinds_in(rack, tiles)
    return max(0, abs(kinds.vowels - kinds.consonants) - kinds.both - kinds.blanks)


def _blanks(scored: ScoredMove, _rack: Sequence[int], _tiles: TileSet) -> int:
    return scored.blanks


def _tiles_played(scored: ScoredMove, _rack: Sequence[int], _tiles: TileSet) -> int:
    return len(scored.tiles)


def _imbalance_left(scored: ScoredMove, rack: Sequence[int], tiles: TileSet) -> int:
    return imbalance(left_over(rack, scored.tiles), tiles)


def _letters(scored: ScoredMove, _rack: Sequence[int], _tiles: TileSet) -> tuple[int, ...]:
    return tuple(cell & LETTER_MASK for cell in scored.move.word)


def _way_from_a1(scored: ScoredMove, _rack: Sequence[int], _tiles: TileSet) -> int:
    return scored.move.reference.row + scored.move.reference.column


def _place(scored: ScoredMove, _rack: Sequence[int], _tiles: TileSet) -> tuple[Any, ...]:
    """Return the sort key of a move as a tuple: comparing moves takes longer."""
    reference = scored.move.reference
    return reference.row, reference.column, reference.direction, scored.move.word


_MEASURES: dict[Criterion, Callable[[ScoredMove, Sequence[int], TileSet], Any]] = {
    "keep_blank": _blanks,
    "fewest_tiles": _tiles_played,
    "balance": _imbalance_left,
    "alphabetical": _letters,
    "nearest_a1": _way_from_a1,
    "reading_order": _place,
}
