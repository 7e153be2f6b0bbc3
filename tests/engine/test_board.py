"""The board and its text form."""

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board
from engine.errors import NotationError
from engine.notation import Move, Reference
from engine.squares import LETTER_PREMIUMS, SIZE, SQUARES, WORD_PREMIUMS, Direction
from engine.tiles import BLANK_FLAG, load_tile_set

ENGLISH = load_tile_set("english")
SPANISH = load_tile_set("spanish")
EMPTY_ROW = "." * SIZE


def rows(*first):
    return [*first, *[EMPTY_ROW] * (SIZE - len(first))]


@st.composite
def sets_and_boards(draw):
    tiles = load_tile_set(draw(st.sampled_from(["english", "spanish", "german"])))
    letters = range(1, len(tiles.letters) + 1)
    cells = (0, *letters, *(letter | BLANK_FLAG for letter in letters))
    filled = draw(st.binary(min_size=SQUARES, max_size=SQUARES))
    return tiles, Board(bytes(cells[byte % len(cells)] for byte in filled))


def test_b1_premium_squares():
    letters = Counter(chain.from_iterable(LETTER_PREMIUMS))
    words = Counter(chain.from_iterable(WORD_PREMIUMS))
    assert (letters[2], letters[3], words[2], words[3]) == (24, 12, 17, 8)
    triples = {Reference(row, column, Direction.ACROSS).text() for row, column in _squares(WORD_PREMIUMS, 3)}
    assert triples == {"A1", "A8", "A15", "H1", "H15", "O1", "O8", "O15"}
    assert WORD_PREMIUMS[7][7] == 2


@pytest.mark.parametrize("layout", [LETTER_PREMIUMS, WORD_PREMIUMS])
def test_b1_premiums_are_symmetrical(layout):
    assert layout == tuple(zip(*layout, strict=True))
    assert layout == layout[::-1]
    assert layout == tuple(row[::-1] for row in layout)


def _squares(layout, premium):
    return [(row, column) for row in range(SIZE) for column in range(SIZE) if layout[row][column] == premium]


def test_an_empty_board():
    board = Board.empty()
    assert board.is_empty
    assert board.rows(ENGLISH) == rows()
    assert Board.from_rows(rows(), ENGLISH) == board


def test_blanks_and_long_tiles_on_a_board():
    written = rows("A[CH]a[ll]...........", "..[rr]............")
    board = Board.from_rows(written, SPANISH)
    assert board.rows(SPANISH) == written
    assert board.tokens(SPANISH)[0][:5] == ["A", "CH", "a", "ll", ""]
    assert board.cell(1, 2) == SPANISH.encode_square("[rr]")
    assert not board.is_empty


def test_parentheses_and_accents_are_read():
    french = load_tile_set("french")
    assert Board.from_rows(rows("É(A)" + "." * 13), french).rows(french)[0] == "Ea" + "." * 13


@pytest.mark.parametrize(
    ("written", "row", "problem"),
    [
        (rows()[:14], 15, "there are 14 rows instead of 15"),
        ([*rows(), EMPTY_ROW], 16, "there are 16 rows instead of 15"),
        ([], 1, "there are 0 rows instead of 15"),
        (rows(EMPTY_ROW, "." * 14), 2, "14 squares instead of 15"),
        (rows("." * 16), 1, "16 squares instead of 15"),
        (rows("CH" + "." * 12), 1, "14 squares instead of 15"),
        (rows(EMPTY_ROW, EMPTY_ROW, "7" + "." * 14), 3, "“7” in “7” is not a letter of this tile set"),
        (rows("[XY]" + "." * 14), 1, "“[XY]” in “[XY]” is not a letter of this tile set"),
    ],
)
def test_a_bad_board_names_the_row(written, row, problem):
    with pytest.raises(NotationError) as caught:
        Board.from_rows(written, SPANISH)
    assert caught.value.code == "bad_board"
    assert caught.value.params == {"row": row, "problem": problem}


def test_a_board_of_another_size_is_a_bug():
    with pytest.raises(ValueError, match="225 squares"):
        Board(b"")


def test_placing_leaves_what_lies_there_and_the_old_board():
    board = Board.empty().place(Move.parse("H8", "aT", ENGLISH))
    longer = board.place(Move.parse("H7", "BATS", ENGLISH))
    assert board.rows(ENGLISH)[7] == ".......aT......"
    assert longer.rows(ENGLISH)[7] == "......BaTS....."


def test_placing_down():
    board = Board.empty().place(Move.parse("8H", "CAT", ENGLISH))
    assert [board.cell(row, 7) for row in (7, 8, 9)] == list(ENGLISH.encode("CAT"))


@given(sets_and_boards())
def test_boards_read_back_as_printed(case):
    tiles, board = case
    assert Board.from_rows(board.rows(tiles), tiles) == board


@given(sets_and_boards())
def test_transposing_twice_changes_nothing(case):
    _, board = case
    turned = board.transposed()
    assert turned.transposed() == board
    assert all(turned.cell(row, 3) == board.cell(3, row) for row in range(SIZE))
