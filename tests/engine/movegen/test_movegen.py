"""The search against the rules, and against itself with the board turned over. `test_brute_force` and
`test_movegen_fuzz` have more of it.
"""

import gzip
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine.board import Board
from engine.movegen import all_moves, top
from engine.notation import Move
from engine.scoring import bad_words, check_rack, formed_words, score_move
from engine.squares import LETTER_PREMIUMS, WORD_PREMIUMS
from engine.tiles import load_tile_set
from tests.engine.few_words import lexicon_of
from tests.engine.movegen.search_helpers import (
    EMPTY_ROWS,
    ENGLISH,
    moves_of,
    positions,
    positions_with,
    read,
    rows_with,
    top_of,
)

SPANISH = load_tile_set("spanish")


# The rules


def test_the_first_move_lies_across_the_centre():
    moves = moves_of(EMPTY_ROWS, "AT", lexicon_of("AT TA"))
    assert sorted(moves) == [("H7", "AT", 4), ("H7", "TA", 4), ("H8", "AT", 4), ("H8", "TA", 4)]


def test_a_rule_book_opening():
    score, moves = top_of(EMPTY_ROWS, "TRAINER", lexicon_of("TRAINER TRAIN"))
    assert score == 66
    assert ("H2", "TRAINER", 66) in moves


def test_isotops_stand_in_reading_order_across_before_down():
    assert top_of(rows_with(H7="TAT"), "OO", lexicon_of("TO TOO TAT")) == (
        4,
        [("7H", "TOO", 4), ("9H", "TOO", 4)],
    )
    assert top_of(rows_with(H8="T"), "OO", lexicon_of("TOO")) == (3, [("H8", "TOO", 3), ("8H", "TOO", 3)])


def test_all_moves_stand_by_score_then_in_reading_order():
    board, rack = Board.from_rows(rows_with(H7="TAT"), ENGLISH), ENGLISH.encode_rack("OTA")
    moves = all_moves(board, rack, lexicon_of("TO TOO TAT AT TA OAT"), ENGLISH)
    assert list(moves) == sorted(moves, key=lambda scored: (-scored.score, scored.move))
    assert moves.scores == [scored.score for scored in moves]
    assert len({scored.move for scored in moves}) == len(moves)


def test_a_one_tile_move_counts_once_across_if_it_makes_a_word_across():
    rows = rows_with(H8="A", I7="A")
    expected = [("H7", "TA", 4), ("8G", "TA", 2), ("I6", "TA", 2)]  # at H7 it makes TA down as well
    assert moves_of(rows, "T", lexicon_of("TA")) == expected


def test_a_blank_elsewhere_or_as_another_letter_is_another_move():
    moves = moves_of(rows_with(H8="A"), "?T", lexicon_of("TAT"))
    assert moves == [("8G", "TAt", 2), ("8G", "tAT", 2), ("H7", "TAt", 2), ("H7", "tAT", 2)]
    assert {move[1] for move in moves_of(rows_with(H8="A"), "?", lexicon_of("AT AS"))} == {"At", "As"}


def test_a_blank_on_the_board_stays_a_blank_and_scores_nothing():
    assert moves_of(rows_with(H8="a"), "T", lexicon_of("AT")) == [("H8", "aT", 1), ("8H", "aT", 1)]


def test_no_move_is_a_score_of_nothing():
    assert top_of(rows_with(H8="CAT"), "VVV", lexicon_of("CAT")) == (0, [])
    assert top_of(EMPTY_ROWS, "", lexicon_of("CAT")) == (0, [])


def test_a_move_worth_nothing_is_a_move_all_the_same():
    assert top_of(EMPTY_ROWS, "??", lexicon_of("AT"))[0] == 0
    assert len(top_of(EMPTY_ROWS, "??", lexicon_of("AT"))[1]) == 2


