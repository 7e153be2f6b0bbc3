"""KWG files: the word graphs that Wolges, Macondo, MAGPIE and Woogles read.

The format. A file is an array of 32-bit entries, little-endian, without a header. Bits 0 to 21 are the entry
at which a list begins (0: none), bit 22 is set in the last entry of a list, bit 23 if a word ends here, bits
24 to 31 are a tile. A list holds the letters that can continue a word, in ascending order; lists may share
their ends. Entry 0 leads to the list of first letters, entry 1 to that of the *gaddag*: the words read
backwards from each of their letters, then a separator (tile 0), then forwards.

The file names neither its language nor its letters: tile 1 is the first letter of the alphabet in the order
that the programs above use for a language. No KWG file is read or written for a tile set without such an
order.

The result of reading is an ordinary lexicon; the gaddag is ignored. A file is refused if it is cut off, or if
a walk in it could leave it, could go on for ever or for more than fifteen tiles, or ends without a word.
"""

from collections.abc import Iterator
from itertools import accumulate, count, islice

import numpy as np

from engine.errors import LexiconError
from engine.lexicon.building import Graph, check_size, lexicon_of_graph, minimal_graph
from engine.lexicon.graph import NO_SOURCE, Lexicon
from engine.lexicon.word_list import LONGEST, SHORTEST
from engine.tiles import TileSet

SUFFIX = ".kwg"

_LATIN = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"
# The order of the letters in each language's KWG files, taken from Wolges.
_ORDERS = {
    "dutch": _LATIN,
    "english": _LATIN,
    "french": _LATIN,
    "german": "A Ä B C D E F G H I J K L M N O Ö P Q R S T U Ü V W X Y Z",
    "spanish": "A B C CH D E F G H I J L LL M N Ñ O P Q R RR S T U V X Y Z",
}

_ARC = (1 << 22) - 1
_LAST = 1 << 22
_ACCEPTS = 1 << 23
_TILE_SHIFT = 24
_SEPARATOR = 0
_FIRST_LIST = 2
_NOTHING = 0, 0, 0


def read_kwg(data: bytes, tiles: TileSet, name: str, source: bytes = NO_SOURCE) -> Lexicon:
    """Read the lexicon in the content of a KWG file, which must have been made for these tiles."""
    order = _order(tiles)
    if len(data) % 4 or len(data) <= 4 * _FIRST_LIST:
        raise LexiconError("kwg_length")
    entries = np.frombuffer(data, "<u4")
    if entries[0] >> _TILE_SHIFT or not entries[0] & _ARC:
        raise LexiconError("kwg_start")
    # The gaddag is checked too: a file cut off within it still has all words, but is incomplete.
    if not entries[-1] & _LAST or np.any(entries & _ARC >= len(entries)):
        raise LexiconError("kwg_cut_off")
    return _Reader(entries.tolist(), order, tiles).lexicon(name, source)


def write_kwg(lexicon: Lexicon, tiles: TileSet, *, gaddag: bool = True) -> bytes:
    """Return the content of a KWG file of these words. A file without a gaddag serves word look-ups only."""
    numbers = {number: place for place, number in enumerate(_order(tiles), start=1)}
    words = sorted(bytes(numbers[tile] for tile in word) for word in lexicon.words())
    graph = minimal_graph(words)
    roots = [len(graph) - 1]
    if gaddag:
        graph = minimal_graph(sorted(_gaddag_paths(words)), graph)
        roots.append(len(graph) - 1)
    return _pack(graph, roots)


def _order(tiles: TileSet) -> list[int]:
    """Return the tile numbers of the set in the order of KWG files."""
    if tiles.name not in _ORDERS:
        raise LexiconError("kwg_tile_set", tiles=tiles.name)
    return [tiles.letters.index(letter) + 1 for letter in _ORDERS[tiles.name].split()]


class _Reader:
    """The parser of one file; each list is read only once."""

    def __init__(self, entries: list[int], order: list[int], tiles: TileSet) -> None:
        self.entries = entries
        self.order = order
        self.tiles = tiles
        self.graph: Graph = {(): 0}
        # Keyed by the entry where the list begins: node, length of the longest word, number of words.
        self.lists: dict[int, tuple[int, int, int]] = {}

    def lexicon(self, name: str, source: bytes) -> Lexicon:
        _, longest, word_count = self.read(self.entries[0] & _ARC, 1)
        if longest > LONGEST:
            raise LexiconError("kwg_too_long", most=LONGEST)
        check_size(word_count)
        return lexicon_of_graph(self.graph, self.tiles, name, word_count, source)

    def read(self, start: int, depth: int) -> tuple[int, int, int]:
        """Return the entry of `lists` for the list that begins there; its letters are the `depth`-th ones."""
        if start in self.lists:
            return self.lists[start]
        if depth > LONGEST:  # a cycle gets here too
            raise LexiconError("kwg_too_long", most=LONGEST)
        edges: list[tuple[int, int]] = []
        longest = word_count = 0
        for entry in self.entries_from(start):
            arc, accepts = entry & _ARC, bool(entry & _ACCEPTS)
            if accepts and depth < SHORTEST:
                raise LexiconError("kwg_one_tile")
            if not arc and not accepts:
                raise LexiconError("kwg_dead_end")
            node, rest, words = self.read(arc, depth + 1) if arc else _NOTHING
            edges.append((self.order[(entry >> _TILE_SHIFT) - 1], node << 1 | accepts))
            longest = max(longest, 1 + rest)
            word_count += accepts + words
        number = self.graph.setdefault(tuple(sorted(edges)), len(self.graph))
        self.lists[start] = number, longest, word_count
        return self.lists[start]

    def entries_from(self, start: int) -> Iterator[int]:
        """Yield the entries of one list; each must be a letter of the tile set."""
        before = _SEPARATOR
        for place in count(start):  # the last entry of the file ends a list
            entry = self.entries[place]
            tile = entry >> _TILE_SHIFT
            if tile > len(self.order):
                raise LexiconError("kwg_letter", number=tile, tiles=self.tiles.name, letters=len(self.order))
            if tile <= before:
                raise LexiconError("kwg_order")
            yield entry
            if entry & _LAST:
                return
            before = tile


def _gaddag_paths(words: list[bytes]) -> Iterator[bytes]:
    """Yield each word backwards from each of its letters; the letters after that one follow a separator."""
    separator = bytes([_SEPARATOR])
    for word in words:
        yield word[::-1]
        yield from (word[:place][::-1] + separator + word[place:] for place in range(1, len(word)))


def _pack(graph: Graph, roots: list[int]) -> bytes:
    lists = [0, *accumulate((len(node) for node in islice(graph, 1, None)), initial=_FIRST_LIST)]
    if lists[-1] > _ARC:
        raise LexiconError("kwg_too_big")
    entries = [lists[root] | _LAST for root in roots] + [_LAST] * (_FIRST_LIST - len(roots))
    for node in graph:
        entries.extend(
            letter << _TILE_SHIFT | (edge & 1) * _ACCEPTS | lists[edge >> 1] for letter, edge in node
        )
        if node:
            entries[-1] |= _LAST
    return np.array(entries, "<u4").tobytes()
