"""KWG files: the word graphs that Wolges, Macondo, MAGPIE and Woogles read.

The format. A file is an array of 32-bit entries, little-endian, without a header. Bits 0 to 21 are the entry
at which a list begins (0: none), bit 22 is set in the last entry of a list, bit 23 if a word ends here, bits
24 to 31 are a tile. A list holds the letters that can continue a word, in ascending order; lists may share
their ends. Entry 0 leads to the list of first letters, entry 1 to that of the *gaddag*: the words read
backwards from each of their letters, then a separator (tile 0), then forwards.

The file names neither its language nor its letters: tile 1 is the first letter of the alphabet in the order
that the programs above use for a language. No KWG file is read or written for a tile set without such an
order.

The result of reading is an ordinary lexicon; the gaddag is ignored. Words of more than fifteen tiles, which no
board has room for, are left out and counted. A file is refused if it is cut off, or if a walk in it could leave
it, could go on for ever, or ends without a word.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, count, islice

from engine.arrays import np
from engine.errors import LexiconError
from engine.lexicon.building import check_size
from engine.lexicon.graph import NO_SOURCE, Lexicon
from engine.lexicon.kwg_graph import Graph, build_minimal_graph, pack_lexicon
from engine.lexicon.letter_fit import ENOUGH_LETTERS, LetterMisfit, find_misfit, likeness
from engine.lexicon.word_list import LONGEST, SHORTEST
from engine.tiles import TileSet, load_tile_set

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
_NOTHING = 0, 0
_LONGEST_READ = 60  # tiles; a walk that goes on for longer is a circle
_MOST_EXAMPLES = 8
_PREFERENCE = 0.02  # likeness added to the alphabet of the preferred set


@dataclass(frozen=True, slots=True)
class KwgWords:
    """The lexicon in a KWG file; the number of words that are too long for it, and the first of them.

    `misfit` tells if the letters do not fit the tiles.
    """

    lexicon: Lexicon
    too_long: int
    examples: tuple[tuple[int, ...], ...]
    misfit: LetterMisfit | None


def read_kwg(data: bytes, tiles: TileSet, name: str, source: bytes = NO_SOURCE) -> KwgWords:
    """Read the words in the content of a KWG file, which must have been made for these tiles."""
    order = _order(tiles)
    return _Reader(_read_entries(data)).read(order, tiles, name, source)


def find_likely_tile_sets(data: bytes, preferred: str) -> list[str]:
    """Return the tile sets of the alphabet that fits the letters of a KWG file best.

    Few letters tell little: then it is the alphabet of the preferred set, if that has all of them.
    """
    counts = _Reader(_read_entries(data)).count_letters()
    alphabets: dict[str, list[str]] = {}
    for name, order in _ORDERS.items():
        alphabets.setdefault(order, []).append(name)

    def fit(names: list[str]) -> float:
        tiles = load_tile_set(names[0])
        order = _order(tiles)
        if max(counts) > len(order):
            return -1
        fits = likeness(_by_tile(counts, order), tiles) * min(1, counts.total() / ENOUGH_LETTERS)
        return fits + _PREFERENCE * (preferred in names)

    return max(alphabets.values(), key=fit)


def _read_entries(data: bytes) -> list[int]:
    if len(data) % 4 or len(data) <= 4 * _FIRST_LIST:
        raise LexiconError("kwg_length")
    entries = np.frombuffer(data, "<u4")
    if entries[0] >> _TILE_SHIFT or not entries[0] & _ARC:
        raise LexiconError("kwg_start")
    # The gaddag is checked too: a file cut off within it still has all words, but is incomplete.
    if not entries[-1] & _LAST or np.any(entries & _ARC >= len(entries)):
        raise LexiconError("kwg_cut_off")
    entry_list: list[int] = entries.tolist()
    return entry_list


def write_kwg(lexicon: Lexicon, tiles: TileSet, *, gaddag: bool = True) -> bytes:
    """Return the content of a KWG file of these words. A file without a gaddag serves word look-ups only."""
    numbers = {number: place for place, number in enumerate(_order(tiles), start=1)}
    words = sorted(bytes(numbers[tile] for tile in word) for word in lexicon.words())
    graph = build_minimal_graph(words)
    roots = [len(graph) - 1]
    if gaddag:
        graph = build_minimal_graph(sorted(_gaddag_paths(words)), graph)
        roots.append(len(graph) - 1)
    return _pack(graph, roots)


def _order(tiles: TileSet) -> list[int]:
    """Return the tile numbers of the set in the order of KWG files."""
    if tiles.name not in _ORDERS:
        raise LexiconError("kwg_tile_set", tiles=tiles.name)
    return [tiles.letters.index(letter) + 1 for letter in _ORDERS[tiles.name].split()]


class _Reader:
    """The parser of one file. It measures each list once, then builds the nodes of the words that fit."""

    def __init__(self, entries: list[int]) -> None:
        self.entries = entries
        # Keyed by the entry where the list begins: length of the longest word, number of words.
        self.lists: dict[int, tuple[int, int]] = {}
        self.root = entries[0] & _ARC
        self.longest, self.word_count = self._measure(self.root, 1)
        if self.longest > _LONGEST_READ:
            raise _too_long()

    def read(self, order: list[int], tiles: TileSet, name: str, source: bytes) -> KwgWords:
        self._check_letters(len(order), tiles)
        graph: Graph = {(): 0}
        _, fitting = self._build(self.root, LONGEST, order, graph, {})
        if not fitting:
            raise LexiconError("lexicon_empty")
        check_size(fitting)
        lexicon = pack_lexicon(graph, tiles, name, fitting, source)
        long = islice(self._long_words(self.root, ()), _MOST_EXAMPLES)
        examples = tuple(tuple(order[letter - 1] for letter in word) for word in long)
        misfit = find_misfit(_by_tile(self.count_letters(), order), tiles, lexicon.words(), fitting)
        return KwgWords(lexicon, self.word_count - fitting, examples, misfit)

    def count_letters(self) -> Counter[int]:
        """Count the letters in all words: each as often as words pass it."""
        counts: Counter[int] = Counter()
        passing = Counter({self.root: 1})
        for start in reversed(self.lists):  # a list was measured after those it leads to
            for entry in self._entries_from(start):
                arc = entry & _ARC
                below = self.lists[arc][1] if arc else 0
                counts[entry >> _TILE_SHIFT] += passing[start] * (bool(entry & _ACCEPTS) + below)
                if arc:
                    passing[arc] += passing[start]
        return counts

    def _measure(self, start: int, depth: int) -> tuple[int, int]:
        """Return the entry of `lists` for the list that begins there; its letters are the `depth`-th ones."""
        if start in self.lists:
            return self.lists[start]
        if depth > _LONGEST_READ:  # a cycle gets here too
            raise _too_long()
        longest = word_count = 0
        for entry in self._entries_from(start):
            arc, accepts = entry & _ARC, bool(entry & _ACCEPTS)
            if accepts and depth < SHORTEST:
                raise LexiconError("kwg_one_tile")
            if not arc and not accepts:
                raise LexiconError("kwg_dead_end")
            rest, words = self._measure(arc, depth + 1) if arc else _NOTHING
            longest = max(longest, 1 + rest)
            word_count += accepts + words
        self.lists[start] = longest, word_count
        return self.lists[start]

    def _build(
        self,
        start: int,
        room: int,
        order: list[int],
        graph: Graph,
        built: dict[tuple[int, int], tuple[int, int]],
    ) -> tuple[int, int]:
        """Return the node of a list, of whose words those of `room` tiles count, and the number of these."""
        key = start, min(room, self.lists[start][0])
        if key not in built:
            edges, word_count = [], 0
            for entry in self._entries_from(start):
                arc, accepts = entry & _ARC, bool(entry & _ACCEPTS)
                node, words = (
                    self._build(arc, room - 1, order, graph, built) if arc and room > 1 else _NOTHING
                )
                if accepts or words:
                    edges.append((order[(entry >> _TILE_SHIFT) - 1], node << 1 | accepts))
                    word_count += accepts + words
            node = graph.setdefault(tuple(sorted(edges)), len(graph)) if edges else 0
            built[key] = node, word_count
        return built[key]

    def _long_words(self, start: int, beginning: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for entry in self._entries_from(start):
            arc, word = entry & _ARC, (*beginning, entry >> _TILE_SHIFT)
            if entry & _ACCEPTS and len(word) > LONGEST:
                yield word
            if arc and len(word) + self.lists[arc][0] > LONGEST:
                yield from self._long_words(arc, word)

    def _check_letters(self, letters: int, tiles: TileSet) -> None:
        for start in self.lists:
            for entry in self._entries_from(start):
                if entry >> _TILE_SHIFT > letters:
                    raise LexiconError(
                        "kwg_letter", number=entry >> _TILE_SHIFT, tiles=tiles.name, letters=letters
                    )

    def _entries_from(self, start: int) -> Iterator[int]:
        """Yield the entries of one list, whose letters ascend."""
        before = _SEPARATOR
        for place in count(start):  # the last entry of the file ends a list
            entry = self.entries[place]
            tile = entry >> _TILE_SHIFT
            if tile <= before:
                raise LexiconError("kwg_order")
            yield entry
            if entry & _LAST:
                return
            before = tile


def _by_tile(counts: Counter[int], order: list[int]) -> Counter[int]:
    """Return the counts of letters by tile number."""
    return Counter({order[letter - 1]: count for letter, count in counts.items()})


def _too_long() -> LexiconError:
    return LexiconError("kwg_too_long", most=_LONGEST_READ)


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