def test_bonuses_are_data():
    lexicon = lexicon_of("TRAIN")
    plain = top_of(EMPTY_ROWS, "TRAIN", lexicon)[0]
    assert top_of(EMPTY_ROWS, "TRAIN", lexicon, bonuses={5: 40})[0] == plain + 40
    assert top_of(EMPTY_ROWS, "TRAIN", lexicon, bonuses={0: 5, 99: 5, -1: 5})[0] == plain


def test_a_rack_of_more_than_seven():
    score, moves = top_of(EMPTY_ROWS, "STRAINERS", lexicon_of("STRAINERS"), bonuses={7: 50, 8: 60, 9: 70})
    assert {move[1] for move in moves} == {"STRAINERS"}
    assert score > 70


def test_a_board_searched_again_with_tiles_of_other_values():
    """The search must not reuse the tile values of the search before."""
    dear = replace(ENGLISH, values=tuple(10 * value for value in ENGLISH.values))
    board, lexicon = Board.from_rows(rows_with(H8="CAT"), ENGLISH), lexicon_of("CATS AS")
    for tiles, points in ((ENGLISH, 6), (dear, 60), (ENGLISH, 6)):
        (scored, *_) = top(board, ENGLISH.encode_rack("S"), lexicon, tiles).moves
        assert (scored.move.text(tiles), scored.score) == (("H8", "CATS"), points)
    for tiles, points in ((ENGLISH, 8), (dear, 80)):
        (scored, *_) = top(board, ENGLISH.encode_rack("SA"), lexicon, tiles).moves
        assert scored.score == points


def test_tiles_of_two_letters():
    moves = moves_of(EMPTY_ROWS, "[CH]O", lexicon_of("CHO", SPANISH), SPANISH)
    assert {move[1] for move in moves} == {"CHO"}
    assert len(moves) == 2


def test_moves_are_written_out_as_scoring_has_them():
    board = Board.from_rows(rows_with(H8="CaT"), ENGLISH)
    (scored,) = top(board, ENGLISH.encode_rack("?"), lexicon_of("CATS"), ENGLISH).moves
    assert scored == score_move(board, Move.parse("H8", "CATs", ENGLISH), ENGLISH)
    assert (scored.move.text(ENGLISH), scored.tiles) == (("H8", "CaTs"), (0,))


def test_a_word_of_another_length_is_no_move_whatever_its_key():
    """The half key that a table keeps is the same for KLMPRSU and six letters of this rack."""
    assert top_of(EMPTY_ROWS, "BEWKLM", lexicon_of("KLMPRSU")) == (0, [])


def test_many_isotops_are_all_given():
    pairs = [
        first + second for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for second in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    ]
    score, moves = top_of(EMPTY_ROWS, "??", lexicon_of(" ".join(pairs)))
    assert score == 0
    assert len(moves) == 2 * len(pairs)


def test_the_premium_squares_lie_symmetrically():
    for premiums in (LETTER_PREMIUMS, WORD_PREMIUMS):
        assert tuple(zip(*premiums, strict=True)) == premiums


# The board turned over its diagonal: rows are columns


def turn_over(board, scored):
    """Transpose a move. A single tile that makes two words lies across."""
    word = formed_words(board, scored.move, ENGLISH)[-1 if len(scored.tiles) == 1 else 0]
    return word.reference.transposed(), word.word, scored.score


def check_turned_over(board, rack, lexicon):
    best, turned_best = (top(b, rack, lexicon, ENGLISH) for b in (board, board.transposed()))
    moves, turned_moves = (all_moves(b, rack, lexicon, ENGLISH) for b in (board, board.transposed()))
    assert best.score == turned_best.score
    for straight, turned in ((best.moves, turned_best.moves), (moves, turned_moves)):
        assert len(straight) == len(turned)
        as_it_lies = {(scored.move.reference, scored.move.word, scored.score) for scored in straight}
        assert as_it_lies == {turn_over(board.transposed(), scored) for scored in turned}


def without_first_moves(chosen):
    """Return the positions without first moves of games, which lie across however the board is turned."""
    return [(board, rack) for board, rack in map(read, chosen) if not board.is_empty]


