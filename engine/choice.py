"""Which of several moves with the same score goes on the board.

The classic policy, from the first that tells moves apart: keep the blank; play the fewest tiles; leave
vowels and consonants best balanced; the first square in reading order (then across before down, then the
word's order, so that the choice never depends on the order in which moves were found).
"""

from collections import Counter
from collections.abc import Sequence

from engine.notation import Move
from engine.scoring import ScoredMove
from engine.tiles import BLANK, TileSet


def preferred_top(moves: Sequence[ScoredMove], rack: Sequence[int], tiles: TileSet) -> ScoredMove:
    """The move to place, among the isotops of a round played with that rack."""

    def preference(scored: ScoredMove) -> tuple[int, int, int, Move]:
        left_over = Counter(rack) - Counter(scored.tiles)
        return scored.blanks, len(scored.tiles), imbalance(tuple(left_over.elements()), tiles), scored.move

    return min(moves, key=preference)


def imbalance(rack: Sequence[int], tiles: TileSet) -> int:
    """How far vowels and consonants are from equal numbers; blanks and the like fill the gap."""
    either = sum(tile == BLANK or tile in tiles.vowels & tiles.consonants for tile in rack)
    vowels = sum(tile in tiles.vowels - tiles.consonants for tile in rack)
    consonants = len(rack) - either - vowels
    return max(0, abs(vowels - consonants) - either)
