"""The draw of racks, the tiles left after a move, and the end of the game (RULES D2, D3, D8).

Terms. *Unseen* tiles are those not on the board: the bag and the rack. *Kept* tiles are those that the placed
move left on the rack. A *supply* is the unseen tiles, with the draws that they allow; it is made from a
board, or from the supply before a move. A *joker* is the one blank that every rack has if the rule set says
so; the other blank waits until the first is stuck.

Invariants: a drawn rack is valid, was drawn and never put together, and no tile is created or lost. A rack
that is not valid goes back whole, so that every valid rack has its natural probability. The random stream is
a function of seed, round and attempt, so that a game replays from its seed.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Self

from engine.board import Board
from engine.errors import RackError
from engine.notation import RackRecord
from engine.rules import (
    RuleSet,
)
from engine.rules.rack_validity import Kinds, Validity, kinds_in
from engine.scoring import ScoredMove, left_over
from engine.tiles import BLANK, BLANK_FLAG, LETTER_MASK, TileSet

EndReason = Literal[
    "all_tiles_played", "no_vowels", "no_consonants", "no_valid_rack", "no_move", "rounds_played"
]
# Racks in a row that nobody can play: then none will be found.
MOST_EMPTY_ROUNDS = 20
_FREE = Validity(0)
_NO_BLANKS = bytes(cell for cell in range(256) if not cell & BLANK_FLAG)


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
    """Count each tile that is not on the board, by tile number, the blank first."""
    lying = board.cells.count
    blanks = len(board.cells.translate(None, _NO_BLANKS))
    left = [max(0, count - lying(tile)) for tile, count in enumerate(tiles.counts)]
    left[BLANK] = max(0, tiles.counts[BLANK] - blanks)
    return tuple(left)


def bag(board: Board, rack: Iterable[int], tiles: TileSet) -> tuple[int, ...]:
    """Count each tile that is neither on the board nor on the rack."""
    return _subtract(unseen(board, tiles), rack, tiles)


def is_valid_rack(rack: Sequence[int], tiles: TileSet, validity: Validity) -> bool:
    """Tell whether the rack has the vowels and consonants that it must have."""
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
    """Refill the kept tiles from the bag; an invalid rack goes back whole and another is drawn.

    Raises:
        RackError: no rack is drawn for that round any more, see `Supply.end_reason`.
    """
    supply = Supply.of(board, tiles, rules)
    if supply.end_reason(round_number):
        raise RackError("no_valid_rack")
    return supply.draw(kept, round_number, seed, attempt)


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
    supply = Supply.of(board, tiles, rules)
    if supply.end_reason(round_number):
        raise RackError("no_valid_rack")
    for problem in find_draw_problems(rack, Placed(board, tuple(kept)), tiles, rules, redrawn=redrawn):
        raise problem
    if len(rack) < supply.rack_size:
        raise _too_short(rack, supply.rack_size, tiles)
    validity, kinds = supply.validity(round_number), kinds_in(rack, tiles)
    if not validity.allows(kinds):
        raise _not_valid(kinds, validity)


def _too_short(rack: Sequence[int], needed: int, tiles: TileSet) -> RackError:
    """Return the error of a rack with too few tiles; it says how letters of several signs were read."""
    apart = tiles.written_apart(rack)
    if not apart:
        return RackError("rack_too_short", needed=needed, given=len(rack))
    return RackError(
        "rack_read_short", needed=needed, given=len(rack), letters=tiles.list_tiles(rack), apart=apart
    )


def find_draw_problems(
    rack: Sequence[int], now: Placed, tiles: TileSet, rules: RuleSet, *, redrawn: bool = False
) -> Iterator[RackError]:
    """Yield the reasons why a rack could not have been drawn.

    It has too many tiles, or tiles that are not left, or lacks kept ones or the joker. This does not check if
    it is valid, or has all the tiles that it could have.
    """
    supply = Supply.of(now.board, tiles, rules)
    if len(rack) > rules.rack.size:
        yield RackError("rack_too_long", given=len(rack), most=rules.rack.size)
    excess = Counter(rack) - Counter(supply.unseen)
    if excess:
        yield RackError("rack_not_in_bag", letters=tiles.decode_counts(excess))
    missing = Counter(() if redrawn else now.kept) - Counter(rack)
    if missing:
        yield RackError("rack_keeps_tiles", letters=tiles.decode_counts(missing))
    if rules.rack.blanks == "joker" and rack.count(BLANK) != supply.jokers:
        yield RackError("rack_blanks", given=rack.count(BLANK), needed=supply.jokers)


def place(*, board: Board, rack: Sequence[int], scored: ScoredMove, tiles: TileSet, rules: RuleSet) -> Placed:
    """Return the board and the rest of the rack after a move played with that rack (RULES D6).

    A tile that the move plays and the rack lacks is ignored: other functions check the move.
    """
    kept = left_over(rack, scored.tiles) if rules.rack.left_overs_kept else []
    after = board.place(scored.move)
    if rules.rack.blanks != "stay" and scored.blanks:
        after = _replace_blanks(board, after, kept, tiles)
    return Placed(after, tuple(kept))


def end_reason(
    *,
    board: Board,
    tiles: TileSet,
    rules: RuleSet,
    round_number: int,
    nobody_could_play: bool = False,
) -> EndReason | None:
    """Return the reason why no rack is drawn for that round any more, or None."""
    supply = Supply.of(board, tiles, rules)
    return supply.end_reason(round_number, nobody_could_play=nobody_could_play)


class Supply:
    """The unseen tiles as bytes, one per tile, in the order of their numbers.

    `rack_size` of them are on the next rack, `jokers` of those are blanks.
    """

    def __init__(self, unseen_tiles: bytes, tiles: TileSet, rules: RuleSet) -> None:
        self.unseen = unseen_tiles
        self._tiles = tiles
        self._rules = rules
        self.jokers, available = 0, len(unseen_tiles)
        if rules.rack.blanks == "joker":
            blanks = unseen_tiles.count(BLANK)
            self.jokers = min(1, blanks)
            available += self.jokers - blanks
        self.rack_size = min(rules.rack.size, available)
        self.is_last = self.rack_size == available  # only one rack is possible: all remaining tiles

    @classmethod
    def of(cls, board: Board, tiles: TileSet, rules: RuleSet) -> Self:
        """Return the supply for a board: the tiles of the set that are not on it."""
        counts = unseen(board, tiles)
        return cls(bytes([tile for tile, count in enumerate(counts) for _ in range(count)]), tiles, rules)

    def after(self, scored: ScoredMove, board: Board) -> Self:
        """Return the supply after a move that now lies on the board."""
        if scored.blanks and self._rules.rack.blanks != "stay":
            return self.of(board, self._tiles, self._rules)
        left = bytearray(self.unseen)
        for tile in scored.tiles:
            left.remove(tile)
        return type(self)(bytes(left), self._tiles, self._rules)

    def validity(self, round_number: int) -> Validity:
        rack = self._rules.rack
        return _FREE if rack.last_rack_free and self.is_last else rack.validity(round_number)

    def end_reason(self, round_number: int, *, nobody_could_play: bool = False) -> EndReason | None:
        """Return why no rack is drawn for that round any more, or None. Kept tiles may go back, so all unseen
        ones count.

        If nobody could play the rack before and no other one can be drawn, the game ends as well.
        """
        if not self.unseen:
            return "all_tiles_played"
        if self._rules.end.rounds is not None and round_number > self._rules.end.rounds:
            return "rounds_played"
        kinds = kinds_in(self.unseen, self._tiles)
        if self._rules.rack.blanks == "joker":
            kinds = Kinds(kinds.vowels, kinds.consonants, kinds.both, self.jokers)
        validity = self.validity(round_number)
        if validity.can_be_met(kinds, self.rack_size):
            return "no_move" if nobody_could_play and self.is_last else None
        fill = kinds.both + (kinds.blanks if validity.blanks_count else 0)
        if kinds.vowels + fill < validity.minimum:
            return "no_vowels"
        return "no_consonants" if kinds.consonants + fill < validity.minimum else "no_valid_rack"

    def draw(self, kept: Sequence[int], round_number: int, seed: str, attempt: int = 0) -> Draw:
        """Draw the rack of a round that has no reason to end: some valid rack can be drawn."""
        # Only random() is guaranteed to give the same numbers in every version of Python; sample() is not.
        stream = random.Random(f"{seed}/{round_number}/{attempt}")  # noqa: S311 - replays are the purpose
        validity = self.validity(round_number)
        kept = tuple(kept)
        drawn = self._refill(kept, stream)
        rejected: tuple[tuple[int, ...], ...] = ()
        while not is_valid_rack(kept + drawn, self._tiles, validity):
            rejected += (kept + drawn,)
            kept, drawn = (), self._refill((), stream)
        return Draw(kept, drawn, rejected)

    def _refill(self, kept: tuple[int, ...], stream: random.Random) -> tuple[int, ...]:
        """Draw the tiles that complete a rack, one by one; a joker is added without a draw."""
        heap = bytearray(self.unseen)
        try:
            for tile in kept:
                heap.remove(tile)
        except ValueError:
            excess = Counter(kept) - Counter(self.unseen)
            raise RackError("rack_not_in_bag", letters=self._tiles.decode_counts(excess)) from None
        joker: tuple[int, ...] = ()
        if self._rules.rack.blanks == "joker":
            heap = heap.replace(bytes([BLANK]), b"")
            joker = (BLANK,) * (self.jokers - kept.count(BLANK))
        size, random_share = len(heap), stream.random
        wanted = min(self.rack_size - len(kept) - len(joker), size)
        return joker + tuple(
            [heap.pop(int(random_share() * left)) for left in range(size, size - wanted, -1)]
        )


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


def _replace_blanks(before: Board, after: Board, kept: Sequence[int], tiles: TileSet) -> Board:
    """Replace the blanks just played by real letters, in reading order, as long as the bag has them."""
    cells = bytearray(after.cells)
    left = list(bag(after, kept, tiles))
    for square, cell in enumerate(cells):
        letter = cell & LETTER_MASK
        if cell & BLANK_FLAG and not before.cells[square] and left[letter]:
            cells[square] = letter
            left[letter] -= 1
    return Board(bytes(cells))


def _subtract(counts: tuple[int, ...], rack: Iterable[int], tiles: TileSet) -> tuple[int, ...]:
    """Subtract the tiles of a rack from the counts; raise a `RackError` if some are missing there."""
    left = list(counts)
    for tile in rack:
        left[tile] -= 1
    if min(left) < 0:
        excess = Counter({tile: -count for tile, count in enumerate(left) if count < 0})
        raise RackError("rack_not_in_bag", letters=tiles.decode_counts(excess))
    return tuple(left)
