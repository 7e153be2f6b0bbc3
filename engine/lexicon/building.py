"""The making of a lexicon: the smallest graph for a list of words."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.errors import LexiconError
from engine.lexicon.graph import FIRST_EDGE_SHIFT, MOST_EDGES, MOST_WORDS, NO_SOURCE, Lexicon
from engine.lexicon.word_list import LONGEST, SHORTEST
from engine.tiles import LETTER_MASK, TileSet

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
    if len(edges) > MOST_EDGES:
        raise LexiconError("lexicon_too_big", count=word_count, most=MOST_EDGES)
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
