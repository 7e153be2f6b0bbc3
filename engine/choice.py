"""Which of several moves with the same score goes on the board.

A rule set lists criteria (`rule_groups.CRITERIA`); the first that tells moves apart decides. After them come
the first square in reading order, across before down, and the order of the words, so that the choice never
depends on the order in which moves were found.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from engine.notation import Move
from engine.rule_groups import Criterion
from engine.scoring import ScoredMove
from engine.tiles import BLANK, LETTER_MASK, TileSet


def preferred_top(
    moves: Sequence[ScoredMove], rack: Sequence[int], tiles: TileSet, order: Sequence[Criterion]
) -> ScoredMove:
    """The move to place, among the isotops of a round played with that rack."""
    if len(moves) == 1:
        return moves[0]

    def preference(scored: ScoredMove) -> tuple[list[Any], Move]:
        return [_MEASURES[criterion](scored, rack, tiles) for criterion in order], scored.move

    return min(moves, key=preference)


def imbalance(rack: Sequence[int], tiles: TileSet) -> int:
    """How far vowels and consonants are from equal numbers; blanks and the like fill the gap."""
    either = sum(tile == BLANK or tile in tiles.vowels & tiles.consonants for tile in rack)
    vowels = sum(tile in tiles.vowels - tiles.consonants for tile in rack)
    consonants = len(rack) - either - vowels
    return max(0, abs(vowels - consonants) - either)


def _blanks(scored: ScoredMove, _rack: Sequence[int], _tiles: TileSet) -> int:
    return scored.blanks


def _tiles_played(scored: ScoredMove, _rack: Sequence[int], _tiles: TileSet) -> int:
    return len(scored.tiles)


def _imbalance_left(scored: ScoredMove, rack: Sequence[int], tiles: TileSet) -> int:
    left_over = Counter(rack) - Counter(scored.tiles)
    return imbalance(tuple(left_over.elements()), tiles)


def _letters(scored: ScoredMove, _rack: Sequence[int], _tiles: TileSet) -> tuple[int, ...]:
    return tuple(cell & LETTER_MASK for cell in scored.move.word)


def _way_from_a1(scored: ScoredMove, _rack: Sequence[int], _tiles: TileSet) -> int:
    return scored.move.reference.row + scored.move.reference.column


def _place(scored: ScoredMove, _rack: Sequence[int], _tiles: TileSet) -> Move:
    return scored.move


_MEASURES: dict[Criterion, Callable[[ScoredMove, Sequence[int], TileSet], Any]] = {
    "keep_blank": _blanks,
    "fewest_tiles": _tiles_played,
    "balance": _imbalance_left,
    "alphabetical": _letters,
    "nearest_a1": _way_from_a1,
    "reading_order": _place,
}
