"""The boards of a game, from the racks and the moves of its rounds."""

from collections.abc import Iterable, Iterator

from engine.board import Board
from engine.notation import Convention, Move, RackRecord
from engine.racks.draw import Placed, place
from engine.rules import (
    RuleSet,
)
from engine.scoring import score_move
from engine.tiles import TileSet


def replay_boards(
    rounds: Iterable[tuple[str, str, str]], *, tiles: TileSet, rules: RuleSet, convention: Convention
) -> Iterator[Placed]:
    """Yield the board and the kept tiles after each round, given as (rack, word, reference).

    A round without a word keeps nothing: nobody could play.
    """
    now = Placed(Board.empty(), ())
    for rack_text, word, reference in rounds:
        if word:
            rack = RackRecord.parse(rack_text, tiles).tiles
            scored = score_move(now.board, Move.parse(reference, word, tiles, convention), tiles)
            now = place(board=now.board, rack=rack, scored=scored, tiles=tiles, rules=rules)
        else:
            now = Placed(now.board, ())
        yield now
