"""The search against the rules, and against what might be fed to it; `test_brute_force` and
`test_movegen_fuzz` have more of it.
"""

import gzip
import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from searching import (
    EMPTY_ROWS,
    ENGLISH,
    lexicon_of,
    moves_of,
    positions,
    positions_with,
    read,
    rows_with,
    top_of,
    written,
)

from engine import movegen
from engine.board import LETTER_PREMIUMS, WORD_PREMIUMS, Board
from engine.errors import LexiconError, RackError, TileError
from engine.movegen import all_moves, placements, top, warm_up
from engine.notation import Move
from engine.scoring import bad_words, check_rack
from engine.tiles import BLANK_FLAG, load_tile_set

SPANISH = load_tile_set("spanish")

# What the rules say


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


def test_tiles_of_two_letters():
    moves = moves_of(EMPTY_ROWS, "[CH]O", lexicon_of("CHO", SPANISH), SPANISH)
    assert {move[1] for move in moves} == {"CHO"}
    assert len(moves) == 2


def test_moves_come_with_their_words_and_tiles_as_scoring_gives_them():
    board = Board.from_rows(rows_with(H8="CAT"), ENGLISH)
    (scored,) = top(board, ENGLISH.encode_rack("?"), lexicon_of("CATS"), ENGLISH).moves
    assert scored.move == Move.parse("H8", "CATs", ENGLISH)
    assert scored.tiles == (0,)
    assert [formed.word for formed in scored.words] == [ENGLISH.encode("CATs")]


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


def turned_over(scored):
    """A move of the turned board as the board itself has it. A single tile that makes two words lies across."""
    word = scored.words[-1 if len(scored.tiles) == 1 else 0]
    return word.reference.transposed(), word.word, scored.score


def check_turned_over(board, rack, lexicon):
    best, turned_best = (top(b, rack, lexicon, ENGLISH) for b in (board, board.transposed()))
    moves, turned_moves = (all_moves(b, rack, lexicon, ENGLISH) for b in (board, board.transposed()))
    assert best.score == turned_best.score
    for straight, turned in ((best.moves, turned_best.moves), (moves, turned_moves)):
        assert len(straight) == len(turned)
        as_it_lies = {(scored.move.reference, scored.move.word, scored.score) for scored in straight}
        assert as_it_lies == {turned_over(scored) for scored in turned}


def started(chosen):
    """Without the first moves of games, which lie across whichever way the board is turned."""
    return [(board, rack) for board, rack in map(read, chosen) if not board.is_empty]


def test_a_single_tile_on_the_board_turned_over():
    lexicon = lexicon_of("TA AT TAT")
    for rows in (rows_with(H8="A", I7="A"), rows_with(H8="T", I7="AT"), rows_with(G8="T", H7="A", H9="T")):
        board = Board.from_rows(rows, ENGLISH)
        for rack in ("T", "A", "?"):
            check_turned_over(board, ENGLISH.encode_rack(rack), lexicon)


def test_the_board_turned_over_gives_the_same_moves_turned_over(english):
    chosen = started([*positions_with(0)[1::80], *positions_with(1)[::125]])
    assert len(chosen) >= 20
    for board, rack in chosen:
        check_turned_over(board, rack, english)


@pytest.mark.slow
def test_many_boards_turned_over(english):
    chosen = started([*positions_with(0)[::9], *positions_with(1)[::12], *positions_with(2)[::40]])
    assert len(chosen) >= 230
    for board, rack in chosen:
        check_turned_over(board, rack, english)


def test_every_move_found_can_be_played(english):
    for board, rack in map(read, positions()[5:2250:230]):
        for scored in all_moves(board, rack, english, ENGLISH):
            check_rack(scored, rack, ENGLISH)
            assert not bad_words(scored, english)


# A sample that other engines have agreed on; it is not part of the project.


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


# Bad input


