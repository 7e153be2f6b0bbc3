"""Which of the engine's plays may be told while a match goes on: they are found with a rack that nobody else may know.

Terms. A turn *leaves* the tiles that were known of the rack and did not go with it. It is *settled* once a further turn
was taken: from then on no challenge takes it back. Tiles are *gone* once the same player has settled a turn of a rack
that was known as a whole, and none of those letters was left of it.

What always holds: before the end only plays are told that stayed on the board, and each when all that it left is
gone. So nothing is told of tiles that may still be on a rack, nor of what is still to be played.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.referee import Act, Challenge, Exchange, Pass, Place, State


@dataclass(slots=True)
class Turn:
    """A turn of a player with the engine's plays; `left` is what it leaves, None where that is not known; `whole` says
    whether all of the rack was known.
    """

    player: int
    is_play: bool
    left: Counter[int] | None
    whole: bool
    best: list[Any]
    withdrawn: bool = False


def turn_of(act: Act, before: State, after: State, best: list[Any]) -> Turn | None:
    """What an act is for this; None for what is no turn."""
    if not isinstance(act, Place | Exchange | Pass):
        return None
    seat = before.seats[act.player]
    left: Counter[int] | None = None
    if isinstance(act, Place) or (isinstance(act, Exchange) and act.tiles):
        left = Counter(after.seats[act.player].known)
    return Turn(act.player, isinstance(act, Place), left, seat.is_known, best)


def takes_off(act: Act) -> bool:
    """Whether the latest play comes off the board."""
    return isinstance(act, Challenge) and act.upheld


def may_be_told(turns: Sequence[Turn], number: int) -> bool:
    """Whether the engine's plays of that turn may be told in the middle of the match."""
    turn = turns[number]
    if not turn.is_play or turn.withdrawn or turn.left is None or number + 1 >= len(turns):
        return False
    settled = [later for later in turns[number + 1 : -1] if later.player == turn.player]
    return not turn.left or any(_gone(turn.left, later) for later in settled)


def _gone(left: Counter[int], later: Turn) -> bool:
    return later.whole and not later.withdrawn and later.left is not None and not left & later.left
