"""The choice among moves with the same score."""

import itertools

import pytest

from engine.board import Board
from engine.duplicate_games.tie_break import choose_top, imbalance
from engine.notation import Move
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from engine.rules.rule_settings import CRITERIA
from engine.scoring import score_move
from engine.tiles import load_tile_set

ENGLISH = load_tile_set("english")
FRENCH = load_tile_set("french")
CLASSIC = RuleSet().top.order
CROWD = Board.empty().place(Move.parse("H4", "TRAINERS", ENGLISH)).place(Move.parse("4H", "TEACHES", ENGLISH))


def choose(rack, *written, board=CROWD, tiles=ENGLISH, order=CLASSIC):
    """Return the chosen move, the same in any order of the moves."""
    moves = [score_move(board, Move.parse(*move.split(), tiles), tiles) for move in written]
    chosen = {
        choose_top(found, tiles.encode_rack(rack), tiles, order).move.text(tiles)
        for found in itertools.permutations(moves)
    }
    assert len(chosen) == 1
    return " ".join(chosen.pop())


def test_first_the_blank_is_kept():
    assert choose("S?ABCDE", "H4 TRAINERSs", "5H RACED", "H4 TRAINERSS") == "H4 TRAINERSS"
    assert choose("S?ABCDE", "5H Rs", "5H RACED") == "5H RACED"


def test_then_the_fewest_tiles_are_played():
    assert choose("ACEDBFG", "5H RACED", "5H RAD", "5H RACE") == "5H RAD"


def test_then_what_is_left_is_best_balanced():
    # BCE left after AD is nearer to balance than ABC after ED.
    assert choose("AEBCDFG", "5H RAB", "5H RCB") == "5H RCB"
    assert choose("AEIOBCD", "5H RBC", "5H RAE") == "5H RAE"


def test_then_the_first_square_in_reading_order_counts():
    assert choose("ABCDE", "8H NAB", "5H RAB", "6H AAB") == "5H RAB"


def test_then_across_comes_before_down():
    board = Board.empty().place(Move.parse("H8", "A", ENGLISH))
    assert choose("TTT", "8H AT", "H8 AT", board=board) == "H8 AT"


@pytest.mark.parametrize(
    ("criterion", "rack", "moves", "chosen"),
    [
        ("keep_blank", "S?BCD", ["5H Rs", "5H RACED"], "5H RACED"),
        ("fewest_tiles", "S?BCD", ["5H RACED", "5H Rs"], "5H Rs"),
        ("balance", "AEBCDFG", ["5H RAB", "5H RCB"], "5H RCB"),
        ("alphabetical", "SCDEA", ["H4 TRAINERSS", "5H RACED", "5H RAD"], "5H RACED"),
        ("alphabetical", "ab?DE", ["5H RaD", "5H RAB"], "5H RAB"),
        ("nearest_a1", "ABCDE", ["11H SAD", "K4 CAB"], "K4 CAB"),
        ("reading_order", "ABCDE", ["K4 CAB", "11H SAD"], "11H SAD"),
    ],
)
def test_each_criterion_by_itself(criterion, rack, moves, chosen):
    assert choose(rack, *moves, order=(criterion,)) == chosen


def test_every_criterion_can_be_measured():
    moves = ["5H RAD", "5H RACED", "6H AAB"]
    assert {choose("ABCDEA", *moves, order=(criterion,)) for criterion in CRITERIA} <= set(moves)


def test_fise_balance_comes_before_the_fewest_tiles():
    moves = ("5H RCB", "5H RCBA")
    assert choose("AEBCDFG", *moves) == "5H RCB"
    assert choose("AAABCEE", "5H RAA", "5H RCB", "5H RAAEE") == "5H RAA"
    fise = load_rule_set("fise").top.order
    assert choose("AAABCEE", "5H RAA", "5H RCB", "5H RAAEE", order=fise) == "5H RAA"
    assert choose("AAABCEE", "5H RA", "5H RAAE", order=fise) == "5H RAAE"
    assert choose("AAABCEE", "5H RA", "5H RAAE") == "5H RA"


def test_fise_the_alphabet_comes_before_the_place():
    fise = load_rule_set("fise").top.order
    assert choose("ABDFG", "8H NAB", "5H RAB", order=fise) == "8H NAB"
    assert choose("ABDFG", "8H NAB", "5H RAB") == "5H RAB"


def test_without_criteria_the_first_in_reading_order_is_placed():
    assert choose("ABCDE", "8H NAB", "6H AAB", "5H RABCD", order=()) == "5H RABCD"


def test_balance_counts_blanks_and_letters_that_are_both_as_fillers():
    def of(text, tiles=ENGLISH):
        return imbalance(tiles.encode_rack(text), tiles)

    assert [of("AB"), of("ABC"), of("A"), of("AEIBC"), of("")] == [0, 1, 1, 1, 0]
    assert [of("BC?"), of("BC??"), of("Y", FRENCH), of("YBC", FRENCH), of("YBC")] == [1, 0, 0, 1, 3]
