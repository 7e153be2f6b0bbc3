"""Lexicons: the word graph that all look-ups use, and its files.

Terms. A *word* is a tuple of tile numbers (see `tiles`), 2 to 15 of them. The *word graph* is the smallest
directed graph whose paths from the root spell exactly the words: common beginnings and common endings are
stored once. It consists of two arrays:

- `nodes` (uint64): the low 40 bits are the letters that can follow (bit 0 for tile 1), the high 24 bits are
  the index of the first of these edges. Node 0 has no edges; the last node is the root.
- `edges` (uint32): one for each of those letters, in their order: the number of the node it leads to, times
  two, plus one if a word ends with it. So the edge of a letter is found by counting the bits below its own.

An edge always leads to a node of a lower number, so every walk ends, even in a damaged file.

A lexicon file is a header and the two arrays, little-endian, mapped into memory and thus shared by all
processes. Its checksum covers the whole file. A file that is damaged, cut off, of another version or no
lexicon is refused with the reason. The compiled lexicons lie in `data_folder()`/lexicons as NAME.lexicon.
"""

import gzip
import hashlib
import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.atomic_files import write_whole
from engine.errors import LexiconError
from engine.formats.word_list import LONGEST, SHORTEST, read_word_list
from engine.tiles import LETTER_MASK, MOST_LETTERS, TileSet, load_tile_set

BUILTIN = "english"
FIRST_EDGE_SHIFT = MOST_LETTERS
LETTERS_MASK = (1 << FIRST_EDGE_SHIFT) - 1
MOST_EDGES = 1 << (64 - FIRST_EDGE_SHIFT)
MOST_WORDS = 1 << 20  # the capacity of the search; so many words never have more than MOST_EDGES edges

NO_SOURCE = bytes(32)

_MAGIC = b"ISOTOPWG"
_VERSION = 1
# magic, version, nodes, edges, words, tile set, digest of the list, checksum of all the rest
_HEADER = struct.Struct("<8s4I40s32s32s")
_CHECKSUM_AT = _HEADER.size - 32


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The words of one list. `source` is the digest of that list, for callers that must know the list."""

    name: str
    tile_set: str
    word_count: int
    nodes: NDArray[np.uint64] = field(repr=False)
    edges: NDArray[np.uint32] = field(repr=False)
    source: bytes = field(default=NO_SOURCE, repr=False)
    path: Path | None = None

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

    def words(self) -> Iterator[tuple[int, ...]]:
        """Yield all words, in the order of the tile set."""
        return self._words_below(len(self.nodes) - 1, ())

    def fingerprint(self) -> str:
        """Return 32 hexadecimal digits that are equal for lexicons of the same words; name and source don't
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


# Building

# A node is its edges by letter: (letter, number of the node it leads to, times two, plus one if a word ends).
# A graph numbers its nodes in the order of this dictionary.
Node = tuple[tuple[int, int], ...]
Graph = dict[Node, int]


def build_lexicon(
    words: Iterable[Sequence[int]], tiles: TileSet, name: str, source: bytes = NO_SOURCE
) -> Lexicon:
    """Build the lexicon of these words, in any order; doubles count once, blanks as their letters."""
    ordered = sorted({bytes(cell & LETTER_MASK for cell in word) for word in words})
    if not ordered:
        raise LexiconError("lexicon_empty")
    check_size(len(ordered))
    for word in ordered:
        if not SHORTEST <= len(word) <= LONGEST or min(word) < 1 or max(word) > len(tiles.letters):
            raise ValueError(f"not a word of 2 to 15 {tiles.name} tiles: {tuple(word)}")
    return lexicon_of_graph(minimal_graph(ordered), tiles, name, len(ordered), source)


def check_size(words: int) -> None:
    """Refuse more words than a lexicon can have: now, rather than in the middle of a game."""
    if words > MOST_WORDS:
        raise LexiconError("lexicon_too_big", count=words, most=MOST_WORDS)


