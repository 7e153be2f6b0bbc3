"""Drawing racks, what a placed move leaves, and the end of the game (RULES D2, D3, D8).

Terms. *Unseen* tiles are those not on the board: the bag and the rack. *Kept* tiles are what the placed
move left on the rack. Tile counts are tuples indexed by tile number, the blank first. A *joker* is the one
blank that every rack has where the rule set says so; the other blank waits until the first is stuck.

What always holds: a drawn rack is valid, was never put together but drawn, and no tile is made or lost. A rack
that is not valid goes back whole, so that a fresh one is as likely as it is among all valid ones. The random
stream is a function of seed, round and attempt, so that a game replays from its seed.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from engine.board import Board
from engine.errors import RackError
from engine.notation import RackRecord
from engine.rules import RuleSet
from engine.scoring import ScoredMove
from engine.tiles import BLANK, BLANK_FLAG, LETTER_MASK, TileSet
from engine.validity import Kinds, Validity, kinds_in, kinds_of

EndReason = Literal[
    "all_tiles_played", "no_vowels", "no_consonants", "no_valid_rack", "no_move", "rounds_played"
]
_FREE = Validity(0)


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn rack. `rejected` are the racks thrown back before it, in order; then nothing is kept."""

    kept: tuple[int, ...]
    drawn: tuple[int, ...]
    rejected: tuple[tuple[int, ...], ...] = ()

    @property
    def rack(self) -> tuple[int, ...]:
        return self.kept + self.drawn

    @property
    def record(self) -> RackRecord:
        return RackRecord(self.kept, self.drawn, redrawn=bool(self.rejected))


@dataclass(frozen=True, slots=True)
class Placed:
    """The board after a round, and the tiles that stay on the rack."""

    board: Board
    kept: tuple[int, ...]


def unseen(board: Board, tiles: TileSet) -> tuple[int, ...]:
    """How many of each tile are not on the board."""
    lying = np.bincount(np.frombuffer(board.cells, np.uint8), minlength=2 * BLANK_FLAG).tolist()
    lying[BLANK] = sum(lying[BLANK_FLAG:])
    return tuple(
        [count - there if count > there else 0 for count, there in zip(tiles.counts, lying, strict=False)]
    )


def bag(board: Board, rack: Iterable[int], tiles: TileSet) -> tuple[int, ...]:
    """How many of each tile are neither on the board nor on the rack."""
    return _without(unseen(board, tiles), rack, tiles)


def is_valid_rack(rack: Iterable[int], tiles: TileSet, validity: Validity) -> bool:
    """Whether the rack has the vowels and the consonants that it must have."""
    return validity.allows(kinds_in(rack, tiles))


def draw_rack(
    *,
    board: Board,
    kept: Sequence[int],
    tiles: TileSet,
    rules: RuleSet,
    round_number: int,
    seed: str,
    attempt: int = 0,
) -> Draw:
    """Refill the kept tiles from the bag; an invalid rack goes back whole and another is drawn."""
    supply = _supply_of(board, tiles, rules)
    if supply.end_reason(round_number):
        raise RackError("no_valid_rack")
    # Only random() is promised to give the same numbers in every version of Python; sample() is not.
    stream = random.Random(f"{seed}/{round_number}/{attempt}")  # noqa: S311 - replays are the purpose
    validity = supply.validity(round_number)
    kept = tuple(kept)
    drawn = supply.refill(kept, stream)
    rejected: list[tuple[int, ...]] = []
    while not is_valid_rack(kept + drawn, tiles, validity):
        rejected.append(kept + drawn)
        kept, drawn = (), supply.refill((), stream)
    return Draw(kept, drawn, tuple(rejected))


def check_typed_rack(
    rack: Sequence[int],
    *,
    board: Board,
    kept: Sequence[int],
    tiles: TileSet,
    rules: RuleSet,
    round_number: int,
    redrawn: bool = False,
) -> None:
    """Refuse a rack, typed from a real bag, that could not have been drawn or is not valid."""
    supply = _supply_of(board, tiles, rules)
    if supply.end_reason(round_number):
        raise RackError("no_valid_rack")
    for problem in undrawable(rack, Placed(board, tuple(kept)), tiles, rules, redrawn=redrawn):
        raise problem
    if len(rack) < supply.rack_size:
        raise RackError("rack_too_short", needed=supply.rack_size, given=len(rack))
    validity, kinds = supply.validity(round_number), kinds_in(rack, tiles)
    if not validity.allows(kinds):
        raise _not_valid(kinds, validity)


def undrawable(
    rack: Sequence[int], now: Placed, tiles: TileSet, rules: RuleSet, *, redrawn: bool = False
) -> Iterator[RackError]:
    """Why a rack could not have been drawn: too many tiles, others than are left, kept ones or the joker missing.

    Whether it is valid, and whether it has all the tiles that it could have, is another matter.
    """
    supply = _supply_of(now.board, tiles, rules)
    if len(rack) > rules.rack.size:
        yield RackError("rack_too_long", given=len(rack), most=rules.rack.size)
    excess = Counter(rack) - Counter(dict(enumerate(supply.left)))
    if excess:
        yield RackError("rack_not_in_bag", letters=_letters(excess, tiles))
    missing = Counter(() if redrawn else now.kept) - Counter(rack)
    if missing:
        yield RackError("rack_keeps_tiles", letters=_letters(missing, tiles))
    if rules.rack.blanks == "joker" and rack.count(BLANK) != supply.jokers:
        yield RackError("rack_blanks", given=rack.count(BLANK), needed=supply.jokers)


