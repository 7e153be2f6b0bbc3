"""Scores, the words that a move makes, and refused moves."""

import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.board import Board
from engine.errors import MoveError
from engine.notation import Move, Reference
from engine.scoring import bad_words, check_played, check_rack, check_words, formed_words, score_move
from engine.squares import SIZE, Direction
from engine.tiles import BLANK, load_tile_set
from tests.engine.few_words import Words

ENGLISH = load_tile_set("english")
SPANISH = load_tile_set("spanish")


def board_after(*moves):
    """Return the board after moves in the English convention: "8F HORN"."""
    board = Board.empty()
    for written in moves:
        board = board.place(score(board, written).move)
    return board


def score(board, written, tiles=ENGLISH, **settings):
    reference, word = written.split()
    return score_move(board, Move.parse(reference, word, tiles, "english"), tiles, **settings)


def words_of(board, written):
    formed_by_it = formed_words(board, score(board, written).move, ENGLISH)
    return {ENGLISH.decode(formed.word): formed.score for formed in formed_by_it}


def row_of_board(number, row):
    rows = ["." * SIZE] * SIZE
    rows[number - 1] = row
    return Board.from_rows(rows, ENGLISH)


HORN, FARM, PASTE, MOB, BIT = "8F HORN", "H6 FARM", "10F PASTE", "9H MOB", "11E BIT"
TRAINER = "8B TRAINER"
CONQUEST_BOARD = row_of_board(1, "..N...S........")

# The worked examples of RULES B: board, move, score and words.
EXAMPLES = {
    "HORN across from F8": ((), HORN, 14, {"HORN"}),
    "FARM down from H6": ((HORN,), FARM, 9, {"FARM"}),
    "PASTE across from F10": ((HORN, FARM), PASTE, 25, {"PASTE", "FARMS"}),
    "MOB across from H9": ((HORN, FARM, PASTE), MOB, 16, {"MOB", "NOT", "BE"}),
    "BIT across from E11": ((HORN, FARM, PASTE, MOB), BIT, 16, {"BIT", "PI", "AT"}),
    "opening TRAIN across from D8": ((), "8D TRAIN", 12, {"TRAIN"}),
    "opening TRAINER across from B8": ((), TRAINER, 66, {"TRAINER"}),
    "STRAINERS across from A8": ((TRAINER,), "8A STRAINERS", 27, {"STRAINERS"}),
    "THROB down from B8": ((TRAINER,), "B8 THROB", 12, {"THROB"}),
    "HOB across from E7": ((TRAINER,), "7E HOB", 25, {"HOB", "HI", "ON", "BE"}),
    "THROBS down from A3": ((TRAINER,), "A3 THROBS", 69, {"THROBS", "STRAINER"}),
}


@pytest.mark.parametrize(("before", "move", "total", "words"), EXAMPLES.values(), ids=EXAMPLES.keys())
def test_b_worked_examples(before, move, total, words):
    board = board_after(*before)
    assert score(board, move).score == total
    assert set(words_of(board, move)) == words


def test_b_worked_example_conquest_across_from_a1():
    scored = score(CONQUEST_BOARD, "1A CONQUEST")
    assert scored.score == 261
    assert len(scored.tiles) == 6


def test_b_worked_example_throbs_scores_45_and_24():
    assert words_of(board_after(TRAINER), "A3 THROBS") == {"THROBS": 45, "STRAINER": 24}


def test_b2_a_blank_scores_nothing_and_triggers_word_premiums():
    assert score(Board.empty(), "8H AX").score == 18
    assert score(Board.empty(), "8H Ax").score == 2
    board = board_after("8H aX")
    assert score(board, "8H AXE").score == 9


def test_b2_a_blank_keeps_its_letter_however_it_is_written_later():
    scored = score(board_after("8H aX"), "8H AXE")
    assert ENGLISH.decode(scored.move.word) == "aXE"
    assert score(board_after("8H AX"), "8H axE").move.word == ENGLISH.encode("AXE")


def test_b5_two_double_words_multiply_by_four():
    board = row_of_board(5, "......A........")
    assert score(board, "5E TRAINER").score == 28


