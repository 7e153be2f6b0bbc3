"""The making of a lexicon: the smallest graph for a list of words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from engine.errors import LexiconError
from engine.lexicon.graph import FIRST_EDGE_SHIFT, MOST_EDGES, MOST_WORDS, NO_SOURCE, Lexicon
from engine.lexicon.minimising import minimal_arrays
from engine.lexicon.word_list import LONGEST, SHORTEST
from engine.tiles import LETTER_MASK, TileSet

# A node is its edges by letter: (letter, number of the node it leads to, times two, plus one if a word ends).
# A graph numbers its nodes in the order of this dictionary.
Node = tuple[tuple[int, int], ...]
Graph = dict[Node, int]

_WIDTH = LONGEST + 1  # bytes of a row
_ROW = np.dtype(f"S{_WIDTH}")
_AT_ONCE = 1 << 16  # words


def build_lexicon(
    words: Iterable[Sequence[int]], tiles: TileSet, name: str, source: bytes = NO_SOURCE
) -> Lexicon:
    """Build the lexicon of these words, in any order; doubles count once, blanks as their letters.

    The words are read one by one: of millions only 16 bytes each are kept.
    """
    rows = _sort_rows(_read_rows(words, tiles))
    nodes, edges = minimal_arrays(rows)
    return _check_graph(Lexicon(name, tiles.name, len(rows), nodes, edges, source))


def check_size(words: int) -> None:
    """Refuse more words than a lexicon can have: now, rather than in the middle of a game."""
    if words > MOST_WORDS:
        raise LexiconError("lexicon_too_big", count=words, most=MOST_WORDS)


def _read_rows(words: Iterable[Sequence[int]], tiles: TileSet) -> Iterator[NDArray[np.uint8]]:
    """Yield the words as rows that are filled up with zeros, many at once.

    Raises:
        ValueError: one is no word of these tiles.
    """
    rest = iter(words)
    while some := [bytes(word) for word in islice(rest, _AT_ONCE)]:
        lengths = np.array(list(map(len, some)))
        padded = b"".join([word[:_WIDTH].ljust(_WIDTH, b"\0") for word in some])
        rows = np.frombuffer(padded, np.uint8).reshape(-1, _WIDTH) & np.uint8(LETTER_MASK)
        fits = (lengths >= SHORTEST) & (lengths <= LONGEST) & (rows.max(axis=1) <= len(tiles.letters))
        wrong = np.flatnonzero(~fits | (np.count_nonzero(rows, axis=1) != lengths))
        if len(wrong):
            raise ValueError(f"not a word of 2 to 15 {tiles.name} tiles: {tuple(some[wrong[0]])}")
        yield rows


def _sort_rows(parts: Iterable[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return the rows sorted, each once.

    Raises:
        LexiconError: there is none, or there are more than a lexicon can have, told while they are read.
    """
    sorted_rows, waiting, count = np.empty(0, _ROW), list[NDArray[np.void]](), 0
    for part in parts:
        waiting.append(part.reshape(-1).view(_ROW))
        count += len(part)
        if count > len(sorted_rows):
            sorted_rows, waiting, count = np.unique(np.concatenate([sorted_rows, *waiting])), [], 0
            check_size(len(sorted_rows))
    sorted_rows = np.unique(np.concatenate([sorted_rows, *waiting]))
    if not len(sorted_rows):
        raise LexiconError("lexicon_empty")
    check_size(len(sorted_rows))
    rows: NDArray[np.uint8] = sorted_rows.view(np.uint8).reshape(-1, _WIDTH)
    return rows


def lexicon_of_graph(
    graph: Graph, tiles: TileSet, name: str, word_count: int, source: bytes = NO_SOURCE
) -> Lexicon:
    """Return the lexicon of a minimal graph whose root comes last."""
    return _check_graph(Lexicon(name, tiles.name, word_count, *_pack(graph), source))


def _check_graph(lexicon: Lexicon) -> Lexicon:
    """Return the lexicon, its arrays read-only as those of a file; refuse more edges than a node can number."""
    if len(lexicon.edges) > MOST_EDGES:
        raise LexiconError("lexicon_too_big", count=lexicon.word_count, most=MOST_EDGES)
    lexicon.nodes.flags.writeable = lexicon.edges.flags.writeable = False
    return lexicon


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
    return np.array(nodes, dtype="<u8"), np.array(edges, dtype="<u4")
