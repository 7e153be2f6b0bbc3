"""The verdict on a slip: one case a reason (RULES D5 to D7)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duplicate.judging import RoundPosition, WrittenSlip, judge
from engine import movegen
from engine.board import Board
from engine.notation import Move
from engine.rules import (
    RuleSet,
)
from engine.scoring import score_move
from engine.tiles import load_tile_set

TILES = load_tile_set("english")
CLASSIC = RuleSet()


def position(english, rack, *placed):
    board = Board.empty()
    for reference, word in placed:
        board = board.place(score_move(board, Move.parse(reference, word, TILES), TILES).move)
    return RoundPosition(board, TILES.encode_rack(rack), TILES, english, "duplicate", {7: 50})


TRAINER = ("H2", "TRAINER")
CASES = {
    "good": ("TRAINER", "H2", 66, 66, "good"),
    "score left out": ("TRAINER", "H2", None, 66, "good"),
    "score wrong: the true one counts": ("TRAINER", "H2", 70, 66, "score_corrected"),
    "reference unreadable": ("TRAINER", "H", 66, 0, "bad_reference"),
    "reference off the board": ("TRAINER", "H16", 66, 0, "reference_off_board"),
    "a letter that is none": ("TRA1NER", "H2", 66, 0, "unknown_letter"),
    "empty": ("", "H2", None, 0, "empty_word"),
    "runs off the board": ("TRAINER", "H12", 66, 0, "off_board"),
    "not on the centre": ("TRAINER", "A1", 66, 0, "not_on_centre"),
    "a letter the rack lacks": ("TRAINERS", "H2", 66, 0, "not_in_rack"),
    "one tile": ("A", "H8", 2, 0, "first_move_too_short"),
    "not a word": ("RAINTER", "H2", 66, 0, "not_in_lexicon"),
}


@pytest.mark.parametrize(("word", "reference", "stated", "score", "code"), CASES.values(), ids=CASES)
def test_first_round(english, word, reference, stated, score, code):
    verdict = judge(WrittenSlip(word, reference, stated), position(english, "TRAINER"), CLASSIC)
    assert (verdict.score, verdict.code) == (score, code)


LATER = {
    "extends the word on the board": ("STRAINERS", "H1", 27, "good"),
    "the word on the board left out": ("S", "H1", 0, "incomplete_word"),
    "another letter lies there": ("BATTER", "H1", 0, "square_taken"),
    "nothing played": ("TRAINER", "H2", 0, "no_tile_played"),
    "touches nothing": ("BOTH", "A1", 0, "not_connected"),
    "makes a word that is none": ("BOTHS", "G2", 0, "not_in_lexicon"),
}


@pytest.mark.parametrize(("word", "reference", "score", "code"), LATER.values(), ids=LATER)
def test_later_round(english, word, reference, score, code):
    verdict = judge(WrittenSlip(word, reference, None), position(english, "BOTHSSX", TRAINER), CLASSIC)
    assert (verdict.score, verdict.code) == (score, code)


def test_every_bad_word_is_named(english):
    verdict = judge(WrittenSlip("BOTH", "G2", None), position(english, "BOTHSSX", TRAINER), CLASSIC)
    assert verdict.params == {"words": "BT"}


def test_a_marked_blank_scores_nothing(english):
    verdict = judge(WrittenSlip("tRAINER", "H2", None), position(english, "RAINER?"), CLASSIC)
    assert (verdict.score, verdict.code) == (64, "good")


def test_an_unmarked_blank_is_read_into_the_slip(english):
    verdict = judge(WrittenSlip("TRAINER", "H2", None), position(english, "RAINER?"), CLASSIC)
    assert (verdict.score, verdict.code) == (64, "blank_not_marked")
    assert verdict.params == {"word": "tRAINER"}


def test_an_unmarked_blank_among_equal_letters_counts_least(english):
    """The first D of DREAD lies on a double letter, the last does not."""
    here = position(english, "DREA?XX")
    assert judge(WrittenSlip("DREAd", "H4", None), here, CLASSIC).score == 14
    assert judge(WrittenSlip("dREAD", "H4", None), here, CLASSIC).score == 10
    verdict = judge(WrittenSlip("DREAD", "H4", None), here, CLASSIC)
    assert (verdict.score, verdict.params) == (10, {"word": "dREAD"})


@settings(max_examples=30, deadline=None)
@given(rack=st.lists(st.sampled_from("EEEAAIOUTRNSLDGBCMPFHVWYKJXQZ?"), min_size=7, max_size=7).map("".join))
def test_no_slip_scores_more_than_the_top(rack, english):
    """The moves that the engine finds are judged as it scores them."""
    here = position(english, rack, TRAINER)
    top = movegen.top(here.board, here.rack, english, TILES)
    moves = movegen.all_moves(here.board, here.rack, english, TILES)
    for scored in moves[:50]:
        reference, word = scored.move.text(TILES)
        verdict = judge(WrittenSlip(word, reference, None), here, CLASSIC)
        assert (verdict.score, verdict.code) == (scored.score, "good")
        assert verdict.score <= top.score
