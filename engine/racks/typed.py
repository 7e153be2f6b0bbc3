"""The parser of typed racks: "ABCDEFG", "AB+CDEFG", "+CDEFG", or "-ABCDEFG" for a whole redraw."""

from engine.notation import RackRecord
from engine.racks.draw import Placed, check_typed_rack
from engine.rules import (
    RuleSet,
)
from engine.tiles import TileSet


def read_typed_rack(
    text: str,
    now: Placed,
    *,
    tiles: TileSet,
    rules: RuleSet,
    round_number: int,
    nobody_could_play: bool = False,
) -> RackRecord:
    """Split a typed rack into left over and drawn; after a round that nobody could play all of it is redrawn.

    "+ZXT" has the drawn tiles alone: those left over are known.

    Raises:
        EngineError: unknown letters, tiles that the bag has not, left-over tiles missing, or no valid rack.
    """
    typed = RackRecord.parse(text, tiles)
    redrawn = typed.redrawn or nobody_could_play
    kept = () if redrawn else now.kept
    rack = (*kept, *typed.tiles) if text.lstrip().startswith("+") else typed.tiles
    check_typed_rack(
        rack,
        board=now.board,
        kept=now.kept,
        tiles=tiles,
        rules=rules,
        round_number=round_number,
        redrawn=redrawn,
    )
    drawn = list(rack)
    for tile in kept:
        drawn.remove(tile)
    return RackRecord(kept, tuple(drawn), redrawn=redrawn)