@pytest.mark.parametrize("cell", [27, 63, 64, 27 | BLANK_FLAG, 128, 255])
def test_a_board_with_what_is_no_tile_is_refused(cell):
    board = Board(bytes([*[0] * 112, cell, *[0] * 112]))
    with pytest.raises(TileError):
        top(board, (1, 2), lexicon_of("AB"), ENGLISH)


@pytest.mark.parametrize("tile", [-1, 27, 64, 1000])
def test_a_rack_with_what_is_no_tile_is_refused(tile):
    with pytest.raises(TileError):
        top(Board.empty(), (1, tile), lexicon_of("AB"), ENGLISH)


def test_a_rack_longer_than_a_line_is_refused():
    with pytest.raises(RackError):
        top(Board.empty(), (1,) * 16, lexicon_of("AB"), ENGLISH)


def test_a_lexicon_for_other_tiles_is_refused():
    with pytest.raises(LexiconError):
        top(Board.empty(), (1, 2), lexicon_of("AB"), SPANISH)


def test_a_full_board_leaves_no_move(english):
    full = Board(bytes([1 + number % 26 for number in range(225)]))
    best = top(full, (1, 2, 3), english, ENGLISH)
    assert (best.score, len(best.moves)) == (0, 0)


def test_a_board_with_one_empty_square(english):
    for square in (0, 14, 112, 210, 224):
        cells = bytearray([1 + number % 26 for number in range(225)])
        cells[square] = 0
        assert len(top(Board(bytes(cells)), (1, 0), english, ENGLISH).moves) == 0


def test_random_boards_and_racks_give_moves_that_scoring_accepts(english):
    stream = random.Random(7)
    for density in (0.02, 0.1, 0.3, 0.6, 0.9):
        cells = [stream.choice([0, BLANK_FLAG]) | stream.randint(1, 26) for _ in range(225)]
        board = Board(bytes(cell if stream.random() < density else 0 for cell in cells))
        rack = [stream.randint(1, 26) for _ in range(7)]
        for scored in all_moves(board, rack, english, ENGLISH):
            assert not bad_words(scored, english)


def test_fifteen_tiles():
    lexicon = lexicon_of("ABSENTMINDEDNES MINDEDNESS ABSENT SEEN")
    rack = ENGLISH.encode_rack("ABSENTMINDEDNES")
    assert len(rack) == 15
    best = top(Board.empty(), rack, lexicon, ENGLISH)
    assert [scored.move.text(ENGLISH) for scored in best.moves] == [("H1", "ABSENTMINDEDNES")]
    assert all(
        scored.tiles == (0, 0) for scored in top(Board.empty(), (0,) * 15, lexicon_of("AB"), ENGLISH).moves
    )


# Placements of one word


def placements_of(word, rows, rack, lexicon, tiles=ENGLISH, **options):
    board = Board.from_rows(rows, tiles)
    return written(
        placements(tiles.encode(word), board, tiles.encode_rack(rack), lexicon, tiles, **options), tiles
    )


def test_placements_are_the_moves_with_that_word(english):
    for position in positions()[3:2300:120]:
        rows, rack = position["board"], position["rack"]
        moves = moves_of(rows, rack, english)
        for word in sorted({word.upper() for _, word, _ in moves})[::9]:
            found = placements_of(word, rows, rack, english)
            expected = [move for move in moves if move[1].upper() == word]
            # A single tile may be named by the word down as well.
            assert [move for move in found if move in expected] == expected
            assert all(move[0][0].isdigit() for move in found if move not in expected)


def test_a_word_may_be_asked_for_with_blanks_marked_or_not():
    lexicon = lexicon_of("TAT")
    moves = placements_of("TAT", rows_with(H8="A"), "?T", lexicon)
    assert moves == [("8G", "TAt", 2), ("8G", "tAT", 2), ("H7", "TAt", 2), ("H7", "tAT", 2)]
    assert placements_of("tat", rows_with(H8="A"), "?T", lexicon) == moves


