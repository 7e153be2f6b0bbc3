"""The smallest graph of sorted words, in NumPy: millions of words in seconds, in some hundred bytes for each.

Terms. A *prefix* of d letters is a node of depth d in the tree of all words. Its rows are neighbours, so its
first row stands for it. From the longest prefixes to the root, equal nodes become one: those with the same
letters, ends of words and following nodes. Equal nodes are found by a hash, the sum of a number for each edge.
Then each is compared with its node edge by edge: if one differs, all is done again with another hash.

In the end the nodes are numbered in the order in which a walk through the words leaves the first prefix of each:
a node follows those it leads to, and is near them.
"""

from itertools import count

import numpy as np
from numpy.typing import NDArray

from engine.lexicon.graph import FIRST_EDGE_SHIFT, LETTERS_MASK
from engine.squares import SIZE

_AT_ONCE = 1 << 18  # rows
_SHIFT, _LETTERS = np.uint64(FIRST_EDGE_SHIFT), np.uint64(LETTERS_MASK)
_Letters = NDArray[np.uint8]
_Ints = NDArray[np.int64]
_Bits = NDArray[np.uint64]


def build_minimal_arrays(rows: _Letters) -> tuple[_Bits, NDArray[np.uint32]]:
    """Return nodes and edges (see `graph`) of the words in these rows: sorted, each once, filled up with zeros.

    `rows` is uint8 of the shape (words, 16), the nodes are uint64 and the edges uint32, both little-endian and flat.
    """
    lengths, shared = _count_letters(rows)
    graphs = (_add_all(rows, lengths, shared, _Graph(seed)) for seed in count())
    nodes, edges = next(filter(None, graphs)).in_order()
    return nodes.astype("<u8"), edges.astype("<u4")


def _count_letters(rows: _Letters) -> tuple[_Letters, _Letters]:
    """Return the length of each word, and how many letters it begins with that the word before begins with as well."""
    lengths, shared = np.empty(len(rows), np.uint8), np.zeros(len(rows), np.uint8)
    for start in range(0, len(rows), _AT_ONCE):
        end = min(start + _AT_ONCE, len(rows))
        lengths[start:end] = np.count_nonzero(rows[start:end], axis=1)
        first = max(1, start)
        shared[first:end] = np.argmax(rows[first - 1 : end - 1] != rows[first:end], axis=1)
    return lengths, shared


def _add_all(rows: _Letters, lengths: _Letters, shared: _Letters, graph: "_Graph") -> "_Graph | None":
    """Add the prefixes of all depths, the longest first; return None if two nodes have the same hash."""
    starts: _Ints = np.empty(0, np.int64)
    letters, targets = np.empty(0, np.uint8), np.empty(0, np.uint64)
    for depth in range(int(lengths.max()), -1, -1):
        children = starts
        starts = np.flatnonzero((shared < depth) & (lengths >= depth)) if depth else np.zeros(1, np.int64)
        numbers = np.zeros(len(starts), np.uint64)
        if len(children):
            parents = np.searchsorted(starts, children, "right")
            firsts = np.flatnonzero(np.diff(parents, prepend=0))
            chosen = parents[firsts] - 1
            found = graph.find_or_add(letters, targets, firsts, _leaving_times(starts[chosen], shared, depth))
            if found is None:
                return None
            numbers[chosen] = found
        letters = rows[starts, max(0, depth - 1)]
        targets = numbers << np.uint64(1) | (lengths[starts] == depth)
    return graph


def _leaving_times(starts: _Ints, shared: _Letters, depth: int) -> _Ints:
    """Return when a walk through the words leaves the prefixes of a depth: after their last rows, and longer ones."""
    leaving = np.append(np.flatnonzero(shared < depth), len(shared))
    times: _Ints = leaving[np.searchsorted(leaving, starts, "right")] * (SIZE + 1) - depth
    return times


