"""Random queries of the search, in every language: it returns moves that the rules accept, all of them, or a
clear refusal.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import cycle, islice, product

import numpy as np
import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from engine.board import Board
from engine.errors import LexiconError, MoveError, RackError, TileError
from engine.lexicon import build_lexicon
from engine.movegen import all_moves, forget_board, placements, top
from engine.notation import Move, Reference
from engine.scoring import bad_words, check_played, check_rack, formed_words, score_move
from engine.squares import SIZE, SQUARES, Direction
from engine.tiles import BLANK, BLANK_FLAG, LETTER_MASK, MOST_LETTERS, TileSet, load_tile_set, tile_set_names

LOOKED_AT = 400  # A rack of blanks has very many moves: only a sample is compared.


def largest_tile_set():
    letters = tuple(map(chr, range(ord("А"), ord("А") + 32))) + tuple("ABCDEFGHI")
    assert len(letters) == MOST_LETTERS
    numbers = frozenset(range(1, MOST_LETTERS + 1))
    values = (0, *(1 + number % 10 for number in numbers))
    return TileSet("largest", "xx", letters, (2,) * len(values), values, numbers, numbers)


TILE_SETS = {tiles.name: tiles for tiles in (*map(load_tile_set, tile_set_names()), largest_tile_set())}
REFERENCES = [Reference(*place) for place in product(range(SIZE), range(SIZE), Direction)]


@dataclass(frozen=True)
class Question:
    language: str
    words: list[tuple[int, ...]]
    board: Board
    rack: tuple[int, ...]
    bonuses: Mapping[int, int]
    most_played: int | None

    @property
    def tiles(self):
        return TILE_SETS[self.language]

    def lexicon(self):
        return build_lexicon(self.words, self.tiles, "few")

    def asked_of(self, search, lexicon, *word):
        limit = {"most_played": self.most_played}
        return search(*word, self.board, self.rack, lexicon, self.tiles, self.bonuses, **limit)


def lists(elements, *sizes):
    """Draw lists of one of these sizes, since Hypothesis prefers short ones."""
    return st.sampled_from(sizes).flatmap(lambda size: st.lists(elements, min_size=size, max_size=size))


@st.composite
def boards(draw, words, letters, strangers):
    """Draw boards of words that cross anyhow, over repeated cells, with holes and cells of other tile sets.

    The repeated cells may be empty or without a gap; few of the words that they make are in the lexicon.
    """
    ground, emptiness = [0], draw(st.sampled_from([None, None, None, None, 12, 6, 1, 0]))
    if emptiness is not None:
        blanks = [BLANK_FLAG | letter for letter in letters]
        ground = draw(lists(st.sampled_from([*letters, *blanks, *[0] * emptiness]), 1, 7, 17, 18))
    cells = bytearray(islice(cycle(ground), SQUARES))
    for square in draw(st.lists(st.integers(0, SQUARES - 1), max_size=8)):
        cells[square] = 0
    lying = st.tuples(st.sampled_from(words), st.integers(0, SQUARES - 1), st.sampled_from(Direction))
    for word, first, direction in draw(lists(lying, 4, 4, 1, 0)):
        for square, letter in zip(range(first, SQUARES, direction.step), word, strict=False):
            cells[square] = letter
    for square, cell in draw(st.lists(st.tuples(st.integers(0, SQUARES - 1), strangers), max_size=3)):
        cells[square] = cell
    return Board(bytes(cells))


@st.composite
def questions(draw):
    """Draw words, board and rack from a few letters, so that much can be played, and sometimes another letter."""
    language = draw(st.sampled_from(sorted(TILE_SETS)))
    strangers = st.integers(1, len(TILE_SETS[language].letters))
    letters = draw(st.lists(strangers, min_size=1, max_size=3, unique=True))
    letter = st.sampled_from(letters)
    some_letters = st.lists(letter, min_size=2, max_size=5)
    word = some_letters | some_letters | st.lists(letter | strangers, min_size=2, max_size=15)
    words = sorted({tuple(word) for word in draw(lists(word, 16, 8, 1))})
    rack = draw(lists(st.sampled_from([*letters, *letters, BLANK]) | strangers, 7, 7, 7, 15, 1, 0))
    return Question(
        language=language,
        words=words,
        board=draw(boards(words, letters, strangers)),
        rack=tuple(rack),
        bonuses=draw(st.dictionaries(st.integers(-1, 17), st.integers(0, 100_000), max_size=3)),
        most_played=draw(st.sampled_from([None, None, *range(21)])),
    )


def without_blanks(word):
    return tuple(cell & LETTER_MASK for cell in word)


def rank(scored):
    """Return the sort key of a move: score, reading order, word, blanks."""
    return -scored.score, scored.move.reference, without_blanks(scored.move.word), scored.move.word


def sample(moves):
    return moves[:: 1 + len(moves) // LOOKED_AT]


@settings(max_examples=60, deadline=None)
@given(question=questions())
def test_moves_are_what_the_rules_accept_in_order_and_the_top_is_the_best_of_them(question):
    lexicon = question.lexicon()
    moves = question.asked_of(all_moves, lexicon)
    event("moves" if moves else "no move")
    event(question.language)
    assert np.all(np.diff(moves._numbers) > 0)  # none comes twice
    assert moves.scores == sorted(moves.scores, reverse=True)
    seen = list(sample(moves))
    assert seen == sorted(seen, key=rank)
    for scored, score in zip(seen, sample(moves).scores, strict=True):
        assert score == scored.score
        assert scored == score_move(question.board, scored.move, question.tiles, question.bonuses)
        check_rack(scored, question.rack, question.tiles)
        check_played(scored, question.tiles, question.most_played)
        assert not bad_words(question.board, scored.move, question.tiles, lexicon)
    best = question.asked_of(top, lexicon)
    assert best.score == (moves.scores[0] if moves else 0)
    assert list(best.moves._numbers) == list(moves._numbers[: moves.scores.count(best.score)])


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(question=questions())
def test_each_move_is_a_placement_of_its_word(question):
    lexicon = question.lexicon()
    found = {word: question.asked_of(placements, lexicon, word) for word in question.words}
    for word, moves in found.items():
        assert {without_blanks(scored.move.word) for scored in sample(moves)} <= {word}
    together = {number for moves in found.values() for number in moves._numbers}
    every_move = question.asked_of(all_moves, lexicon)
    assert together >= set(every_move._numbers)
    # A single tile that makes words both ways is a placement of the word down, too.
    more = [
        scored
        for moves in found.values()
        for scored in sample(moves)
        if scored not in set(sample(every_move))
    ]
    if len(every_move) < LOOKED_AT:
        assert all(
            len(scored.tiles) == 1
            and len(formed_words(question.board, scored.move, question.tiles)) == 2
            and scored.move.reference.direction is Direction.DOWN
            for scored in more
        )


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(question=questions(), stream=st.randoms())
def test_a_word_is_found_wherever_scoring_lets_it_lie(question, stream):
    lexicon = question.lexicon()
    word = stream.choice(question.words)
    found = question.asked_of(placements, lexicon, word)
    if len(found) < 50 * LOOKED_AT:
        places = {reference for reference in REFERENCES if may_lie(word, reference, question, lexicon)}
        assert {scored.move.reference for scored in found} == places


def may_lie(word, reference, question, lexicon):
    try:
        scored = score_move(question.board, Move(reference, word), question.tiles)
        check_played(scored, question.tiles, question.most_played)
    except MoveError:
        return False
    lacking = Counter(scored.tiles) - Counter(question.rack)
    bad = bad_words(question.board, scored.move, question.tiles, lexicon)
    if bad or lacking.total() > question.rack.count(BLANK):
        return False
    return reference.direction is Direction.ACROSS or not question.board.is_empty


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(question=questions())
def test_the_board_turned_over_has_as_many_moves_with_the_same_scores(question):
    lexicon = question.lexicon()
    assume(not question.board.is_empty)
    turned = replace(question, board=question.board.transposed())
    assert turned.asked_of(all_moves, lexicon).scores == question.asked_of(all_moves, lexicon).scores


@settings(max_examples=40, deadline=None)
@given(data=st.data(), question=questions())
def test_it_makes_no_difference_which_board_was_searched_before(data, question):
    """One or two tiles are added each time, and now and then one is removed or changed."""
    lexicon, cells = question.lexicon(), bytearray(question.board.cells)
    letters = sorted({letter for word in question.words for letter in word})
    blanks = [BLANK_FLAG | letter for letter in letters]
    square = st.integers(0, SQUARES - 1) | st.integers(100, 124)
    changes = st.lists(st.tuples(square, st.sampled_from([*letters, *letters, *blanks, 0])), max_size=2)
    for _ in range(5):
        followed = question.asked_of(all_moves, lexicon)
        forget_board()
        assert list(followed._numbers) == list(question.asked_of(all_moves, lexicon)._numbers)
        for place, cell in data.draw(changes):
            cells[place] = cell
        question = replace(question, board=Board(bytes(cells)))


@st.composite
def spoil(draw, question):
    """Make one value of the question impossible; return it with the expected error."""
    letters = range(1, len(question.tiles.letters) + 1)
    no_tile = st.sampled_from([-(2**70), -1, len(letters) + 1, BLANK_FLAG, 2**70])
    cells = {0, *letters, *(BLANK_FLAG | letter for letter in letters)}
    no_cell = st.sampled_from(sorted(set(range(256)) - cells))
    no_bonus = st.sampled_from([-(2**70), -1, 100_001, 2**70])
    place = draw(st.integers(0, SQUARES - 1))
    kind = draw(st.sampled_from(["rack", "length", "board", "bonus", "tiles"]))
    if kind == "rack":
        return replace(question, rack=(draw(no_tile), *question.rack[:14])), TileError
    if kind == "length":
        return replace(question, rack=(draw(no_tile) if place % 2 else 1,) * (16 + place)), RackError
    if kind == "board":
        cells = bytearray(question.board.cells)
        cells[place] = draw(no_cell)
        return replace(question, board=Board(bytes(cells))), TileError
    if kind == "bonus":
        return replace(question, bonuses={1 + place % 15: draw(no_bonus)}), ValueError
    other = draw(st.sampled_from(sorted(set(TILE_SETS) - {question.language})))
    return replace(question, language=other), LexiconError


@settings(max_examples=40, deadline=None)
@given(data=st.data(), question=questions())
def test_what_cannot_be_is_refused_and_the_next_search_is_none_the_worse(data, question):
    lexicon, word = question.lexicon(), question.words[0]
    before = question.asked_of(all_moves, lexicon)
    bad, refusal = data.draw(spoil(question))
    for search, of in ((top, ()), (all_moves, ()), (placements, (word,))):
        with pytest.raises(refusal):
            bad.asked_of(search, lexicon, *of)
    assert list(question.asked_of(all_moves, lexicon)._numbers) == list(before._numbers)
