"""The search against brute force: the same tops and moves, in positions from games and in unusual ones."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.lexicon import build_lexicon
from tests.engine.few_words import lexicon_of
from tests.engine.movegen.search_helpers import (
    ENGLISH,
    moves_of,
    positions,
    positions_with,
    rows_with,
    top_of,
)
from tests.oracles.brute_force import Position, WordList, all_moves, tops

WORDS = Path(engine.__file__).parent / "data" / "lexicons" / "english.txt.gz"
CHUNKS = 20
# Every so many positions all moves are compared; listing those of a rack with two blanks takes seconds.
EVERY_MOVE = {0: 10, 1: 6, 2: 8}


@pytest.fixture(scope="module")
def oracle():
    return WordList(gzip.decompress(WORDS.read_bytes()).decode().split())


def check_tops(position, oracle, lexicon, **rules):
    rows, rack = position["board"], position["rack"]
    score, moves = top_of(rows, rack, lexicon, **rules)
    assert (score, set(moves)) == tops(Position(oracle, rows, rack, **rules))
    assert len(moves) == len(set(moves))


def check_all_moves(position, oracle, lexicon, **rules):
    rows, rack = position["board"], position["rack"]
    moves = moves_of(rows, rack, lexicon, **rules)
    assert set(moves) == all_moves(Position(oracle, rows, rack, **rules))
    assert len(moves) == len(set(moves))


def with_every_move():
    return [position for blanks, step in EVERY_MOVE.items() for position in positions_with(blanks)[::step]]


def test_there_are_positions_from_games_with_no_one_and_two_blanks():
    assert [len(positions_with(blanks)) for blanks in (0, 1, 2)] == [2000, 250, 80]
    assert len({(*position["board"], position["rack"]) for position in positions()}) == 2330
    assert len(with_every_move()) >= 240


@pytest.mark.slow
def test_some_positions(oracle, english):
    for position in [*positions_with(0)[:240:60], *positions_with(1)[:200:100], positions_with(2)[-1]]:
        check_tops(position, oracle, english)
        check_all_moves(position, oracle, english)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_tops_of_all_positions(oracle, english, chunk):
    for position in positions()[chunk::CHUNKS]:
        check_tops(position, oracle, english)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_all_moves_of_a_tenth_of_the_positions(oracle, english, chunk):
    for position in with_every_move()[chunk::CHUNKS]:
        check_all_moves(position, oracle, english)


@pytest.mark.slow
def test_what_brute_force_discards_is_no_top(oracle):
    for chosen in [*positions_with(0)[7:2000:500], *positions_with(1)[::125], positions_with(2)[5]]:
        position = Position(oracle, chosen["board"], chosen["rack"])
        moves = all_moves(position)
        best = max(move[2] for move in moves)
        assert tops(position) == (best, {move for move in moves if move[2] == best})


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("more", "bonuses", "most_played"),
    [("E", {7: 50}, 7), ("S", {7: 50, 8: 75}, 8), ("ET", {7: 50, 8: 50, 9: 50}, 9), ("?R", {1: 3, 4: 20}, 4)],
    ids=["seven of eight", "seven and eight", "nine tiles", "four of nine"],
)
def test_racks_of_more_than_seven(oracle, english, more, bonuses, most_played):
    for position in positions_with(0)[11::1000]:
        longer = position | {"rack": position["rack"] + more}
        check_tops(longer, oracle, english, bonuses=bonuses, most_played=most_played)
        check_all_moves(longer, oracle, english, bonuses=bonuses, most_played=most_played)


def test_more_blanks_than_any_set_of_tiles_has():
    words = "TO TOO TAT AT TATS"
    position = {"board": rows_with(H7="TAT"), "rack": "???A"}
    check_all_moves(position, WordList(words.split()), lexicon_of(words))
    check_tops(position, WordList(words.split()), lexicon_of(words))


small_words = st.sets(st.text("ABC", min_size=2, max_size=5), min_size=1, max_size=25)
racks = st.text("ABC?", max_size=7).filter(lambda rack: rack.count("?") <= 3)
# Tiles in the middle and at the edges, words that no lexicon has, and unconnected tiles.
tiles_lying = st.dictionaries(
    st.tuples(st.sampled_from([0, 1, 6, 7, 8, 13, 14]), st.sampled_from([0, 1, 6, 7, 8, 13, 14])),
    st.sampled_from("ABCDab"),
    max_size=25,
)


@settings(max_examples=50, deadline=None)
@given(words=small_words, rack=racks, lying=tiles_lying)
def test_any_small_position(words, rack, lying):
    rows = ["".join(lying.get((row, column), ".") for column in range(15)) for row in range(15)]
    lexicon = build_lexicon([ENGLISH.encode(word) for word in words], ENGLISH, "small")
    position = {"board": rows, "rack": rack}
    check_all_moves(position, WordList(words), lexicon)
    check_tops(position, WordList(words), lexicon)