def lexicon_of_graph(
    graph: Graph, tiles: TileSet, name: str, word_count: int, source: bytes = NO_SOURCE
) -> Lexicon:
    """Return the lexicon of a minimal graph whose root comes last."""
    nodes, edges = _pack(graph)
    return Lexicon(name, tiles.name, word_count, nodes, edges, source)


def minimal_graph(ordered: Iterable[bytes], known: Graph | None = None) -> Graph:
    """Build the smallest graph for sorted words: each node after all that it leads to, the root last.

    Only the nodes along the latest word may still grow. When the next word leaves that path, those below the
    fork are finished, and each is replaced by an equal one if there is one (Daciuk and others, 2000). Equal
    nodes may also be `known` from another graph, which is then added to.
    """
    numbers: Graph = {(): 0} if known is None else known
    growing: list[list[tuple[int, int]]] = [[]]
    ends: list[int] = [0]  # ends[d] is 1 if the first d letters of the latest word are a word
    latest = b""

    def finish(depth: int) -> None:
        while len(growing) > depth + 1:
            node = tuple(growing.pop())
            number = numbers.setdefault(node, len(numbers))
            growing[-1].append((latest[len(growing) - 1], number << 1 | ends.pop()))

    for word in ordered:
        shared = 0
        while shared < len(latest) and latest[shared] == word[shared]:
            shared += 1
        finish(shared)
        growing.extend([] for _ in word[shared:])
        ends.extend(0 for _ in word[shared:])
        ends[-1] = 1
        latest = word
    finish(0)
    numbers[tuple(growing[0])] = len(numbers)
    return numbers


def _pack(graph: Graph) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    nodes: list[int] = []
    edges: list[int] = []
    for node in graph:
        letters = sum(1 << (letter - 1) for letter, _ in node)
        nodes.append(len(edges) << FIRST_EDGE_SHIFT | letters)
        edges.extend(edge for _, edge in node)
    packed = np.array(nodes, dtype="<u8"), np.array(edges, dtype="<u4")
    for array in packed:
        array.flags.writeable = False  # like those of a file
    return packed


# Files


def data_folder() -> Path:
    """Return the folder for compiled lexicons and other files made at run time."""
    return Path(os.environ.get("ISOTOP_DATA") or Path(__file__).resolve().parents[1] / "var")


def lexicon_path(name: str) -> Path:
    """Return the file: a path if the name has a separator or an ending, else that of a named lexicon."""
    if Path(name).name != name or Path(name).suffix:
        return Path(name)
    return data_folder() / "lexicons" / f"{name}.lexicon"


def save(lexicon: Lexicon, path: Path) -> None:
    """Write the file atomically: readers see the whole old or the whole new one."""
    head = _HEADER.pack(
        _MAGIC,
        _VERSION,
        len(lexicon.nodes),
        len(lexicon.edges),
        lexicon.word_count,
        lexicon.tile_set.encode(),
        lexicon.source,
        b"",
    )[:_CHECKSUM_AT]
    body = lexicon.nodes.tobytes() + lexicon.edges.tobytes()
    write_whole(path, head, _checksum(head, body), body)


def _checksum(head: bytes, body: Any) -> bytes:
    digest = hashlib.blake2b(head, digest_size=32)
    digest.update(body)
    return digest.digest()


_opened: dict[Path, tuple[tuple[int, int, int], Lexicon]] = {}


def load_lexicon(name: str | Path) -> Lexicon:
    """Return the lexicon of that name (see `data_folder`) or file; an unchanged file is opened only once.

    The built-in lexicon is compiled if it does not exist yet.
    """
    path = lexicon_path(str(name))
    if str(name) == BUILTIN and not path.exists():
        ensure_builtin()
    try:
        status = path.stat()
    except OSError as error:
        raise LexiconError("lexicon_unknown", name=str(name)) from error
    version = (status.st_mtime_ns, status.st_size, status.st_ino)
    opened = _opened.get(path)
    if opened is None or opened[0] != version:
        opened = _opened[path] = (version, _open(path))
    return opened[1]


