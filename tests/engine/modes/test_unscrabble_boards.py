"""Boards for Un-Scrabble from records, GCG, CGP and rows."""

import json
from pathlib import Path

import pytest

from engine.board import Board
from engine.errors import EngineError, RuleSetError
from engine.formats.cgp import CgpPosition
from engine.formats.gcg import GcgGame
from engine.referee.gcg.reader import from_gcg
from tests.engine.few_words import lexicon_of
from tests.engine.modes.unscrabble_table import MODE, rows_of, setup_of, tiles_on
from tests.engine.movegen.search_helpers import ENGLISH
from tests.oracles import scorer

RECORDS = Path(__file__).parents[1] / "records"


def board_from(text):
    return tiles_on(MODE.start(setup_of(board=text)))


def test_a_board_comes_from_the_record_of_a_duplicate_game():
    text = (RECORDS / "english.json").read_text(encoding="utf-8")
    board = {}
    for played_round in json.loads(text)["rounds"]:
        if played_round["word"]:
            board = scorer.place(board, played_round["word"], played_round["ref"])
    assert board_from(text) == board


def test_a_board_comes_from_a_classic_game_and_from_a_position():
    text = (RECORDS / "classic/double.gcg").read_text(encoding="utf-8")
    board = board_from(text)
    rows = ["".join(board.get((row, column), ".") for column in range(15)) for row in range(15)]
    whole = from_gcg(GcgGame.parse(text.encode(), ENGLISH), ENGLISH)
    position = CgpPosition(Board.from_rows(rows, ENGLISH), ((), ()), (0, 0)).text(ENGLISH)
    assert board_from("\n".join(rows)) == board
    assert board_from(whole.to_json()) == board
    assert board_from(position) == board
    assert board_from(position.split(maxsplit=1)[0]) == board
    assert len(board) > 80


OFF_CENTRE = """{"tiles": "english", "notation": "duplicate", "rounds": [
    {"rack": "CAT", "word": "CAT", "ref": "A1", "score": 5}]}"""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("CATS", "Row 2 of the board: there are 1 rows instead of 15"),
        ("\n".join(rows_of("CA7S")), "Row 1 of the board"),
        ("\n".join(rows_of("A")), "board: there are no words on it"),
        ("\n".join(rows_of()), "board: there are no words on it"),
        ("\n".join(rows_of("AT.TO")), "board: its words are not connected"),
        ("\n".join(rows_of("ZZ")), "board: it has tiles that the set does not have"),
        ("\n".join(rows_of("abc")), "board: it has tiles that the set does not have"),
        ("15/15", "Row 3 of the board"),
        ("{}", "“tiles” is missing"),
        ("{", "line 1"),
        (">A: CAT 8F CAT 99 99", "Line 1"),
        ('{"tiles": "french", "notation": "duplicate", "rounds": []}', "with the tiles french, not english"),
        (OFF_CENTRE, "round 1: CAT does not cover the centre"),
    ],
)
def test_a_board_that_cannot_be_read(text, problem):
    with pytest.raises(EngineError, match=problem):
        MODE.start(setup_of(board=text))


def test_a_lexicon_of_which_nothing_can_be_played_gives_no_board():
    with pytest.raises(RuleSetError, match="bring a board along"):
        MODE.start(setup_of(lexicon=lexicon_of("QQQQQQQQ")))
