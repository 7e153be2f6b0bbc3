"""All placements of one word, which judging a slip needs."""

import pytest

from engine.board import Board
from engine.movegen import placements
from tests.engine.few_words import lexicon_of
from tests.engine.movegen.search_helpers import ENGLISH, moves_of, positions, rows_with, texts_of


def placements_of(word, rows, rack, lexicon, tiles=ENGLISH, **options):
    board = Board.from_rows(rows, tiles)
    return texts_of(
        placements(tiles.encode(word), board, tiles.encode_rack(rack), lexicon, tiles, **options), tiles
    )


def test_placements_are_the_moves_with_that_word(english):
    for position in positions()[3:2300:480]:
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


@pytest.mark.parametrize("word", ["A", "AB", "TATT", "ZZZZZZZZZZZZZZZ", "TA"])
def test_what_is_no_word_or_not_on_the_rack_has_no_placement(word):
    assert placements_of(word, rows_with(H8="A"), "?T", lexicon_of("TAT ABCDE TATA")) == []


def test_no_letters_and_sixteen_have_no_placement():
    lexicon = lexicon_of("TAT")
    for word in ((), (1,) * 16):
        assert len(placements(word, Board.empty(), (1, 20, 20), lexicon, ENGLISH)) == 0