class _Graph:
    """The nodes found so far; `_hashes` are theirs, sorted, and `_numbers` the nodes in that order."""

    def __init__(self, seed: int) -> None:
        odd = np.random.default_rng(seed).integers(0, 1 << 63, 1 << 8, np.uint64) << np.uint64(1) | np.uint64(
            1
        )
        self._factors: _Bits = odd
        self.nodes: _Bits = np.zeros(1, np.uint64)
        self.edges: _Bits = np.empty(0, np.uint64)
        self._times: _Ints = np.full(1, -1)  # when a walk leaves the first prefix of each node
        self._hashes: _Bits = np.empty(0, np.uint64)
        self._numbers: _Bits = np.empty(0, np.uint64)

    def in_order(self) -> tuple[_Bits, _Bits]:
        """Return nodes and edges, the nodes by their times."""
        order = np.argsort(self._times)
        numbers = np.empty(len(order), np.uint64)
        numbers[order] = np.arange(len(order), dtype=np.uint64)
        masks = self.nodes[order] & _LETTERS
        fans = np.bitwise_count(masks).astype(np.int64)
        edges = self.edges[_run_of((self.nodes[order] >> _SHIFT).astype(np.int64), fans)]
        one = np.uint64(1)
        firsts = (np.cumsum(fans) - fans).astype(np.uint64)
        return firsts << _SHIFT | masks, numbers[(edges >> one).astype(np.int64)] << one | edges & one

    def find_or_add(self, letters: _Letters, targets: _Bits, firsts: _Ints, times: _Ints) -> _Bits | None:
        """Return the nodes whose edges begin at `firsts`, new ones added; None if different ones have the same hash."""
        fans = np.diff(firsts, append=len(letters))
        masks = np.bitwise_or.reduceat(np.uint64(1) << (letters - np.uint8(1)).astype(np.uint64), firsts)
        hashes, examples, which = np.unique(
            np.add.reduceat(self._mix(letters, targets), firsts), return_index=True, return_inverse=True
        )
        numbers, is_new = self._look_up(hashes)
        new = np.flatnonzero(is_new)
        new = new[np.argsort(examples[new])]
        numbers[new] = np.arange(len(self.nodes), len(self.nodes) + len(new))
        chosen = examples[new]
        self._add(masks[chosen], targets[_run_of(firsts[chosen], fans[chosen])], fans[chosen])
        self._times = np.concatenate([self._times, times[chosen]])
        self._remember(hashes[new], numbers[new])
        old = np.flatnonzero(~is_new)
        known = numbers[old].astype(np.int64)
        self._times[known] = np.minimum(self._times[known], times[examples[old]])
        found = numbers[which]
        nodes = self.nodes[found]
        edges = self.edges[_run_of((nodes >> _SHIFT).astype(np.int64), fans)]
        is_same = np.array_equal(nodes & _LETTERS, masks) and np.array_equal(edges, targets)
        return found if is_same else None

    def _mix(self, letters: _Letters, targets: _Bits) -> _Bits:
        """Return a random number for each letter and target."""
        mixed: _Bits = (targets + self._factors[letters]) * self._factors[0]
        mixed ^= mixed >> np.uint64(31)
        mixed *= self._factors[letters]
        mixed ^= mixed >> np.uint64(29)
        return mixed

    def _look_up(self, hashes: _Bits) -> tuple[_Bits, NDArray[np.bool_]]:
        """Return the nodes of these hashes, and which of them are new."""
        numbers, is_new = np.zeros(len(hashes), np.uint64), np.ones(len(hashes), np.bool_)
        if len(self._hashes):
            places = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
            is_new = self._hashes[places] != hashes
            numbers = self._numbers[places]
        return numbers, is_new

    def _add(self, masks: _Bits, edges: _Bits, fans: _Ints) -> None:
        begins = (len(self.edges) + np.cumsum(fans) - fans).astype(np.uint64)
        self.nodes = np.concatenate([self.nodes, begins << _SHIFT | masks])
        self.edges = np.concatenate([self.edges, edges])

    def _remember(self, hashes: _Bits, numbers: _Bits) -> None:
        hashes, numbers = np.concatenate([self._hashes, hashes]), np.concatenate([self._numbers, numbers])
        order = np.argsort(hashes)
        self._hashes, self._numbers = hashes[order], numbers[order]


def _run_of(firsts: _Ints, fans: _Ints) -> _Ints:
    """Return the places of some edges: for each node `fans` places from `firsts` on."""
    ends = np.cumsum(fans)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(firsts - ends + fans, fans)
