"""A lexicon with some words more, and others less: for one game, while the lexicon itself stays as it was.

A word changes the nodes along its own path only. They are copied with the changed edge and put behind the
others, the new root last; all other nodes are shared. So a few words take some milliseconds, where building the
lexicon of all words again takes seconds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from engine.arrays import np
from engine.errors import LexiconError
from engine.lexicon.building import check_size
from engine.lexicon.graph import FIRST_EDGE_SHIFT, LETTERS_MASK, MOST_EDGES, NO_SOURCE, Amendment, Lexicon
from engine.lexicon.word_list import LONGEST, SHORTEST
from engine.tiles import MOST_LETTERS, Cells

if TYPE_CHECKING:
    from numpy.typing import NDArray


def amend_lexicon(
    lexicon: Lexicon, accepted: Collection[Sequence[int]], refused: Collection[Sequence[int]] = ()
) -> Lexicon:
    """Return the lexicon with the accepted words and without the refused ones; itself if that changes nothing.

    Words are plain tile numbers. The result has the name and the tile set of the lexicon, no path, and a source
    of its own, so that its `identity` differs.

    Raises:
        LexiconError: no word is left (`lexicon_empty`), or there are too many (`lexicon_too_big`).
        ValueError: a word is accepted and refused, or is none of 2 to 15 letters.
    """
    added = {tuple(word) for word in accepted}
    removed = {tuple(word) for word in refused}
    if added & removed:
        raise ValueError(f"accepted and refused: {sorted(added & removed)}")
    for word in added:
        if not SHORTEST <= len(word) <= LONGEST or min(word) < 1 or max(word) > MOST_LETTERS:
            raise ValueError(f"not a word of 2 to 15 tiles: {word}")
    added = {word for word in added if not lexicon.contains(word)}
    removed = {word for word in removed if lexicon.contains(word)}
    if not added and not removed:
        return lexicon
    count = lexicon.word_count + len(added) - len(removed)
    check_size(count)
    if not count:
        raise LexiconError("lexicon_empty")
    editor = _Editor(lexicon)
    for word in added:
        editor.set(word, is_word=True)
    for word in removed:
        editor.set(word, is_word=False)
    nodes, edges = editor.pack()
    source = _digest(lexicon, added, removed)
    # A chain of amendments would have to be followed: only the first one is told.
    amendment = (
        None if lexicon.amendment else Amendment(lexicon, tuple(sorted(added)), tuple(sorted(removed)))
    )
    return Lexicon(lexicon.name, lexicon.tile_set, count, nodes, edges, source, amendment=amendment)


def _digest(lexicon: Lexicon, added: Iterable[Cells], removed: Iterable[Cells]) -> bytes:
    digest = hashlib.blake2b(lexicon.identity.encode(), digest_size=len(NO_SOURCE))
    for words in (added, removed):
        digest.update(b"\0")
        # No word has a letter 0, so it ends each of them.
        digest.update(b"\0".join(sorted(map(bytes, words))))
    return digest.digest()


class _CopiedNode(dict[int, tuple["int | _CopiedNode", bool]]):
    """The edges of a copied node by letter: the node that each leads to, a number of the lexicon or another
    copied node, and whether a word ends there.
    """


class _Editor:
    """The copied nodes above a lexicon. Each has one edge that leads to it, so it can be changed in place."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._root = self._read(len(lexicon.nodes) - 1)

    def set(self, word: Cells, *, is_word: bool) -> None:
        """Make the letters a word, or none."""
        path, node = [], self._root
        for letter in word[:-1]:
            path.append((node, letter))
            below, ends = node.get(letter, (0, False))
            if not isinstance(below, _CopiedNode):
                below = self._read(below)
                node[letter] = below, ends
            node = below
        below, _ends = node.get(word[-1], (0, False))
        node[word[-1]] = below, is_word
        self._prune([*path, (node, word[-1])])

    @staticmethod
    def _prune(path: list[tuple[_CopiedNode, int]]) -> None:
        """Remove the edges at the end of a path by which no word can be spelled any more."""
        for node, letter in reversed(path):
            below, ends = node[letter]
            if below:
                return
            if ends:
                node[letter] = 0, True
                return
            del node[letter]

    def pack(self) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
        """Return the nodes and edges of the lexicon, and behind them the copied ones, the root last."""
        old = self._lexicon
        nodes: list[int] = []
        edges: list[int] = []
        room = MOST_EDGES - len(old.edges)

        def place(node: int | _CopiedNode) -> int:
            if not isinstance(node, _CopiedNode):
                return node
            packed = [place(node[letter][0]) << 1 | node[letter][1] for letter in sorted(node)]
            letters = sum(1 << (letter - 1) for letter in node)
            nodes.append(len(old.edges) + len(edges) << FIRST_EDGE_SHIFT | letters)
            edges.extend(packed)
            return len(old.nodes) + len(nodes) - 1

        place(self._root)
        if len(edges) > room:
            raise LexiconError("lexicon_too_big", count=old.word_count, most=MOST_EDGES)
        joined = (
            np.concatenate([old.nodes, np.array(nodes, dtype="<u8")]),
            np.concatenate([old.edges, np.array(edges, dtype="<u4")]),
        )
        for array in joined:
            array.flags.writeable = False
        return joined

    def _read(self, number: int) -> _CopiedNode:
        """Copy a node of the lexicon."""
        entry = int(self._lexicon.nodes[number])
        letters, first = entry & LETTERS_MASK, entry >> FIRST_EDGE_SHIFT
        node = _CopiedNode()
        while letters:
            lowest = letters & -letters
            edge = int(self._lexicon.edges[first])
            node[lowest.bit_length()] = edge >> 1, bool(edge & 1)
            first += 1
            letters ^= lowest
        return node
