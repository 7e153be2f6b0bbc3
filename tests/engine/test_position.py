"""Positions as a library has them: text in and out, the search, turns taken back, and errors that change nothing."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Position, Words, movegen
from engine.errors import EngineError, LexiconError, MoveError, NotationError, TileError, TurnError
from engine.lexicon import load_lexicon
from engine.rules import RuleSet

GCG = """#player1 Ann Ann
#player2 Bo Bo
>Ann: AAINRTT 8D TRAIN +12 12
>Bo: EIRSTU? - +0 0
>Ann: AT -AT +0 12
"""


@pytest.fixture
def train():
    position = Position.start()
    position.push("H4 TRAIN")
    return position


@pytest.mark.parametrize(("convention", "text"), [("duplicate", "H4 TRAIN"), ("english", "8D TRAIN")])
def test_a_move_is_written_as_it_is_read(convention, text):
    position = Position.start(convention=convention)
    move = position.push(text)
    assert (str(move), move.reference, move.word, move.played, move.score) == (
        text,
        text.split()[0],
        "TRAIN",
        "TRAIN",
        12,
    )
    assert position.history == [move]


def test_a_move_that_was_found_keeps_its_place_in_the_other_convention(train):
    train.rack = "EIRSTU?"
    best = train.top()[0]
    english = Position.from_cgp(train.to_cgp(), convention="english")
    assert str(english.push(best)) == "E4 SqUIRTER"
    train.push(best)
    assert english.board == train.board


def test_what_is_found_is_what_the_search_finds(train):
    train.rack = "EIRSTU?"
    found = movegen.all_moves(
        train.board, train.tiles.encode_rack("EIRSTU?"), load_lexicon("english"), train.tiles
    )
    moves = train.moves()
    assert len(moves) == len(found)
    assert [move.scored for move in moves[:50]] == list(found[:50])
    assert [move.score for move in moves] == sorted(found.scores, reverse=True)
    assert [str(move) for move in train.top()] == [str(move) for move in moves[: len(train.top())]]
    assert repr(moves).endswith("the best 5D SqUIRTER for 78>")


def test_no_rack_has_no_moves(train):
    assert (len(train.moves()), len(train.top()), repr(train.top())) == (0, 0, "<0 moves>")


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 200), min_size=1, max_size=5), st.sampled_from([1, 2]), st.randoms())
def test_all_turns_are_taken_back(chosen, players, random):
    position, seen = Position.start(players=players, convention="english"), []
    for number in chosen:
        position.rack = "".join(random.sample(position.unseen, 7))
        seen.append(position.to_cgp())
        moves = position.moves()
        position.push(moves[number % len(moves)] if moves else "-")
        again = Position.from_cgp(position.to_cgp())
        assert again.to_cgp() == position.to_cgp()
        assert again.board == position.board
    while seen:
        position.pop()
        assert position.to_cgp() == seen.pop()
    with pytest.raises(TurnError):
        position.pop()


@pytest.mark.parametrize(
    ("text", "kind", "code"),
    [
        ("A1 RUE", MoveError, "not_connected"),
        ("I4 XU", MoveError, "not_in_rack"),
        ("I3 ERS", MoveError, "not_in_lexicon"),
        ("P1 RUE", NotationError, "reference_off_board"),
        ("TRAIN", NotationError, "bad_turn"),
        ("", NotationError, "bad_turn"),
        ("H4 TR4IN", TileError, "unknown_letter"),
    ],
)
def test_a_move_that_is_refused_changes_nothing(train, text, kind, code):
    train.rack = "EIRSTU?"
    before = train.to_cgp()
    with pytest.raises(kind) as caught:
        train.push(text)
    assert isinstance(caught.value, EngineError)
    assert caught.value.code == code
    assert train.to_cgp() == before


def test_a_rack_of_other_letters_is_refused(train):
    with pytest.raises(TileError):
        train.rack = "A1"
    assert train.rack == ""


def test_players_take_turns():
    position = Position.start(players=2)
    position.rack = "TRAINEE"
    position.push("H4 TRAIN")
    assert (position.racks, position.scores) == (("", "EE"), (0, 12))
    assert position.push("-") is None
    assert (position.rack, position.scores) == ("EE", (12, 0))


def test_a_game_of_gcg_goes_back_turn_by_turn():
    position = Position.from_gcg(GCG)
    assert [str(turn) for turn in position.history] == ["8D TRAIN", "None", "None"]
    assert position.scores == (0, 12)
    assert position.pop() is None
    assert position.pop() is None
    assert (position.rack, position.scores) == ("EIRSTU?", (0, 12))
    assert position.pop().word == "TRAIN"
    assert position.board.is_empty
    with pytest.raises(EngineError):
        Position.from_gcg(GCG.replace("+12 12", "+13 13"))


def test_a_game_of_gcg_keeps_its_lexicon():
    position = Position.from_gcg(GCG, lexicon="french")
    assert Position.from_cgp(position.to_cgp()).words.lexicon.name == "french"
    position.pop()
    assert Position.from_cgp(position.to_cgp()).words.lexicon.name == "french"


def test_a_position_of_cgp_is_searched_by_its_rules():
    line = "/".join(["15"] * 15) + " AEINRSTL/ 0/0 0 lex french;"
    rules = RuleSet.from_toml("rack.size = 8\nmoves.most_played = 7")
    assert {len(move.played) for move in Position.from_cgp(line, rules=rules).top()} == {7}


def test_an_unknown_lexicon_is_told_unless_another_is_named():
    line = "/".join(["15"] * 15) + " TEAS/ 0/0 0 lex CSW99;"
    with pytest.raises(LexiconError):
        Position.from_cgp(line)
    assert Position.from_cgp(line, lexicon="english").rack == "TEAS"


def test_words_are_texts():
    words = Words.load()
    assert "train" in words
    assert "TRAIN" in words.lexicon
    assert [word for word in ("TRIAN", "TR4IN", "", "T") if word in words] == []
    assert "TRAIN" in set(words)
    assert len(words) == len(list(words)) == words.lexicon.word_count
    assert "TRaIN" in words.anagrams("TR?IN")
    assert words.hooks("TRAIN")[1] == ["S"]
    assert words.matching("TRAIN@*", most=1) == ["TRAINED"]
    assert "TRAINER" in words.extensions("train")


def test_the_package_loads_the_search_only_for_a_position():
    loaded = "print('llvmlite' in sys.modules)"
    code = f"import sys, engine; engine.Words; {loaded}; engine.Position; {loaded}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout.split() == ["False", "True"]


def test_the_package_has_nothing_else():
    import engine

    with pytest.raises(AttributeError):
        _ = engine.Nothing
