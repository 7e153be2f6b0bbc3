"""Which of the engine's plays may be shown while a match goes on; they are computed from racks that must stay
secret.

Terms. A turn *leaves* the known tiles of the rack that were not played. A turn is *settled* once a further
turn was taken: from then on no challenge takes it back. Tiles are *gone* once the same player has settled a
turn of a fully known rack, and none of those letters was left of it.

Invariants: before the end, plays are shown only for turns that stayed on the board, and only once all tiles
they left are gone. Nothing is revealed about tiles that may still be on a rack, nor about plays to come.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.referee import Act, Challenge, Exchange, Pass, Place, State
from tournaments.classic.models.match_records import RecordEntry


@dataclass(slots=True)
class AdvisedTurn:
    """A turn of a player with the engine's plays.

    `left` is what it leaves, None if that is not known; `whole` says whether the whole rack was known.
    """

    player: int
    is_play: bool
    left: Counter[int] | None
    whole: bool
    best: list[Any]
    withdrawn: bool = False


def turn_of(act: Act, before: State, after: State, entry: RecordEntry) -> AdvisedTurn | None:
    """Convert an act of an entry into a turn; None for an act that is no turn."""
    if not isinstance(act, Place | Exchange | Pass):
        return None
    seat = before.seats[act.player]
    left: Counter[int] | None = None
    if isinstance(act, Place) or (isinstance(act, Exchange) and act.tiles):
        left = Counter(after.seats[act.player].known)
    return AdvisedTurn(act.player, isinstance(act, Place), left, seat.is_known, entry.best)


def takes_off(act: Act) -> bool:
    """Tell whether the act takes the latest play off the board."""
    return isinstance(act, Challenge) and act.upheld


def may_be_told(turns: Sequence[AdvisedTurn], number: int) -> bool:
    """Tell whether the engine's plays of that turn may be shown in the middle of the match."""
    turn = turns[number]
    if not turn.is_play or turn.withdrawn or turn.left is None or number + 1 >= len(turns):
        return False
    settled = [later for later in turns[number + 1 : -1] if later.player == turn.player]
    return not turn.left or any(_is_gone(turn.left, later) for later in settled)


def _is_gone(left: Counter[int], later: AdvisedTurn) -> bool:
    return later.whole and not later.withdrawn and later.left is not None and not left & later.left
