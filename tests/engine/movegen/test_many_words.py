"""The encoding of moves for more than a million words: here for a few, so that nothing else differs."""

from itertools import islice

import pytest

from engine.board import Board
from engine.errors import LexiconError
from engine.lexicon import amend_lexicon, build_lexicon
from engine.movegen import all_moves, memory, placements, top
from engine.tiles import load_tile_set
from tests.engine.few_words import lexicon_of
from tests.engine.movegen.search_helpers import ENGLISH, positions, read


@pytest.fixture
def wide(monkeypatch):
    """Take every lexicon for one of more than a million words."""

    return lambda: monkeypatch.setattr(memory, "MANY_WORDS", 0)


def answers(english, bonuses):
    """Return tops and moves of some positions, from tables of their own."""
    fresh = build_lexicon(islice(english.words(), 0, None, 10), ENGLISH, "tenth")
    found = []
    for position in positions()[::60]:
        board, rack = read(position)
        moves = all_moves(board, rack, fresh, ENGLISH, bonuses)
        arrays = moves.arrays()
        told = [
            each.tolist() for each in (arrays.score, arrays.row, arrays.column, arrays.down, arrays.blanks)
        ]
        best = top(board, rack, fresh, ENGLISH, bonuses)
        found.append((list(best.moves), best.score, moves.scores, told, list(moves)))
    word = ENGLISH.encode_plain("TRAIN")
    found.append(list(placements(word, Board.empty(), ENGLISH.encode_rack("TRAIN??"), fresh, ENGLISH)))
    return found


@pytest.mark.parametrize("bonuses", [{7: 50_000, 2: 49_999}, pytest.param({7: 50}, marks=pytest.mark.slow)])
def test_the_moves_are_the_same(english, wide, bonuses):
    usual = answers(english, bonuses)
    wide()
    assert answers(english, bonuses) == usual


@pytest.mark.slow
@pytest.mark.parametrize("many", [lambda _words: 0, lambda words: words + 2])
def test_the_moves_of_an_amended_lexicon_are_in_order(english, many, monkeypatch):
    """Also where only the rows of removed words make so many of them that the encoding is another."""
    monkeypatch.setattr(memory, "MANY_WORDS", many(english.word_count))
    added = ENGLISH.encode_plain("ABLEISH"), ENGLISH.encode_plain("TRAINO")
    # The tables of one that other tests use are not as these.
    base = build_lexicon(english.words(), ENGLISH, "base")
    amended = amend_lexicon(base, added, [ENGLISH.encode_plain("RETRAIN")])
    whole = build_lexicon(amended.words(), ENGLISH, "whole")
    board, rack = Board.empty(), ENGLISH.encode_rack("TRAINO?")
    assert list(all_moves(board, rack, amended, ENGLISH)) == list(all_moves(board, rack, whole, ENGLISH))


def test_the_highest_score_has_room(wide):
    """Fifteen tiles of a hundred points on three premiums of the edge, with the highest bonus."""
    wide()
    few = lexicon_of("ZZ " + "Z" * 15)
    tiles = load_tile_set("english")
    best = top(Board.empty(), tiles.encode_rack("Z" * 15), few, tiles, {15: 50_000}, most_played=15)
    assert best.score > 50_000
    assert memory.layout_for(1).base + (1 << 16) >= 50_000 + 80_000


def test_a_higher_bonus_is_refused_before_a_score_could_be_wrong(wide):
    few, rack = lexicon_of("QI"), ENGLISH.encode_rack("QI")
    assert top(Board.empty(), rack, few, ENGLISH, {2: 100_000}).score == 100_022
    wide()
    with pytest.raises(LexiconError, match="a bonus has 50000 points at most"):
        top(Board.empty(), rack, lexicon_of("QI"), ENGLISH, {2: 50_001})