def test_b5_premiums_count_once():
    board = board_after("8H AT")
    assert score(board, "8H ATE").score == 3


def test_b6_the_bonus_follows_the_setting():
    assert score(Board.empty(), TRAINER, bonuses={}).score == 16
    assert score(Board.empty(), TRAINER, bonuses={7: 75}).score == 91
    assert score(Board.empty(), "8H AT", bonuses={2: 5}).score == 9


def test_two_letter_tiles_are_one_letter():
    scored = score(Board.empty(), "8H CHA", SPANISH)
    assert (scored.score, len(scored.tiles)) == (12, 2)


def test_tiles_that_leave_the_rack():
    scored = score(board_after(TRAINER), "8A sTRAINERS")
    assert scored.tiles == (BLANK, *ENGLISH.encode("S"))
    assert scored.blanks == 1


def test_references_of_the_words_formed():
    board = board_after(TRAINER)
    formed_by_it = formed_words(board, score(board, "7E HOB").move, ENGLISH)
    assert [(ENGLISH.decode(formed.word), formed.reference.text("english")) for formed in formed_by_it] == [
        ("HOB", "7E"),
        ("HI", "E7"),
        ("ON", "F7"),
        ("BE", "G7"),
    ]


REFUSED = {
    "off the board across": ("8H CAT", "8N TOO", "off_board", {"word": "TOO", "reference": "8N"}),
    "off the board down": ("8H CAT", "H14 TOO", "off_board", {"word": "TOO", "reference": "H14"}),
    "longer than the board": (None, "8A TEACHERSTEACHERS", "off_board", {"reference": "8A"}),
    "another letter lies there": (
        "8H CAT",
        "8H COTS",
        "square_taken",
        {"square": "8I", "letter": "A", "wanted": "O"},
    ),
    "another letter lies there, down": (
        "H8 CAT",
        "H8 COTS",
        "square_taken",
        {"square": "H9", "letter": "A", "wanted": "O"},
    ),
    "a letter in front": ("8H CAT", "8I ATE", "incomplete_word", {"word": "ATE", "whole": "CATE"}),
    "a letter behind": ("8H CAT", "8G SCA", "incomplete_word", {"word": "SCA", "whole": "SCAT"}),
    "the hook alone": ("8H CAT", "8K S", "incomplete_word", {"word": "S", "whole": "CATS"}),
    "down with a letter above": ("H8 CAT", "H9 ATE", "incomplete_word", {"word": "ATE", "whole": "CATE"}),
    "nothing played": ("8H CAT", "8H CAT", "no_tile_played", {"word": "CAT"}),
    "apart from the rest": ("8H CAT", "1A CAT", "not_connected", {"word": "CAT", "reference": "1A"}),
    "corner to corner": ("8H CAT", "9K AT", "not_connected", {"word": "AT", "reference": "9K"}),
    "not on the centre": (None, "8I CAT", "not_on_centre", {"word": "CAT"}),
    "one tile first": (None, "8H A", "first_move_too_short", {"word": "A"}),
    "one letter later": ("8H CAT", "9H A", "word_too_short", {"word": "A"}),
}


@pytest.mark.parametrize(("before", "move", "code", "params"), REFUSED.values(), ids=REFUSED.keys())
def test_b3_b4_moves_that_do_not_fit(before, move, code, params):
    board = board_after(before) if before else Board.empty()
    with pytest.raises(MoveError) as caught:
        score(board, move, convention="english")
    assert caught.value.code == code
    assert params.items() <= caught.value.params.items()


def test_a_move_without_letters_is_refused():
    with pytest.raises(MoveError) as caught:
        score_move(Board.empty(), Move(Reference(7, 7, Direction.ACROSS), ()), ENGLISH)
    assert caught.value.code == "empty_word"


def test_errors_use_the_duplicate_convention_unless_told():
    with pytest.raises(MoveError) as caught:
        score(board_after("8H CAT"), "1C CAT")
    assert caught.value.params["reference"] == "A3"


