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
from engine.movegen.code import bind_kernels
from engine.movegen.memory import (
    AMEND_WORDS,
    CELLS,
    INDEX_WORDS,
    LETTERS,
    LINES,
    MANY_WORDS,
    MOST_WORDS,
    NO_ROOM,
    ROW,
    SEED_STREAMS,
    SPELL_WORDS,
    TABLES,
    WORKSPACE,
    layout_for,
)
from engine.squares import LETTER_PREMIUMS, SIZE, WORD_PREMIUMS
from engine.tiles import BLANK_FLAG, EMPTY, TileSet

_ROOM_FOR_MOVES = 1 << 14  # initial capacity; it grows if needed, and stays grown
_ROOM_FOR_CANDIDATES = 1 << 16  # words, besides all those of the lexicon
# Members of a class, for which there is room when it is written again: more than real words have.
_MOST_ANAGRAMS = 32
_numbers = count(1)


class Tables:
    """The words of one lexicon indexed by their letters, see `kernels.anagrams`.

    `words` has the shape (words, 16): a row is fifteen letters, filled up with zeros, and the length of the word.
    """

    def __init__(self) -> None:
        self.record = np.zeros(1, TABLES)
        self.record["number"] = next(_numbers)
        self.size = 0  # the number of words
        self.arrays: dict[str, NDArray[np.generic]] = {}
        self.address = self.record.ctypes.data
        # The place of each row in the order of all words, where the rows are not in it.
        self.ranks: NDArray[np.int64] | None = None
        self.is_wide = False  # whether a move's word takes bits of its score

    @property
    def words(self) -> NDArray[np.uint8]:
        return cast("NDArray[np.uint8]", self.arrays["words"])

    def share(self, **arrays: NDArray[np.generic]) -> None:
        """Give the kernels the addresses of the arrays, and keep the arrays alive as long as the tables."""
        self.arrays |= arrays
        self.size = len(self.arrays["words"])
        for name, array in arrays.items():
            self.record[f"{name}_at"] = array.ctypes.data
            self.record[f"{name}_size"] = len(array)
        layout = layout_for(len(self.words))
        self.is_wide = bool(layout.wider)
        self.record["wider"], self.record["base"] = layout.wider, layout.base


def build_tables(lexicon: Lexicon) -> Tables:
    """Index the words of a lexicon. It takes a fifth of a second and 34 MB for 250,000 words."""
    size = lexicon.word_count
    if size > MOST_WORDS:
        problem = f"it has {size} words; the search takes {MOST_WORDS} at most"
        raise LexiconError("lexicon_damaged", name=lexicon.name, problem=problem)
    tables, words, keys = Tables(), np.zeros((size, ROW), np.uint8), np.zeros(size, np.int64)
    tables.share(nodes=lexicon.nodes, edges=lexicon.edges, words=words, keys=keys)
    seed, completions, run = 0, 0, bind_kernels(0)
    while True:
        draw = np.random.default_rng(seed).integers
        tables.record["letter_keys"][0, 1:] = draw(-(2**63), 2**63, LETTERS - 1)
        run(SPELL_WORDS, tables.address)
        # There is at most one for each letter of each word. Words share half of them (English) to two thirds and
        # more (Italian); a table that is half empty is faster, and with many words too large.
        letters = int(words[:, SIZE].sum())
        completions = completions or (letters // 2 if size > MANY_WORDS else letters * 5 // 4) + 64
        tables.share(
            members=np.argsort(keys, kind="stable").astype(np.uint32),
            known=np.zeros(1 << max(0, size.bit_length() - 3), np.int64),
            classes=np.zeros(size * 3 // 2 + 2, np.int64),
            completions=np.zeros(completions, np.int64),
        )
        indexed = run(INDEX_WORDS, tables.address)
        if indexed == NO_ROOM:
            completions *= 2
        elif indexed:
            return tables
        else:
            seed += 1


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
    if not bind_kernels(0)(AMEND_WORDS, tables.address):
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
        self.run = bind_kernels(self.address)
        self.board, self.rack, self.word = (
            memoryview(self._record[name][0]) for name in ("board", "rack", "word")
        )
        numbers: Any = self._record
        self.most_played, self.game_at, self._laid_by = (
            memoryview(numbers[name]) for name in ("most_played", "game_at", "laid_by")
        )
        self.rack_bytes = self.rack.cast("B")
        self.stream_keys = memoryview(self._record["stream_keys"][0]).cast("B")
        self.bonus_bytes = memoryview(self._record["bonuses"][0]).cast("B")
        self.bonuses: dict[int, int] | None = None
        self.tiles: TileSet | None = None
        # The thread keeps the words of its last search, so that it need not ask for them again.
        self.lexicon: Lexicon | None = None
        self.tables: Tables
        self.cells = b""
        self.moves = np.empty(0, np.int64)
        self._pool = np.empty(0, np.uint32)
        self.make_room(_ROOM_FOR_MOVES)

    def set(self, name: str, value: int | NDArray[np.int64]) -> None:
        self._record[name] = value

    def seed_streams(self, keys: bytes, words: int, game_at: int) -> None:
        """Seed random streams for a game by their keys, each of so many words."""
        self.stream_keys[: len(keys)] = keys
        self.set("key_words", words)
        self.game_at[0] = game_at
        self.run(SEED_STREAMS, 0)

    def play_with(self, tiles: TileSet, lexicon: Lexicon) -> None:
        """Set the words, the tile values, and what a board and a rack may have."""
        self.tables = tables_of(lexicon)
        self.make_room(words=self.tables.size)
        self.lexicon = lexicon
        if tiles is self.tiles:
            return
        letters = range(1, len(tiles.letters) + 1)
        values = np.zeros(CELLS, np.int64)  # a blank is worth 0
        values[: len(tiles.values)] = tiles.values
        self.set("values", values)
        self.forget_board()
        self.set("alphabet", (1 << len(tiles.letters)) - 1)
        self.cells = bytes([EMPTY, *letters, *(letter | BLANK_FLAG for letter in letters)])
        self.tiles = tiles

    def reset_room(self) -> None:
        """Make the next moves found the first ones again, after those of rounds."""
        self.set("moves_at", self.moves.ctypes.data)
        self.set("moves_size", len(self.moves))

    def run_with_room(self, task: int, tables: Tables) -> int:
        """Run a task that finds moves, once more if they had no room; return their number."""
        count = self.run(task, tables.address)
        if count > len(self.found):
            self.make_room(moves=count)
            self.run(task, tables.address)
        return count

    def forget_board(self) -> None:
        """Make the next search lay its board out from scratch."""
        self._laid_by[0] = 0

    def make_room(self, moves: int = 0, words: int = 0) -> None:
        """Make room for this number of moves, and for the candidates among this number of words."""
        if moves > len(self.moves):
            self.moves = np.empty(moves, np.int64)
            found: Any = self.moves
            self.found = memoryview(found)
            self.reset_room()
        if words + _ROOM_FOR_CANDIDATES > len(self._pool):
            self._pool = np.empty(words + _ROOM_FOR_CANDIDATES, np.uint32)
            self.set("pool_at", self._pool.ctypes.data)
            self.set("pool_size", len(self._pool))


_own = threading.local()


def workspace() -> Workspace:
    """Return the workspace of this thread, made when it is first needed: it loads the kernels."""
    try:
        own: Workspace = _own.workspace
    except AttributeError:
        own = _own.workspace = Workspace()
    return own
