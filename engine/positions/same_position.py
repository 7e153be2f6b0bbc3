"""The comparison of two positions: a search of one may show the moves of the other (pure).

Racks are compared as multisets of letters, a blank as "?". Racks of six tiles and more decide alone if all of
the one can be made of the other, which happens by chance once in 20,000 times. Boards of eight tiles and more
decide alone if they are alike: some racks of nearly the same tiles together show what can be played with each
of them. On shorter boards racks that are one tile apart, by chance once in 2,000 times, are the same if the
boards are alike. Boards are alike if they have nearly the same tiles, half of which lie on the same squares
or make the same words, even if the board is turned, mirrored or shifted. The lexicon is not compared: another
one finds most of the same words.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from engine.board import Board
from engine.squares import SIZE, SQUARES
from engine.tiles import BLANK_FLAG, BLANK_TEXT, TileSet

FULL_RACK = 6
# A board with this many tiles identifies its game.
TELLING_BOARD = 8
APART = 2

Rack = Counter[str]


@dataclass(frozen=True, slots=True)
class PositionTiles:
    """A rack and the letter of each square; a None rack is unknown, None squares mean any board."""

    rack: Rack | None
    squares: tuple[str, ...] | None

    @classmethod
    def of(cls, board: Board | None, rack: Iterable[int] | None, tiles: TileSet) -> "PositionTiles":
        return cls(
            None if rack is None else Counter(tiles.token(tile) or BLANK_TEXT for tile in rack),
            None if board is None else tuple(_letter(cell, tiles) for cell in board.cells),
        )

    @property
    def board(self) -> Counter[str]:
        """The tiles on the board; the caller must not change the counter."""
        return _tiles_on(self.squares or ())


def is_same(one: PositionTiles, other: PositionTiles) -> bool:
    """Tell whether searching the one position would show what can be played in the other."""
    if one.rack is None and other.rack is None:
        return False
    if _have_telling_board(one, other):
        return True
    if one.rack is None or other.rack is None:
        return False
    if are_racks_equal(one.rack, other.rack):
        return True
    if one.squares is None or other.squares is None or not are_racks_near(one.rack, other.rack):
        return False
    is_full = min(one.rack.total(), other.rack.total()) >= FULL_RACK
    # Short racks occur at the end of a game: on boards without tiles nobody has one.
    return (is_full or bool(one.board and other.board)) and _are_boards_alike(one, other)


def are_racks_equal(one: Rack, other: Rack) -> bool:
    """Tell whether both are full and one holds all tiles of the other; its blanks are any tiles it lacks."""
    smaller, larger = sorted((one, other), key=Counter.total)
    if smaller.total() < FULL_RACK:
        return False
    return any(_count_lacking(held, wanted) == 0 for held, wanted in ((larger, smaller), (smaller, larger)))


def are_racks_near(one: Rack, other: Rack) -> bool:
    """Tell whether racks differ by at most one tile. Others are the same position only on telling boards."""
    # All rounds in progress are compared: this test settles most of them.
    shared = sum([min(count, other.get(tile, 0)) for tile, count in one.items()])
    smaller, larger = sorted((one, other), key=Counter.total)
    if shared + one[BLANK_TEXT] + other[BLANK_TEXT] < smaller.total() - 1:
        return False
    if are_racks_equal(one, other):
        return True
    if smaller.total() >= FULL_RACK and shared >= max(FULL_RACK, smaller.total() - 1):
        return True
    return larger.total() - shared <= 1


def find_shared_squares(one: PositionTiles, other: PositionTiles) -> list[tuple[int, int]]:
    """Return the squares with the same tile on both boards, as pairs (of the one, of the other).

    The other board is turned or mirrored so that there are as many as possible.
    """
    here, there = one.squares or (), other.squares or ()
    if not any(here) or not any(there):
        return []
    return max(
        (
            [(at, seen) for at, seen in enumerate(turned) if here[at] and here[at] == there[seen]]
            for turned in _SYMMETRIES
        ),
        key=len,
    )


@lru_cache(4096)
def _tiles_on(squares: tuple[str, ...]) -> Counter[str]:
    return Counter(filter(None, squares))


def _count_lacking(held: Rack, wanted: Rack) -> int:
    """Count the tiles of `wanted` that cannot be made of `held`, whose blanks stand for any letter."""
    return max(0, (wanted - held).total() - (held - wanted)[BLANK_TEXT])


def _have_telling_board(one: PositionTiles, other: PositionTiles) -> bool:
    if one.squares is None or other.squares is None:
        return False
    tiles = min(one.board.total(), other.board.total())
    return (
        tiles >= TELLING_BOARD and _count_apart(one.board, other.board) <= APART and _share_half(one, other)
    )


def _are_boards_alike(one: PositionTiles, other: PositionTiles) -> bool:
    allowed = max(APART, max(one.board.total(), other.board.total()) // 4)
    return _count_apart(one.board, other.board) <= allowed and _share_half(one, other)


def _count_apart(one: Counter[str], other: Counter[str]) -> int:
    """Count the tiles that must be exchanged, added or taken away to make one of the other."""
    return max((one - other).total(), (other - one).total())


def _share_half(one: PositionTiles, other: PositionTiles) -> bool:
    """Tell whether half of the smaller board has the same squares, or half of its words are on the other."""
    tiles = min(one.board.total(), other.board.total())
    # A game may continue from one tile: another one beside it may have any letter.
    if tiles <= APART or 2 * len(find_shared_squares(one, other)) >= tiles:
        return True
    here, there = (Counter(_words(each.squares or ())) for each in (one, other))
    return 2 * (here & there).total() >= min(here.total(), there.total())


def _words(squares: tuple[str, ...]) -> Iterator[str]:
    """Yield the words of a board, each in the direction that sorts first: turning or mirroring keeps them."""
    for line in range(SIZE):
        for way in (squares[line * SIZE : (line + 1) * SIZE], squares[line::SIZE]):
            for is_word, letters in groupby(way, key=bool):
                word = tuple(letters)
                if is_word and len(word) > 1:
                    yield " ".join(min(word, word[::-1]))


def _map_squares(place: Callable[[int, int], tuple[int, int]]) -> tuple[int, ...]:
    places = (place(*divmod(square, SIZE)) for square in range(SQUARES))
    return tuple(row * SIZE + column for row, column in places)


_LAST = SIZE - 1
_SYMMETRIES = tuple(
    _map_squares(place)
    for place in (
        lambda row, column: (row, column),
        lambda row, column: (column, row),
        lambda row, column: (row, _LAST - column),
        lambda row, column: (_LAST - row, column),
        lambda row, column: (_LAST - row, _LAST - column),
        lambda row, column: (column, _LAST - row),
        lambda row, column: (_LAST - column, row),
        lambda row, column: (_LAST - column, _LAST - row),
    )
)


def _letter(cell: int, tiles: TileSet) -> str:
    return BLANK_TEXT if cell & BLANK_FLAG else tiles.token(cell)
