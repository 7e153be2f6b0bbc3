"""The smallest graph in NumPy, against the plain algorithm for sorted words."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lexicon import build_lexicon, minimising
from engine.lexicon.kwg_graph import build_minimal_graph, pack_lexicon
from engine.tiles import load_tile_set
from tests.lanes import quick

ENGLISH = load_tile_set("english")
words = st.lists(st.integers(1, 4), min_size=2, max_size=15).map(tuple)


def assert_same(built, plain):
    assert np.array_equal(built.nodes, plain.nodes)
    assert np.array_equal(built.edges, plain.edges)
    assert (built.nodes.dtype, built.edges.dtype) == (plain.nodes.dtype, plain.edges.dtype)


def plainly_built(some):
    ordered = sorted({bytes(word) for word in some})
    return pack_lexicon(build_minimal_graph(ordered), ENGLISH, "plain", len(ordered))


@settings(max_examples=30)
@given(st.sets(words, min_size=1, max_size=60))
def test_the_graph_is_that_of_the_plain_algorithm(some):
    built, plain = build_lexicon(some, ENGLISH, "any"), plainly_built(some)
    assert_same(built, plain)


@pytest.mark.slow
@pytest.mark.parametrize("step", quick([1, 25], 25))
def test_the_built_in_lexicon_is_as_small(english, step):
    some = list(islice(english.words(), 0, None, step))
    built, plain = build_lexicon(some, ENGLISH, "any"), plainly_built(some)
    assert_same(built, plain)
    assert (built.fingerprint == english.fingerprint) == (step == 1)


@pytest.mark.parametrize("rows_at_once", [1, 2, 3, 7])
def test_words_are_compared_across_the_parts_in_which_they_are_read(rows_at_once, monkeypatch):
    some = [tuple(map(int, f"{number:b}12".replace("0", "3"))) for number in range(1, 24)]
    monkeypatch.setattr(minimising, "_AT_ONCE", rows_at_once)
    assert list(build_lexicon(some, ENGLISH, "any").words()) == sorted(some)


def test_where_different_nodes_have_one_hash_another_hash_is_taken(monkeypatch):
    seeds = []

    class Graph(minimising._Graph):
        def __init__(self, seed):
            super().__init__(seed)
            seeds.append(seed)

        def _mix(self, letters, targets):
            return np.ones(len(letters), np.uint64) if len(seeds) < 3 else super()._mix(letters, targets)

    monkeypatch.setattr(minimising, "_Graph", Graph)
    some = [(1, 2, 3), (1, 3), (2, 3, 4), (2, 4, 4)]
    assert_same(build_lexicon(some, ENGLISH, "any"), plainly_built(some))
    assert seeds == [0, 1, 2]