def test_a_single_tile_on_the_board_turned_over():
    lexicon = lexicon_of("TA AT TAT")
    for rows in (rows_with(H8="A", I7="A"), rows_with(H8="T", I7="AT"), rows_with(G8="T", H7="A", H9="T")):
        board = Board.from_rows(rows, ENGLISH)
        for rack in ("T", "A", "?"):
            check_turned_over(board, ENGLISH.encode_rack(rack), lexicon)


@pytest.mark.slow
def test_the_board_turned_over_gives_the_same_moves_turned_over(english):
    chosen = without_first_moves([*positions_with(0)[1::80], *positions_with(1)[::125]])
    assert len(chosen) >= 20
    for board, rack in chosen:
        check_turned_over(board, rack, english)


@pytest.mark.slow
def test_many_boards_turned_over(english):
    chosen = without_first_moves(
        [*positions_with(0)[::9], *positions_with(1)[::12], *positions_with(2)[::40]]
    )
    assert len(chosen) >= 230
    for board, rack in chosen:
        check_turned_over(board, rack, english)


@pytest.mark.slow
def test_every_move_found_can_be_played(english):
    for board, rack in map(read, positions()[5:2250:230]):
        for scored in all_moves(board, rack, english, ENGLISH):
            check_rack(scored, rack, ENGLISH)
            assert not bad_words(board, scored.move, ENGLISH, english)


# A sample on which other engines agree; it is not part of the project.


@pytest.mark.slow
@pytest.mark.skipif(
    "ISOTOP_SHARED_DATA" not in os.environ,
    reason="set ISOTOP_SHARED_DATA to the folder with enable.txt.gz and positions.jsonl",
)
def test_positions_that_independent_engines_agree_on():
    folder = Path(os.environ["ISOTOP_SHARED_DATA"])
    lexicon = lexicon_of(gzip.decompress((folder / "enable.txt.gz").read_bytes()).decode())
    sample = [json.loads(line) for line in (folder / "positions.jsonl").read_text().splitlines()]
    assert sample
    for position in sample:
        board, rack = read(position)
        best = top(board, rack, lexicon, ENGLISH)
        assert (best.score, len(best.moves)) == (position["top_score"], position["n_top"])
        assert len(all_moves(board, rack, lexicon, ENGLISH)) == position["moves"]


# More tiles than seven, and fewer of them played


def test_seven_of_eight_plays_at_most_seven():
    lexicon = lexicon_of("TRAINERS TRAINER RETRAIN")
    score, moves = top_of(EMPTY_ROWS, "TRAINERS", lexicon, most_played=7)
    assert {move[1] for move in moves} == {"TRAINER", "RETRAIN"}
    assert score == 66
    assert {len(word) for _, word, _ in moves_of(EMPTY_ROWS, "TRAINERS", lexicon, most_played=7)} == {7}


def test_seven_and_eight_pays_for_both():
    bonuses = {7: 50, 8: 75}
    best, moves = top_of(EMPTY_ROWS, "TRAINERS", lexicon_of("TRAINERS TRAINER"), bonuses=bonuses)
    assert {move[1] for move in moves} == {"TRAINERS"}
    # Over the centre to the triple word at the edge, with one double letter.
    assert best == 6 * (8 + 1) + 75


def test_nine_tiles_v1():
    bonuses = {7: 50, 8: 50, 9: 50}
    score, moves = top_of(EMPTY_ROWS, "STRAINERS", lexicon_of("STRAINERS"), bonuses=bonuses)
    assert {move[1] for move in moves} == {"STRAINERS"}
    assert score == 6 * (9 + 1) + 50


@pytest.mark.slow
def test_racks_of_many_blanks(english):
    """No tile set has three blanks, but the search knows what they could do."""
    best = top(Board.empty(), (0,) * 7, english, ENGLISH)
    assert best.score == 50
    sevens = sum(len(word) == 7 for word in english.words())
    assert len(best.moves) == 7 * sevens
