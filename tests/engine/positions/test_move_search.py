"""The search among all moves, compared with a loop over them."""

import pytest

from engine import movegen
from engine.board import Board
from engine.errors import NotationError
from engine.lexicon.lookup import find_matching
from engine.lexicon.patterns import Pattern
from engine.notation import Move, Reference
from engine.positions.move_search import MoveIndex, MoveQuery, Range
from engine.scoring import score_move
from engine.tiles import LETTER_MASK, load_tile_set

TILES = load_tile_set("english")
BONUSES = {7: 50}


def board_with(*moves):
    board = Board.empty()
    for reference, word in moves:
        board = board.place(score_move(board, Move.parse(reference, word, TILES), TILES).move)
    return board


BOARDS = {
    "empty": (Board.empty(), "TRAINER"),
    "middle": (board_with(("H4", "TRAInER")), "SEAHOU?"),
    "two blanks": (board_with(("H4", "TRAINER"), ("4H", "TON")), "?E?DS"),
}


@pytest.fixture(scope="module", params=BOARDS)
def position(request, english):
    board, rack = BOARDS[request.param]
    moves = movegen.all_moves(board, TILES.encode_rack(rack), english, TILES, BONUSES)
    return board, moves, list(moves), MoveIndex(moves, board, BONUSES)


def found(position, **query):
    index = position[3]
    return [index.moves[place] for place in index.find(MoveQuery(**query)).tolist()]


@pytest.mark.repeats
def test_all_moves_come_as_they_are_ranked(position):
    assert found(position) == position[2]


@pytest.mark.repeats
def test_points(position):
    everything = position[2]
    top = everything[0].score
    for text in (str(top), f"{top // 2}+", f"10-{top // 2}", "9000"):
        wanted = Range.parse(text)
        expected = [
            scored
            for scored in everything
            if wanted.least <= scored.score and (wanted.most is None or scored.score <= wanted.most)
        ]
        assert found(position, points=wanted) == expected
    assert found(position, points=Range.parse(str(top)))


def test_length_blank_and_bonus(position):
    everything = position[2]
    assert found(position, length=Range(5, 6)) == [s for s in everything if len(s.move.word) in {5, 6}]
    assert found(position, blank=True) == [s for s in everything if s.blanks]
    assert found(position, bonus=True) == [s for s in everything if len(s.tiles) == 7]


@pytest.mark.parametrize("square", ["H8", "8H", "A1", "4K", "H11"])
def test_squares(position, square):
    there = Reference.parse(square)
    begins = [scored for scored in position[2] if scored.move.reference == there]
    assert found(position, begins=there) == begins
    through = []
    for scored in position[2]:
        start, step = scored.move.reference.index, scored.move.reference.direction.step
        if there.index in range(start, start + step * len(scored.move.word), step):
            through.append(scored)
    assert found(position, through=there) == through


@pytest.mark.parametrize("text", ["*ER", "?A*", "[ST]*", "@#@", "*A*E*", "S??"])
def test_patterns_fit_as_in_the_lexicon(position, english, text):
    pattern = Pattern.parse(text, TILES)
    words = set(find_matching(english, pattern).words)
    expected = [s for s in position[2] if tuple(cell & LETTER_MASK for cell in s.move.word) in words]
    assert found(position, pattern=pattern) == expected


def test_the_whole_word_comes_before_words_that_have_it_inside(position):
    word = TILES.encode_plain("IN")
    texts = [TILES.decode(scored.move.word).upper() for scored in found(position, part=word)]
    expected = sorted(
        (TILES.decode(s.move.word).upper() for s in position[2] if "IN" in TILES.decode(s.move.word).upper()),
        key=lambda text: text != "IN",
    )
    assert texts == expected


def test_conditions_are_taken_together(position):
    both = found(position, points=Range(10, None), blank=True)
    assert both == [s for s in position[2] if s.score >= 10 and s.blanks]


def test_equal_scores_share_their_rank(position):
    scores = [scored.score for scored in position[2]]
    first = {}
    for rank, score in enumerate(scores, start=1):
        first.setdefault(score, rank)
    assert position[3].ranks.tolist() == [first[score] for score in scores]


def test_a_position_without_a_move(english):
    moves = movegen.all_moves(Board.empty(), TILES.encode_rack("VVV"), english, TILES)
    assert not MoveIndex(moves, Board.empty(), BONUSES).find(MoveQuery(part=(1, 2))).size


@pytest.mark.parametrize(
    ("text", "least", "most"), [("30", 30, 30), ("30+", 30, None), (" 20 - 30 ", 20, 30), ("20–30", 20, 30)]
)
def test_ranges(text, least, most):
    assert Range.parse(text) == Range(least, most)


@pytest.mark.parametrize("text", ["", "x", "+30", "-3", "30-", "12345", "3+4"])
def test_what_is_no_range(text):
    with pytest.raises(NotationError, match="range"):
        Range.parse(text)
