"""The memory that the kernels work in: the tables of a lexicon, and the workspace of a thread."""

import threading
from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import LexiconError
from engine.lexicon import Lexicon
from engine.movegen.code import load_kernels
from engine.movegen.memory import (
    CELLS,
    INDEX_WORDS,
    LETTERS,
    LINES,
    MOST_WORDS,
    ROW,
    SPELL_WORDS,
    TABLES,
    WORKSPACE,
)
from engine.squares import LETTER_PREMIUMS, SIZE, WORD_PREMIUMS
from engine.tiles import TileSet

_ROOM_FOR_MOVES = 1 << 14  # initial capacity; it grows if needed, and stays grown
_ROOM_FOR_CANDIDATES = 1 << 16  # words, besides all those of the lexicon
_numbers = count(1)


class Tables:
    """The words of one lexicon indexed by their letters, see `kernels.anagrams`; `words` has one row per
    word.

    Building them takes a tenth of a second and 18 MB for 170,000 words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        size = lexicon.word_count
        if size > MOST_WORDS:
            problem = f"it has {size} words; the search takes {MOST_WORDS} at most"
            raise LexiconError("lexicon_damaged", name=lexicon.name, problem=problem)
        self._record = np.zeros(1, TABLES)
        self._record["number"] = next(_numbers)
        self._arrays: dict[str, NDArray[np.generic]] = {}
        self.address = self._record.ctypes.data
        self.words = np.zeros((size, ROW), np.uint8)
        keys = np.zeros(size, np.int64)
        self._share(nodes=lexicon.nodes, edges=lexicon.edges, words=self.words, keys=keys)
        for seed in count():
            self._record["letter_keys"][0, 1:] = np.random.default_rng(seed).integers(
                -(2**63), 2**63, LETTERS - 1
            )
            load_kernels()(SPELL_WORDS, self.address, 0)
            self._share(
                members=np.argsort(keys, kind="stable").astype(np.uint32),
                known=np.zeros(1 << max(0, size.bit_length() - 3), np.int64),
                classes=np.zeros(size * 3 // 2 + 2, np.int64),
                # The maximum is one for each letter of each word; real words share so many that most slots
                # stay free.
                completions=np.zeros(int(self.words[:, SIZE].sum()) * 5 // 4 + 2, np.int64),
            )
            if load_kernels()(INDEX_WORDS, self.address, 0):
                break

    def _share(self, **arrays: NDArray[np.generic]) -> None:
        """Give the kernels the addresses of the arrays, and keep the arrays alive as long as the tables."""
        self._arrays |= arrays
        for name, array in arrays.items():
            self._record[f"{name}_at"] = array.ctypes.data
            self._record[f"{name}_size"] = len(array)


_making = threading.Lock()


def tables_of(lexicon: Lexicon) -> Tables:
    """Return the tables of a lexicon, cached for the last few; a lock makes threads build them once."""
    with _making:
        return _tables_of(lexicon)


@lru_cache(maxsize=4)
def _tables_of(lexicon: Lexicon) -> Tables:
    return Tables(lexicon)


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