def place(*, board: Board, rack: Sequence[int], scored: ScoredMove, tiles: TileSet, rules: RuleSet) -> Placed:
    """What lies on the board and stays on the rack after a move played with that rack (RULES D6).

    A tile that the move plays and the rack lacks is left alone: whether the move is allowed, others say.
    """
    kept = list(rack) if rules.rack.left_overs_kept else []
    for tile in scored.tiles:
        if tile in kept:
            kept.remove(tile)
    after = board.place(scored.move)
    if rules.rack.blanks != "stay" and scored.blanks:
        after = _with_letters_for_blanks(board, after, kept, tiles)
    return Placed(after, tuple(kept))


def end_reason(
    *,
    board: Board,
    tiles: TileSet,
    rules: RuleSet,
    round_number: int,
    nobody_could_play: bool = False,
) -> EndReason | None:
    """Why no rack is drawn for that round any more, or None. Kept tiles may go back, so all unseen ones count.

    Where nobody could play the rack before and there is no other to draw, the game ends as well.
    """
    supply = _supply_of(board, tiles, rules)
    reason = supply.end_reason(round_number)
    return "no_move" if not reason and nobody_could_play and supply.is_last else reason


@dataclass(frozen=True, eq=False)
class _Supply:
    """The unseen tiles of a game; `rack_size` of them are on the next rack, `jokers` of those are blanks."""

    left: tuple[int, ...]
    tiles: TileSet
    rules: RuleSet
    jokers: int
    available: int

    @property
    def rack_size(self) -> int:
        return min(self.rules.rack.size, self.available)

    @property
    def is_last(self) -> bool:
        """Whether there is only one rack: all that is left."""
        return self.available <= self.rules.rack.size

    def validity(self, round_number: int) -> Validity:
        rack = self.rules.rack
        return _FREE if rack.last_rack_free and self.is_last else rack.validity(round_number)

    @lru_cache(maxsize=64)  # noqa: B019 - of the last few boards
    def end_reason(self, round_number: int) -> EndReason | None:
        """Why no rack can be drawn for that round, or None."""
        if not any(self.left):
            return "all_tiles_played"
        if self.rules.end.rounds is not None and round_number > self.rules.end.rounds:
            return "rounds_played"
        kinds = kinds_of(self.left, self.tiles)
        if self.rules.rack.blanks == "joker":
            kinds = Kinds(kinds.vowels, kinds.consonants, kinds.both, self.jokers)
        validity = self.validity(round_number)
        if validity.can_be_met(kinds, self.rack_size):
            return None
        fill = kinds.both + (kinds.blanks if validity.blanks_count else 0)
        if kinds.vowels + fill < validity.minimum:
            return "no_vowels"
        return "no_consonants" if kinds.consonants + fill < validity.minimum else "no_valid_rack"

    def refill(self, kept: tuple[int, ...], stream: random.Random) -> tuple[int, ...]:
        """Draw what the kept tiles lack to a rack, one by one; a joker is not drawn but there."""
        heap = _without(self.left, kept, self.tiles)
        if self.rules.rack.blanks != "joker":
            return _take(heap, self.rack_size - len(kept), stream)
        joker = (BLANK,) * (self.jokers - kept.count(BLANK))
        return joker + _take((0, *heap[1:]), self.rack_size - len(kept) - len(joker), stream)


@lru_cache(maxsize=64)  # one round asks several times for the same board
def _supply_of(board: Board, tiles: TileSet, rules: RuleSet) -> _Supply:
    left = unseen(board, tiles)
    if rules.rack.blanks != "joker":
        return _Supply(left, tiles, rules, 0, sum(left))
    jokers = min(1, left[BLANK])
    return _Supply(left, tiles, rules, jokers, sum(left) - left[BLANK] + jokers)


def _not_valid(kinds: Kinds, validity: Validity) -> RackError:
    fill = kinds.both + (kinds.blanks if validity.blanks_count else 0)
    if validity.maximum is not None and max(kinds.vowels, kinds.consonants) > validity.maximum:
        return RackError(
            "rack_one_sided",
            vowels=kinds.vowels,
            consonants=kinds.consonants,
            maximum=validity.maximum,
        )
    return RackError(
        "rack_not_valid",
        vowels=kinds.vowels + fill,
        consonants=kinds.consonants + fill,
        minimum=validity.minimum,
    )


def _with_letters_for_blanks(before: Board, after: Board, kept: Sequence[int], tiles: TileSet) -> Board:
    """The real letters in place of the blanks just played, as long as the bag has them, in reading order."""
    cells = bytearray(after.cells)
    left = list(bag(after, kept, tiles))
    for square, cell in enumerate(cells):
        letter = cell & LETTER_MASK
        if cell & BLANK_FLAG and not before.cells[square] and left[letter]:
            cells[square] = letter
            left[letter] -= 1
    return Board(bytes(cells))


def _without(counts: tuple[int, ...], rack: Iterable[int], tiles: TileSet) -> tuple[int, ...]:
    """The counts less the tiles of a rack, which must be among them."""
    left = list(counts)
    for tile in rack:
        left[tile] -= 1
    if min(left) < 0:
        excess = Counter({tile: -count for tile, count in enumerate(left) if count < 0})
        raise RackError("rack_not_in_bag", letters=_letters(excess, tiles))
    return tuple(left)


def _letters(counts: Counter[int], tiles: TileSet) -> str:
    return tiles.decode_rack(sorted(counts.elements()))


def _take(counts: Sequence[int], wanted: int, stream: random.Random) -> tuple[int, ...]:
    """Draw that many tiles from the bag, one by one, or all that it has."""
    heap = [tile for tile, count in enumerate(counts) for _ in range(count)]
    return tuple([heap.pop(int(stream.random() * len(heap))) for _ in range(min(wanted, len(heap)))])
