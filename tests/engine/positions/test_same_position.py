"""Recognition of a position that is being played, even if changes make it look like another."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.board import Board
from engine.positions.same_position import (
    TELLING_BOARD,
    PositionTiles,
    are_racks_equal,
    are_racks_near,
    find_shared_squares,
    is_same,
)
from engine.squares import SIZE, SQUARES
from engine.tiles import load_tile_set

TILES = load_tile_set("english")
EMPTY = ["." * 15] * 15


def position(rack, *rows):
    """Return a position: a rack, and words across as (row, column, word)."""
    return PositionTiles.of(board_of(rows), None if rack is None else TILES.encode_rack(rack), TILES)


def board_of(words):
    lines = list(EMPTY)
    for row, column, word in words:
        lines[row] = lines[row][:column] + word + lines[row][column + len(word) :]
    return Board.from_rows(lines, TILES)


PLAYED = [(7, 3, "RETAINS"), (9, 1, "QUOTED"), (11, 2, "VEXING")]


@pytest.mark.parametrize(
    ("asked", "played", "same"),
    [
        (position("AEINRST"), position("TSRNIEA"), True),
        (position("AEINRST", *PLAYED), position("AEINRST", *PLAYED), True),
        (position("AEINRST", *PLAYED, (0, 0, "ZA")), position("AEINRST", *PLAYED), True),
        (position("AEINRST", *PLAYED[:2]), position("AEINRST", *PLAYED), True),
        (position("AEINRST", (3, 3, "OTHER")), position("AEINRST", *PLAYED), True),
        (position("AEINRS?", *PLAYED), position("AEINRST", *PLAYED), True),
        (position("AEINRSTU", *PLAYED), position("AEINRST", *PLAYED), True),
        (position("AEINRS", *PLAYED), position("AEINRST", *PLAYED), True),
        (position("AEINRST", (7, 3, "rETAINS")), position("AEINRST", (7, 3, "RETAINS")), True),
        (position("AEINRU?", *PLAYED), position("AEINRST", *PLAYED), True),
        (position("AEINRU?", *PLAYED[:1]), position("AEINRST", *PLAYED[:1]), False),
        (position("AEINRSU", (3, 3, "OTHER")), position("AEINRST", *PLAYED), False),
        (position("OOOUUVV", *PLAYED), position("AEINRST", *PLAYED), True),
        (position("OOOUUVV", *PLAYED[:1]), position("AEINRST", *PLAYED), False),
        (position("EST", *PLAYED), position("EST", *PLAYED), True),
        (
            position("EST", (2, 0, "RETAINS"), (4, 8, "QUOTED"), (6, 0, "VEXING")),
            position("EST", *PLAYED),
            True,
        ),
        (
            position("EST", (2, 0, "STAINER"), (4, 8, "TOQUED"), (6, 0, "INVEXG")),
            position("EST", *PLAYED),
            False,
        ),
        (position("AEINR??", *PLAYED), position("AEINRST", *PLAYED), True),
        (position("AEINRSTUU", *PLAYED), position("AEINRST", *PLAYED), True),
        (position("AEINRSU", *PLAYED), position("AEINRST", *PLAYED), True),
        (position("AEINRSU"), position("AEINRST"), True),
        (position("AEINRUU"), position("AEINRST"), False),
        (position("AEINRSU"), position("AEINRST", *PLAYED[:1]), False),
        (position("ESU", *PLAYED), position("EST", *PLAYED), True),
        (position("EUU", *PLAYED), position("EST", *PLAYED), True),
        (position("EST"), position("EST", *PLAYED), False),
        (position("EST"), position("EST"), False),
        (
            position("AEINRST", *PLAYED),
            position(None, (3, 1, "ESTRAIN"), (5, 2, "TOQUED"), (8, 0, "INVEXG")),
            False,
        ),
        (position(None, *PLAYED), position(None, *PLAYED), False),
        (position("AEINRST", *PLAYED, (0, 0, "ZA")), position(None, *PLAYED), True),
        (position("AEINRST", (7, 3, "QI")), position(None, (7, 3, "QI")), False),
        (position("AEINRST", *PLAYED[:1]), position(None, *PLAYED), False),
        (position(None, *PLAYED), position("AEINRST", *PLAYED), True),
    ],
)
def test_positions_that_are_the_same(asked, played, same):
    assert is_same(asked, played) is same
    assert is_same(played, asked) is same


@pytest.mark.parametrize(
    ("letters", "rack", "same"),
    [
        ("AEINRST", "AEINRST", True),
        ("AEINRS?", "AEINRST", True),
        ("AEINRSU", "AEINRST", False),
        ("EST", "EST", False),
        ("AB", "AEINRST", False),
    ],
)
def test_tiles_without_a_board(letters, rack, same):
    asked = PositionTiles.of(None, TILES.encode_rack(letters), TILES)
    assert is_same(asked, position(rack, *PLAYED)) is same


def test_a_board_that_is_turned_over_has_the_same_squares():
    asked = PositionTiles.of(board_of(PLAYED).transposed(), TILES.encode_rack("EST"), TILES)
    assert is_same(asked, position("EST", *PLAYED))


TURNS = {
    "as it is": lambda row, column: (row, column),
    "turned over": lambda row, column: (column, row),
    "mirrored": lambda row, column: (row, SIZE - 1 - column),
    "upside down": lambda row, column: (SIZE - 1 - row, SIZE - 1 - column),
    "shifted": lambda row, column: (row, column + 1),
    "shifted and turned": lambda row, column: (column + 1, row),
}


def turn_board(asked, turn):
    squares = [""] * SQUARES
    for square, letter in enumerate(asked.squares):
        if letter:
            row, column = TURNS[turn](*divmod(square, SIZE))
            squares[row * SIZE + column] = letter
    return replace(asked, squares=tuple(squares))


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("rack", ["EST", "AEINRST", None])
def test_a_board_that_is_turned_mirrored_or_shifted(turn, rack):
    played = position(rack, *PLAYED)
    asked = turn_board(position(rack and rack[:-1] + "U" if rack else "AEINRST", *PLAYED), turn)
    assert is_same(asked, played)
    assert is_same(played, asked)


letters = st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
racks = st.lists(letters | st.just("?"), min_size=1, max_size=9)


@st.composite
def positions(draw, least_on_board=3, most_on_board=60):
    places = draw(st.sets(st.integers(0, SQUARES - 1), min_size=least_on_board, max_size=most_on_board))
    squares = [""] * SQUARES
    for place in places:
        squares[place] = draw(letters)
    return PositionTiles(Counter(draw(racks)), tuple(squares))


@given(positions(0), positions(0))
def test_comparing_is_symmetric(one, other):
    assert is_same(one, other) == is_same(other, one)
    assert are_racks_near(one.rack, other.rack) == are_racks_near(other.rack, one.rack)
    assert len(find_shared_squares(one, other)) == len(find_shared_squares(other, one))
    boards = [replace(each, rack=None) for each in (one, other)]
    assert is_same(boards[0], other) == is_same(other, boards[0])


@given(positions(0, TELLING_BOARD - 1), positions(0))
def test_racks_that_are_not_near_are_the_same_on_telling_boards_alone(one, other):
    """Racks are compared first, because comparing boards takes longer."""
    if not are_racks_near(one.rack, other.rack):
        assert not is_same(one, other)


@given(positions(TELLING_BOARD), positions())
def test_a_telling_board_decides_whatever_the_rack(played, other):
    assert is_same(replace(played, rack=other.rack), played)


@given(positions(), st.sampled_from(["as it is", "turned over", "mirrored", "upside down"]), st.data())
def test_any_difference_of_one_tile_is_caught(played, turn, data):
    tiles = list(played.rack.elements())
    change = data.draw(st.sampled_from(["rack other", "rack more", "rack less", "board other", "board more"]))
    squares = list(played.squares)
    empty, full = (
        [at for at, tile in enumerate(squares) if bool(tile) == wanted] for wanted in (False, True)
    )
    place = data.draw(st.integers(0, len(tiles) - 1))
    if change == "rack other":
        tiles[place] = data.draw(letters | st.just("?"))
    elif change == "rack more":
        tiles.append(data.draw(letters))
    elif change == "rack less":
        assume(len(tiles) > 1)
        del tiles[place]
    else:
        squares[data.draw(st.sampled_from(full if change == "board other" else empty))] = data.draw(
            letters | st.just("?")
        )
    asked = turn_board(PositionTiles(Counter(tiles), tuple(squares)), turn)
    assert is_same(asked, played)
    assert is_same(played, asked)


@given(positions(9), st.data())
def test_a_board_without_a_known_rack_with_a_difference_of_one_tile(played, data):
    squares = list(played.squares)
    squares[data.draw(st.integers(0, SQUARES - 1))] = data.draw(letters | st.just(""))
    unknown = replace(played, rack=None)
    assert is_same(PositionTiles(played.rack, tuple(squares)), unknown)
    assert is_same(unknown, PositionTiles(played.rack, tuple(squares)))


@pytest.mark.slow
def test_two_games_are_hardly_ever_the_same_by_chance():
    """Random racks without boards, as at the beginning of two games."""
    random_racks, bag = (
        random.Random(5),
        [tile for tile, count in enumerate(TILES.counts) for _ in range(count)],
    )
    drawn = [PositionTiles.of(Board.empty(), random_racks.sample(bag, 7), TILES) for _game in range(700)]
    pairs = [(one, other) for at, one in enumerate(drawn) for other in drawn[:at]]
    assert sum(is_same(*pair) for pair in pairs) < len(pairs) / 500
    assert sum(are_racks_equal(one.rack, other.rack) for one, other in pairs) < len(pairs) / 5000