def test_errors_survive_the_way_to_another_process():
    error = MoveError("not_on_centre", word="CAT")
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), copy.code, copy.params, str(copy)) == (
        MoveError,
        error.code,
        error.params,
        str(error),
    )


def test_edges_of_the_board_do_not_touch_each_other():
    board = row_of_board(8, "AT.............")
    with pytest.raises(MoveError, match="touches nothing"):
        score(board, "O5 CAT")
    assert words_of(row_of_board(8, ".............AT"), "O7 CTS") == {"CTS": 5}


def test_d7_a_letter_that_the_rack_lacks_is_named():
    scored = score(Board.empty(), "8H CAtT")
    check_rack(scored, ENGLISH.encode_rack("ACT?XYZ"), ENGLISH)
    with pytest.raises(MoveError) as caught:
        check_rack(scored, ENGLISH.encode_rack("ACXXYZ"), ENGLISH)
    assert (caught.value.code, caught.value.params) == ("not_in_rack", {"letters": "?T"})


def test_v1_seven_of_eight_plays_at_most_seven():
    eight = score(Board.empty(), "8A STRAINER")
    with pytest.raises(MoveError) as caught:
        check_played(eight, ENGLISH, 7)
    assert caught.value.code == "too_many_played"
    assert caught.value.params == {"word": "STRAINER", "played": 8, "most": 7}
    check_played(eight, ENGLISH, None)
    check_played(eight, ENGLISH, 8)
    check_played(score(board_after(TRAINER), "7E HOB"), ENGLISH, 3)


def test_b4_every_word_must_be_good():
    board = board_after(TRAINER)

    def bad(*known):
        move = score(board, "7E HOB").move
        return [ENGLISH.decode(formed.word) for formed in bad_words(board, move, ENGLISH, Words(*known))]

    assert bad("hob", "hi", "on", "be") == []
    assert bad("hob", "on") == ["HI", "BE"]
    with pytest.raises(MoveError) as caught:
        check_words(board, score(board, "7E HoB").move, ENGLISH, Words("hi", "be"))
    assert (caught.value.code, caught.value.params) == ("not_in_lexicon", {"words": "HoB, oN"})
    check_words(board, score(board, "7E HOB").move, ENGLISH, Words("hob", "hi", "on", "be"))


CELLS = (*[0] * 60, *range(1, 27), *range(65, 91))


@st.composite
def boards_and_moves(draw):
    """Draw any tiles on any squares, and a move that fills a line of them."""
    board = Board(bytes(CELLS[byte % len(CELLS)] for byte in draw(st.binary(min_size=225, max_size=225))))
    row, column = draw(st.integers(0, SIZE - 1)), draw(st.integers(0, SIZE - 2))
    while column and board.cell(row, column - 1):
        column -= 1
    end = draw(st.integers(column + 2, SIZE))
    while end < SIZE and board.cell(row, end):
        end += 1
    letters = draw(st.binary(min_size=SIZE, max_size=SIZE))
    word = tuple(board.cell(row, at) or letters[at] % 26 + 1 for at in range(column, end))
    return board, Move(Reference(row, column, Direction.ACROSS), word)


def outcome(board, move):
    try:
        scored = score_move(board, move, ENGLISH)
    except MoveError as error:
        return error.code
    words = [(formed.word, formed.score) for formed in formed_words(board, scored.move, ENGLISH)]
    return scored.score, scored.tiles, words


@given(boards_and_moves())
def test_transposing_the_board_keeps_scores(case):
    board, move = case
    assert outcome(board.transposed(), move.transposed()) == outcome(board, move)
    assert board.place(move).transposed() == board.transposed().place(move.transposed())


@given(boards_and_moves())
def test_every_new_tile_lies_in_the_words_formed(case):
    board, move = case
    assume(not isinstance(outcome(board, move), str))
    scored = score_move(board, move, ENGLISH)
    after = board.place(scored.move)
    assert sum(map(bool, after.cells)) - sum(map(bool, board.cells)) == len(scored.tiles)
    for formed in formed_words(board, scored.move, ENGLISH):
        start, step = formed.reference.index, formed.reference.direction.step
        assert bytes(formed.word) == after.cells[start : start + step * len(formed.word) : step]
