"""Lexicons as word graphs.

Terms. A *word* is a tuple of tile numbers (see `tiles`), 2 to 15 of them. The *word graph* is the smallest
directed graph whose paths from the root spell exactly the words: common beginnings and common endings are
stored once. It consists of two arrays:

- `nodes` (uint64): the low 41 bits are the letters that can follow (bit 0 for tile 1), the high 23 bits are
  the index of the first of these edges. Node 0 has no edges; the last node is the root.
- `edges` (uint32): one for each of those letters, in their order: the number of the node it leads to, times
  two, plus one if a word ends with it. So the edge of a letter is found by counting the bits below its own.

An edge always leads to a node of a lower number, so every walk ends, even in a damaged file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import TileError
from engine.tiles import LETTER_MASK, MOST_LETTERS, load_tile_set

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIRST_EDGE_SHIFT = MOST_LETTERS
LETTERS_MASK = (1 << FIRST_EDGE_SHIFT) - 1
MOST_EDGES = 1 << (64 - FIRST_EDGE_SHIFT)
MOST_WORDS = 1 << 23  # the capacity of the search

NO_SOURCE = bytes(32)


@dataclass(frozen=True, slots=True)
class Amendment:
    """The words by which a lexicon differs from another one, sorted."""

    base: Lexicon = field(repr=False)
    added: tuple[tuple[int, ...], ...]
    removed: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words of one list. `source` is the digest of that list, for callers that must know the list.

    `nodes` and `edges` have one dimension and are read-only.

    `amendment` is there if the lexicon was made from another one by single words, so that the search can share
    what it has of that.
    """

    name: str
    tile_set: str
    word_count: int
    nodes: NDArray[np.uint64] = field(repr=False)
    edges: NDArray[np.uint32] = field(repr=False)
    source: bytes = field(default=NO_SOURCE, repr=False)
    path: Path | None = None
    amendment: Amendment | None = field(default=None, repr=False)

    @property
    def identity(self) -> str:
        """The identity of its words: the digest of the list it was made from, and the number of words."""
        return f"{self.source.hex()}-{self.word_count}"

    def contains(self, cells: Sequence[int], /) -> bool:
        """Tell whether these cells spell a word; a blank counts as the letter it stands for."""
        node, is_word = len(self.nodes) - 1, False
        for cell in cells:
            edge = self._edge(node, cell & LETTER_MASK)
            node, is_word = edge >> 1, bool(edge & 1)
        return is_word

    def __contains__(self, word: str) -> bool:
        """Tell whether a text is a word, in capitals or not; other letters than those of the tiles make none."""
        try:
            return self.contains(load_tile_set(self.tile_set).encode_plain(word))
        except TileError:
            return False

    def words(self) -> Iterator[tuple[int, ...]]:
        """Yield all words, in the order of the tile set."""
        return self._words_below(len(self.nodes) - 1, ())

    @cached_property
    def fingerprint(self) -> str:
        """The 32 hexadecimal digits that are equal for lexicons of the same words; name and source don't
        matter.

        The digest of a node covers its letters and the digests of the nodes they lead to, which come before
        it: so the numbering does not matter.
        """
        told: list[bytes] = []
        for entry in self.nodes.tolist():
            digest = hashlib.blake2b(digest_size=16)
            letters, place = entry & LETTERS_MASK, entry >> FIRST_EDGE_SHIFT
            while letters:
                lowest = letters & -letters
                edge = int(self.edges[place])
                digest.update(bytes((lowest.bit_length(), edge & 1)) + told[edge >> 1])
                place += 1
                letters ^= lowest
            told.append(digest.digest())
        return told[-1].hex()

    def _edge(self, node: int, letter: int) -> int:
        """Return the edge of a letter, or 0 (to the node without edges, ending no word) if there is none."""
        entry = int(self.nodes[node])
        if not 0 < letter <= MOST_LETTERS or not entry >> (letter - 1) & 1:
            return 0
        below = entry & ((1 << (letter - 1)) - 1)
        return int(self.edges[(entry >> FIRST_EDGE_SHIFT) + below.bit_count()])

    def _words_below(self, node: int, beginning: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        letters = int(self.nodes[node]) & LETTERS_MASK
        place = int(self.nodes[node]) >> FIRST_EDGE_SHIFT
        while letters:
            lowest = letters & -letters
            edge = int(self.edges[place])
            word = (*beginning, lowest.bit_length())
            if edge & 1:
                yield word
            yield from self._words_below(edge >> 1, word)
            letters ^= lowest
            place += 1
