"""Bad input for the search: boards, racks, lexicons and bonuses that are impossible, or at the limit."""

import random

import pytest

from engine.board import Board
from engine.errors import LexiconError, RackError, TileError
from engine.movegen import all_moves, top
from engine.scoring import bad_words
from engine.tiles import BLANK_FLAG, load_tile_set
from tests.engine.few_words import lexicon_of
from tests.engine.movegen.search_helpers import ENGLISH

SPANISH = load_tile_set("spanish")


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
            assert not bad_words(board, scored.move, ENGLISH, english)


def test_fifteen_tiles():
    lexicon = lexicon_of("ABSENTMINDEDNES MINDEDNESS ABSENT SEEN")
    rack = ENGLISH.encode_rack("ABSENTMINDEDNES")
    assert len(rack) == 15
    best = top(Board.empty(), rack, lexicon, ENGLISH)
    assert [scored.move.text(ENGLISH) for scored in best.moves] == [("H1", "ABSENTMINDEDNES")]
    assert all(
        scored.tiles == (0, 0) for scored in top(Board.empty(), (0,) * 15, lexicon_of("AB"), ENGLISH).moves
    )


@pytest.mark.parametrize("points", [-1, 100_001])
def test_a_bonus_beyond_all_measure_is_refused(points):
    with pytest.raises(ValueError, match="a bonus has 0 to"):
        top(Board.empty(), (1, 2), lexicon_of("AB"), ENGLISH, {2: points})