def load_same(name: str, identity: str) -> Lexicon:
    """Return the lexicon of that name, for a game begun with the words of this `identity`.

    Raises:
        LexiconError: its words have changed since.
    """
    lexicon = load_lexicon(name)
    if lexicon.identity != identity:
        raise LexiconError("lexicon_changed", name=name)
    return lexicon


def _open(path: Path) -> Lexicon:
    try:
        content = np.memmap(path, dtype=np.uint8, mode="r")
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise LexiconError("lexicon_unreadable", name=path.stem) from error
    _check_content(content, path.stem)
    header = _HEADER.unpack(content[: _HEADER.size].tobytes())
    node_count, word_count, tile_set, source = header[2], header[4], header[5], header[6]
    split = _HEADER.size + 8 * node_count
    return Lexicon(
        name=path.stem,
        tile_set=tile_set.rstrip(b"\0").decode(),
        word_count=word_count,
        nodes=np.asarray(content[_HEADER.size : split]).view("<u8"),
        edges=np.asarray(content[split:]).view("<u4"),
        source=source,
        path=path,
    )


def _check_content(content: NDArray[np.uint8], name: str) -> None:
    """Refuse bytes that are not a lexicon of Isotop. After this no walk can leave the arrays."""
    if len(content) < _HEADER.size or content[: len(_MAGIC)].tobytes() != _MAGIC:
        raise LexiconError("lexicon_foreign", name=name)
    _, version, node_count, edge_count, *_, checksum = _HEADER.unpack(content[: _HEADER.size].tobytes())
    if version != _VERSION:
        raise LexiconError("lexicon_version", name=name, version=version, known=_VERSION)
    split = _HEADER.size + 8 * node_count
    if len(content) != split + 4 * edge_count or not node_count:
        raise LexiconError("lexicon_cut_off", name=name)
    if _checksum(content[:_CHECKSUM_AT].tobytes(), content[_HEADER.size :]) != checksum:
        raise LexiconError("lexicon_checksum", name=name)
    if not _makes_sense(content[_HEADER.size : split].view("<u8"), content[split:].view("<u4")):
        raise LexiconError("lexicon_nonsense", name=name)


def _makes_sense(nodes: NDArray[np.uint64], edges: NDArray[np.uint32]) -> bool:
    """Tell whether each node's edges follow those of the node before, and lead only to nodes before it.

    Small integers are used, because most of the time of opening is that of the memory touched.
    """
    counts = np.bitwise_count(nodes & np.uint64(LETTERS_MASK))
    firsts = (nodes >> np.uint64(FIRST_EDGE_SHIFT)).astype(np.uint32)
    ends = np.cumsum(counts, dtype=np.uint32)
    if firsts[0] or ends[-1] != len(edges) or not np.array_equal(firsts[1:], ends[:-1]):
        return False
    sources = np.repeat(np.arange(len(nodes), dtype=np.uint32), counts)
    return not np.any(edges >> np.uint32(1) >= sources)


# The built-in lexicon


def ensure_builtin() -> Path:
    """Compile the built-in word list, unless that has been done with the current list."""
    path = lexicon_path(BUILTIN)
    data = (resources.files("engine") / "data" / "lexicons" / f"{BUILTIN}.txt.gz").read_bytes()
    source = hashlib.blake2b(data, digest_size=len(NO_SOURCE)).digest()
    try:
        current = load_lexicon(path).source == source
    except LexiconError:
        current = False
    if not current:
        tiles = load_tile_set(BUILTIN)
        words = read_word_list(gzip.decompress(data), tiles).words
        save(build_lexicon(words, tiles, BUILTIN, source), path)
    return path
