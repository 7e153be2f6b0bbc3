"""Words that a move could form: all those that moves do form, and no word that has no place or no tiles."""

import pytest

from engine.board import Board
from engine.duplicate_games import simulate
from engine.lexicon import load_lexicon
from engine.movegen import all_moves
from engine.positions.formed_words import may_be_formed
from engine.rules import (
    RuleSet,
)
from engine.scoring import formed_words
from engine.tiles import LETTER_MASK, load_tile_set

ENGLISH = load_tile_set("english")
# CAB with the A as a blank at H7, and DE below its B.
BOARD = Board.from_rows(
    ["." * 15] * 7 + ["......CaB......", "........D......", "........E......"] + ["." * 15] * 5, ENGLISH
)


def may(word, rack, board=BOARD):
    return may_be_formed(ENGLISH.encode_plain(word), board, ENGLISH.encode_rack(rack))


@pytest.mark.repeats
@pytest.mark.parametrize("seed", ["one", "two"])
def test_every_word_that_a_move_forms_is_one(seed):
    lexicon, board = load_lexicon("english"), Board.empty()
    for played in simulate.play_rounds(seed=seed, lexicon=lexicon, tiles=ENGLISH, rules=RuleSet()):
        rack = played.rack.tiles
        for scored in all_moves(board, rack, lexicon, ENGLISH)[::17]:
            for formed in formed_words(board, scored.move, ENGLISH):
                assert may_be_formed([cell & LETTER_MASK for cell in formed.word], board, rack)
        if played.placed is None:
            break
        board = board.place(played.placed.move)


@pytest.mark.parametrize(
    ("word", "rack"),
    [
        ("CABS", "S"),  # longer
        ("CABS", "?"),
        ("SCAB", "S"),
        ("BDES", "S"),  # down
        ("AS", "S"),  # across a word, over a blank
        ("SEE", "SE"),
        ("QUIZ", "QUIZ"),  # apart from all other tiles
        ("QUIZ", "Q?I?"),
    ],
)
def test_it_may_be_formed(word, rack):
    assert may(word, rack)


@pytest.mark.parametrize(
    ("word", "rack"),
    [
        ("CAB", "SEE"),  # it lies there already, and the rack lacks it
        ("CABS", "E"),  # no tile for it
        ("QUIZ", "QUI"),
        ("DEED", "E"),  # the letter before it goes on
    ],
)
def test_it_may_not_be_formed(word, rack):
    assert not may(word, rack)


def test_the_edge_of_the_board_ends_a_line():
    board = Board.from_rows(["............CAB"] + ["." * 15] * 14, ENGLISH)
    assert not may("CABS", "S", board)
    assert may("SCAB", "S", board)
