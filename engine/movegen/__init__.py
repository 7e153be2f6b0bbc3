"""The board search: the top, all moves, and the placements of a word (see `search` for how it works).

Racks and words are tile numbers or text.
"""

from engine.movegen.moves import Moves
from engine.movegen.search import Top, all_moves, forget_board, placements, top, warm_up

__all__ = ["Moves", "Top", "all_moves", "forget_board", "placements", "top", "warm_up"]