def test_a_single_tile_is_placed_by_either_of_its_words():
    rows = rows_with(H4="FLAME", E9="P", F9="A", G9="I")
    lexicon = lexicon_of("FLAME FLAMEN PAIN")
    assert placements_of("FLAMEN", rows, "N", lexicon) == [("H4", "FLAMEN", 17)]
    assert placements_of("PAIN", rows, "N", lexicon) == [("9E", "PAIN", 17)]
    assert moves_of(rows, "N", lexicon) == [("H4", "FLAMEN", 17)]


def test_a_word_of_another_length_is_no_move_whatever_its_key():
    """In the halves of their keys that a table keeps, KLMPRSU looks like six letters of this rack."""
    assert top_of(EMPTY_ROWS, "BEWKLM", lexicon_of("KLMPRSU")) == (0, [])


@pytest.mark.parametrize("word", ["A", "AB", "TATT", "ZZZZZZZZZZZZZZZ", "TA"])
def test_what_is_no_word_or_not_on_the_rack_has_no_placement(word):
    assert placements_of(word, rows_with(H8="A"), "?T", lexicon_of("TAT ABCDE TATA")) == []


def test_no_letters_and_sixteen_have_no_placement():
    lexicon = lexicon_of("TAT")
    for word in ((), (1,) * 16):
        assert len(placements(word, Board.empty(), (1, 20, 20), lexicon, ENGLISH)) == 0


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


@pytest.mark.parametrize("points", [-1, 100_001])
def test_a_bonus_beyond_all_measure_is_refused(points):
    with pytest.raises(ValueError, match="a bonus has 0 to"):
        top(Board.empty(), (1, 2), lexicon_of("AB"), ENGLISH, {2: points})


def test_racks_of_many_blanks(english):
    """No set of tiles has three blanks; what they could do is known all the same."""
    best = top(Board.empty(), (0,) * 7, english, ENGLISH)
    assert best.score == 50
    sevens = sum(len(word) == 7 for word in english.words())
    assert len(best.moves) == 7 * sevens


# Starting


def run_python(code, folder):
    environment = os.environ | {"ISOTOP_DATA": str(folder)}
    root = Path(movegen.__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=environment, check=True, capture_output=True, text=True
    )
    return run.stdout.split()


WARM_UP = "import sys; from engine.movegen import warm_up; warm_up(); print('numba' in sys.modules)"


@pytest.mark.slow
def test_the_kernels_are_compiled_once(tmp_path):
    """The first process compiles; the next one takes what was compiled, unless it is damaged."""
    assert run_python(WARM_UP, tmp_path) == ["True"]
    (code,) = (tmp_path / "code").iterdir()
    assert run_python(WARM_UP, tmp_path) == ["False"]
    whole = code.read_bytes()
    code.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert run_python(WARM_UP, tmp_path) == ["True"]
    assert run_python(WARM_UP, tmp_path) == ["False"]


@pytest.mark.slow
def test_where_no_file_can_be_kept_the_kernels_are_compiled_all_the_same(tmp_path):
    (tmp_path / "code").write_text("a file where the folder would be")
    assert run_python(WARM_UP, tmp_path) == ["True"]


def test_the_command_line_loads_the_search_for_nothing_else():
    code = "import sys, engine.__main__; print('numba' in sys.modules, 'llvmlite' in sys.modules)"
    assert run_python(code, "unused") == ["False", "False"]


def test_warming_up_twice_does_no_harm():
    warm_up()
    warm_up()


def test_threads_search_side_by_side(english):
    chosen = [read(position) for position in positions()[::35]]

    def tops():
        found = (top(board, rack, english, ENGLISH) for board, rack in chosen)
        return [(best.score, list(best.moves)) for best in found]

    with ThreadPoolExecutor(4) as threads:
        results = [job.result() for job in [threads.submit(tops) for _ in range(8)]]
    assert all(result == tops() for result in results)
