"""The memory that the kernels work in: the tables of a lexicon, and the workspace of a thread."""

import threading
from bisect import bisect_left
from functools import lru_cache
from itertools import count
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from engine.errors import LexiconError
from engine.lexicon import Lexicon
from engine.lexicon.graph import Amendment
from engine.movegen.code import load_kernels
from engine.movegen.memory import (
    AMEND_WORDS,
    CELLS,
    INDEX_WORDS,
    LETTERS,
    LINES,
    MOST_WORDS,
    ROW,
    SPELL_WORDS,
    TABLES,
    WORD_SHIFT,
    WORKSPACE,
)
from engine.squares import LETTER_PREMIUMS, SIZE, WORD_PREMIUMS
from engine.tiles import TileSet

_ROOM_FOR_MOVES = 1 << 14  # initial capacity; it grows if needed, and stays grown
_ROOM_FOR_CANDIDATES = 1 << 16  # words, besides all those of the lexicon
# Members of a class, for which there is room when it is written again: more than real words have.
_MOST_ANAGRAMS = 32
_numbers = count(1)


class Tables:
    """The words of one lexicon indexed by their letters, see `kernels.anagrams`; `words` has one row per
    word.
    """

    def __init__(self) -> None:
        self.record = np.zeros(1, TABLES)
        self.record["number"] = next(_numbers)
        self.arrays: dict[str, NDArray[np.generic]] = {}
        self.address = self.record.ctypes.data
        # The place of each row in the order of all words, where the rows are not in it.
        self.ranks: NDArray[np.int64] | None = None

    def sort(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """Sort encoded moves, equal ones by their words."""
        if self.ranks is None:
            moves.sort()
            return moves
        words = moves >> WORD_SHIFT & (MOST_WORDS - 1)
        ordered: NDArray[np.int64] = moves[np.argsort(moves + (self.ranks[words] - words << WORD_SHIFT))]
        return ordered

    @property
    def words(self) -> NDArray[np.uint8]:
        return cast("NDArray[np.uint8]", self.arrays["words"])

    def share(self, **arrays: NDArray[np.generic]) -> None:
        """Give the kernels the addresses of the arrays, and keep the arrays alive as long as the tables."""
        self.arrays |= arrays
        for name, array in arrays.items():
            self.record[f"{name}_at"] = array.ctypes.data
            self.record[f"{name}_size"] = len(array)


def build_tables(lexicon: Lexicon) -> Tables:
    """Index the words of a lexicon. It takes a tenth of a second and 18 MB for 170,000 words."""
    size = lexicon.word_count
    if size > MOST_WORDS:
        problem = f"it has {size} words; the search takes {MOST_WORDS} at most"
        raise LexiconError("lexicon_damaged", name=lexicon.name, problem=problem)
    tables, words, keys = Tables(), np.zeros((size, ROW), np.uint8), np.zeros(size, np.int64)
    tables.share(nodes=lexicon.nodes, edges=lexicon.edges, words=words, keys=keys)
    seeds = count()
    while True:
        draw = np.random.default_rng(next(seeds)).integers
        tables.record["letter_keys"][0, 1:] = draw(-(2**63), 2**63, LETTERS - 1)
        load_kernels()(SPELL_WORDS, tables.address, 0)
        tables.share(
            members=np.argsort(keys, kind="stable").astype(np.uint32),
            known=np.zeros(1 << max(0, size.bit_length() - 3), np.int64),
            classes=np.zeros(size * 3 // 2 + 2, np.int64),
            # The maximum is one for each letter of each word; real words share so many that most slots
            # stay free.
            completions=np.zeros(int(words[:, SIZE].sum()) * 5 // 4 + 2, np.int64),
        )
        if load_kernels()(INDEX_WORDS, tables.address, 0):
            return tables


def amend_tables(base: Tables, lexicon: Lexicon, amendment: Amendment) -> Tables | None:
    """Return the tables of an amended lexicon, which share the largest array of its base; None if they cannot.

    It takes some milliseconds, and half of the memory. Rows of words that are removed stay, without a length.
    """
    rows = np.zeros((len(amendment.added) + len(amendment.removed), ROW), np.uint8)
    for row, word in zip(rows, (*amendment.added, *amendment.removed), strict=True):
        row[: len(word)] = word
    added = len(amendment.added)
    rows[:added, SIZE] = [len(word) for word in amendment.added]
    size = len(base.words) + len(rows)
    # An emptied slot of `classes` is not free again, so that half of them bounds the search for one.
    if size > MOST_WORDS or added > len(base.words) // 8:
        return None
    tables, room = Tables(), np.zeros(len(rows) * _MOST_ANAGRAMS, np.uint32)
    tables.record["letter_keys"], tables.record["between"] = (
        base.record["letter_keys"],
        base.record["between"],
    )
    tables.share(
        nodes=lexicon.nodes,
        edges=lexicon.edges,
        words=np.concatenate([base.words, rows]),
        members=np.concatenate([base.arrays["members"], room]),
        known=base.arrays["known"].copy(),
        classes=base.arrays["classes"].copy(),
        completions=base.arrays["completions"],
        added_completions=np.zeros(2 * int(rows[:added, SIZE].sum()) + 2, np.int64),
    )
    tables.record["keys_size"] = size
    tables.record["first_added"], tables.record["first_removed"] = len(base.words), len(base.words) + added
    if not load_kernels()(AMEND_WORDS, tables.address, 0):
        return None
    tables.ranks = _rank_words(tables.words, len(base.words), added)
    return tables


def _rank_words(words: NDArray[np.uint8], first: int, added: int) -> NDArray[np.int64]:
    """Return the place of each row in the order of all words: both those before `first` and those after are in
    order.
    """
    letters = [words[first + number, :SIZE].tobytes() for number in range(added)]
    places = [bisect_left(range(first), one, key=lambda row: words[row, :SIZE].tobytes()) for one in letters]
    before = np.cumsum(np.bincount(np.array(places, np.int64), minlength=first + 1))
    return np.concatenate([np.arange(first) + before[:first], np.array(places, np.int64) + np.arange(added)])


_making = threading.Lock()


def tables_of(lexicon: Lexicon) -> Tables:
    """Return the tables of a lexicon, cached for the last few; a lock makes threads build them once."""
    with _making:
        return _amended_tables_of(lexicon) if lexicon.amendment else _tables_of(lexicon)


@lru_cache(maxsize=4)
def _tables_of(lexicon: Lexicon) -> Tables:
    return build_tables(lexicon)


@lru_cache(maxsize=16)
def _amended_tables_of(lexicon: Lexicon) -> Tables:
    assert lexicon.amendment
    amended = amend_tables(_tables_of(lexicon.amendment.base), lexicon, lexicon.amendment)
    return amended or build_tables(lexicon)


class Workspace:
    """The memory in which one thread searches; memory views are the cheapest access to its fields."""

    def __init__(self) -> None:
        self._record = np.zeros(1, WORKSPACE)
        self.address = self._record.ctypes.data
        squares = self._record["squares"][0].reshape(LINES, ROW)
        for name, premiums in (("letter_premium", LETTER_PREMIUMS), ("word_premium", WORD_PREMIUMS)):
            squares[name][:SIZE, :SIZE] = premiums
            squares[name][SIZE:, :SIZE] = np.transpose(premiums)
        self.board, self.rack, self.word = (
            memoryview(self._record[name][0]) for name in ("board", "rack", "word")
        )
        most_played: Any = self._record["most_played"]
        self.most_played = memoryview(most_played)
        self.rack_bytes = self.rack.cast("B")
        self.bonus_bytes = memoryview(self._record["bonuses"][0]).cast("B")
        self._tiles: TileSet | None = None
        self.moves = np.empty(0, np.int64)
        self._pool = np.empty(0, np.uint32)
        self.make_room(_ROOM_FOR_MOVES)

    def set(self, name: str, value: int | NDArray[np.int64]) -> None:
        self._record[name] = value

    def play_with(self, tiles: TileSet) -> None:
        """Set the tile values, if the tile set differs from that of the search before."""
        if tiles is not self._tiles:
            values = np.zeros(CELLS, np.int64)  # a blank is worth 0
            values[: len(tiles.values)] = tiles.values
            self.set("values", values)
            self.forget_board()
            self.set("alphabet", (1 << len(tiles.letters)) - 1)
            self._tiles = tiles

    def forget_board(self) -> None:
        """Make the next search lay its board out from scratch."""
        self.set("laid_by", 0)

    def make_room(self, moves: int = 0, words: int = 0) -> None:
        """Make room for this number of moves, and for the candidates among this number of words."""
        if moves > len(self.moves):
            self.moves = np.empty(moves, np.int64)
            self.set("moves_at", self.moves.ctypes.data)
            self.set("moves_size", moves)
        if words + _ROOM_FOR_CANDIDATES > len(self._pool):
            self._pool = np.empty(words + _ROOM_FOR_CANDIDATES, np.uint32)
            self.set("pool_at", self._pool.ctypes.data)
            self.set("pool_size", len(self._pool))


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.workspace = Workspace()


_own = _OfThread()


def workspace() -> Workspace:
    """Return the workspace of this thread."""
    return _own.workspace
