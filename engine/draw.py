"""Drawing racks, and the end of the game (RULES D2, D3, D8).

Terms. *Unseen* tiles are those not on the board: the bag and the rack. *Kept* tiles are what the placed
move left on the rack. Tile counts are tuples indexed by tile number, the blank first.

What always holds: a drawn rack is valid, was never put together but drawn, and no tile is made or lost. The
random stream is a function of seed, round and attempt, so that a game replays from its seed.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Literal

from engine.board import Board
from engine.errors import RackError
from engine.notation import RackRecord
from engine.rules import RuleSet
from engine.tiles import BLANK, BLANK_FLAG, TileSet

EndReason = Literal["all_tiles_played", "no_vowels", "no_consonants", "no_valid_rack"]


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


def unseen(board: Board, tiles: TileSet) -> tuple[int, ...]:
    """How many of each tile are not on the board."""
    lying = Counter(BLANK if cell & BLANK_FLAG else cell for cell in board.cells if cell)
    return tuple(max(0, count - lying[tile]) for tile, count in enumerate(tiles.counts))


def bag(board: Board, rack: Iterable[int], tiles: TileSet) -> tuple[int, ...]:
    """How many of each tile are neither on the board nor on the rack."""
    rack = tuple(rack)
    left = unseen(board, tiles)
    _check_supply(rack, left, tiles)
    return tuple(count - rack.count(tile) for tile, count in enumerate(left))


def is_valid_rack(rack: Iterable[int], tiles: TileSet, minimum: int) -> bool:
    """Whether the rack has the vowels and the consonants asked for; no tile counts as both at once."""
    vowels, consonants, either = _kinds(rack, tiles)
    return max(0, minimum - vowels) + max(0, minimum - consonants) <= either


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
    if is_over(board=board, tiles=tiles, rules=rules, round_number=round_number):
        raise RackError("no_valid_rack")
    # Only random() is promised to give the same numbers in every version of Python; sample() is not.
    stream = random.Random(f"{seed}/{round_number}/{attempt}")  # noqa: S311 - replays are the purpose
    everything = unseen(board, tiles)
    kept = tuple(kept)
    drawn = _take(bag(board, kept, tiles), rules.rack_size - len(kept), stream)
    rejected: list[tuple[int, ...]] = []
    while not is_valid_rack(kept + drawn, tiles, rules.minimum(round_number)):
        rejected.append(kept + drawn)
        kept, drawn = (), _take(everything, rules.rack_size, stream)
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
    if is_over(board=board, tiles=tiles, rules=rules, round_number=round_number):
        raise RackError("no_valid_rack")
    if len(rack) > rules.rack_size:
        raise RackError("rack_too_long", given=len(rack), most=rules.rack_size)
    left = unseen(board, tiles)
    _check_supply(rack, left, tiles)
    missing = Counter(kept) - Counter(rack)
    if missing and not redrawn:
        raise RackError("rack_keeps_tiles", letters=tiles.decode_rack(sorted(missing.elements())))
    needed = min(rules.rack_size, sum(left))
    if len(rack) < needed:
        raise RackError("rack_too_short", needed=needed, given=len(rack))
    minimum = rules.minimum(round_number)
    if not is_valid_rack(rack, tiles, minimum):
        vowels, consonants, either = _kinds(rack, tiles)
        raise RackError(
            "rack_not_valid", vowels=vowels + either, consonants=consonants + either, minimum=minimum
        )


def is_over(*, board: Board, tiles: TileSet, rules: RuleSet, round_number: int) -> bool:
    """Whether no rack can be drawn for that round any more."""
    return end_reason(board=board, tiles=tiles, rules=rules, round_number=round_number) is not None


def end_reason(*, board: Board, tiles: TileSet, rules: RuleSet, round_number: int) -> EndReason | None:
    """Why no rack can be drawn for that round, or None. Kept tiles may go back, so all unseen ones count."""
    left = unseen(board, tiles)
    if not any(left):
        return "all_tiles_played"
    # A rack has room for the minimum of both kinds (`RuleSet` sees to it): what can be assigned can be drawn.
    everything = tuple(_spread(left))
    minimum = rules.minimum(round_number)
    if is_valid_rack(everything, tiles, minimum):
        return None
    vowels, consonants, either = _kinds(everything, tiles)
    if vowels + either < minimum:
        return "no_vowels"
    return "no_consonants" if consonants + either < minimum else "no_valid_rack"


def _check_supply(rack: Iterable[int], left: Sequence[int], tiles: TileSet) -> None:
    missing = Counter(rack) - Counter(dict(enumerate(left)))
    if missing:
        raise RackError("rack_not_in_bag", letters=tiles.decode_rack(sorted(missing.elements())))


def _kinds(rack: Iterable[int], tiles: TileSet) -> tuple[int, int, int]:
    """How many tiles can only be vowels, only be consonants, or be either."""
    vowels = consonants = either = 0
    for tile in rack:
        if tile == BLANK or (tile in tiles.vowels and tile in tiles.consonants):
            either += 1
        elif tile in tiles.vowels:
            vowels += 1
        else:
            consonants += 1
    return vowels, consonants, either


def _spread(counts: Iterable[int]) -> Iterable[int]:
    """The tiles that the counts stand for, in order."""
    return chain.from_iterable(repeat(tile, count) for tile, count in enumerate(counts))


def _take(counts: Sequence[int], wanted: int, stream: random.Random) -> tuple[int, ...]:
    """Draw that many tiles from the bag, one by one, or all that it has."""
    heap = list(_spread(counts))
    return tuple(heap.pop(int(stream.random() * len(heap))) for _ in range(min(wanted, len(heap))))
