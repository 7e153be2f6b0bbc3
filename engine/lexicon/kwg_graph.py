"""The smallest graph of sorted words as a dictionary, which KWG files are read into and written from.

A word list goes another way: `minimising` builds the arrays of the lexicon at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.arrays import np
from engine.lexicon.building import freeze_graph
from engine.lexicon.graph import FIRST_EDGE_SHIFT, NO_SOURCE, Lexicon
from engine.tiles import TileSet

if TYPE_CHECKING:
    from numpy.typing import NDArray

# A node is its edges by letter: (letter, number of the node it leads to, times two, plus one if a word ends).
# A graph numbers its nodes in the order of this dictionary.
Node = tuple[tuple[int, int], ...]
Graph = dict[Node, int]


def build_minimal_graph(ordered: Iterable[bytes], known: Graph | None = None) -> Graph:
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


def pack_lexicon(
    graph: Graph, tiles: TileSet, name: str, word_count: int, source: bytes = NO_SOURCE
) -> Lexicon:
    """Return the lexicon of a minimal graph whose root comes last.

    Raises:
        LexiconError: it has more edges than a node can number.
    """
    return freeze_graph(Lexicon(name, tiles.name, word_count, *_pack(graph), source))


def _pack(graph: Graph) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    nodes: list[int] = []
    edges: list[int] = []
    for node in graph:
        letters = sum(1 << (letter - 1) for letter, _ in node)
        nodes.append(len(edges) << FIRST_EDGE_SHIFT | letters)
        edges.extend(edge for _, edge in node)
    return np.array(nodes, dtype="<u8"), np.array(edges, dtype="<u4")
