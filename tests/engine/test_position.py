"""Positions as a library has them: text in and out, the search, turns taken back, and errors that change nothing."""

import contextlib
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Position, Words, movegen
from engine.__main__ import main
from engine.errors import (
    EngineError,
    LexiconError,
    MoveError,
    NotationError,
    RackError,
    RuleSetError,
    TileError,
    TurnError,
)
from engine.lexicon import load_lexicon
from engine.rules import (
    RuleSet,
)

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


def test_a_search_takes_text_or_tiles(train):
    lexicon, tiles = load_lexicon("english"), train.tiles
    rack, word = tiles.encode_rack("EIRSTU?"), tiles.encode_plain("RUSTIER")
    for search in (movegen.top, movegen.all_moves):
        found = (search(train.board, each, lexicon, tiles) for each in (rack, "eirstu?"))
        assert len({getattr(each, "moves", each)[0] for each in found}) == 1
    placed = [
        list(movegen.placements(each, train.board, "EIRSTU?", lexicon, tiles)) for each in (word, "RUSTIER")
    ]
    assert placed[0] == placed[1] != []
    with pytest.raises(TileError):
        movegen.top(train.board, "A1", lexicon, tiles)


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
        ("999A AB", NotationError, "bad_reference"),
        ("-EX", MoveError, "not_in_rack"),
        ("-8", MoveError, "exchange_more_than_held"),
        ("--", TileError, "unknown_letter"),
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
    assert str(position.push("-")) == "-"
    assert (position.rack, position.scores) == ("EE", (12, 0))


def test_a_game_of_gcg_goes_back_turn_by_turn():
    position = Position.from_gcg(GCG)
    assert [str(turn) for turn in position.history] == ["8D TRAIN", "-", "-AT"]
    assert position.scores == (0, 12)
    assert position.pop().played == "AT"
    assert position.pop().is_pass
    assert (position.rack, position.scores) == ("EIRSTU?", (0, 12))
    assert position.pop().word == "TRAIN"
    assert position.board.is_empty
    with pytest.raises(EngineError):
        Position.from_gcg(GCG.replace("+12 12", "+13 13"))


@pytest.mark.parametrize(
    ("text", "rack", "left", "is_pass"),
    [
        ("-EI?", "EIRSTU?", "RSTU", False),
        ("-3", "EIRSTU?", "", False),
        ("-ei", "", "", False),
        ("-", "EI", "EI", True),
    ],
)
def test_tiles_that_are_exchanged_leave_the_rack(train, text, rack, left, is_pass):
    train.rack = rack
    turn = train.push(text)
    assert (train.rack, train.scores, turn.score, turn.is_pass) == (left, (12,), 0, is_pass)
    assert str(turn) == text.upper()
    train.pop()
    assert train.push(turn) == turn
    assert train.history[-1] == turn


def test_a_move_is_a_text_or_what_a_search_found(train):
    train.rack = "EIRSTU?"
    best = train.top()[0]
    for found in (best, best.scored, best.scored.move, str(best), f"{best.word}\t{best.reference}"):
        assert repr(train.copy().push(found)) == "<5D SqUIRTER, 78>"
    assert train.move(str(best)) == best
    assert repr(train.copy().push("-EI")) == "<-EI>"
    with pytest.raises(NotationError):
        train.move("-EI")


def test_a_copy_is_played_on_apart(train):
    other = train.copy()
    other.rack = "EIRSTU?"
    other.push(other.top()[0])
    assert (train.rack, [str(turn) for turn in train.history]) == ("", ["H4 TRAIN"])
    other.pop()
    other.pop()
    assert other.board.is_empty
    assert not train.board.is_empty


@pytest.mark.parametrize(
    ("options", "kind", "code"),
    [
        ({"players": 0}, TurnError, "players_number"),
        ({"players": 5}, TurnError, "players_number"),
        ({"convention": "french"}, NotationError, "bad_convention"),
        ({"rules": "none"}, RuleSetError, "bad_rules"),
        ({"lexicon": "none"}, LexiconError, "lexicon_unknown"),
        ({"lexicon": "\0"}, LexiconError, "lexicon_unknown"),
        ({"lexicon": "x" * 5000}, LexiconError, "lexicon_unknown"),
        ({"lexicon": Path(__file__)}, LexiconError, "lexicon_foreign"),
    ],
)
def test_a_start_that_is_none_is_refused(options, kind, code):
    with pytest.raises(kind) as caught:
        Position.start(**options)
    assert caught.value.code == code


def test_a_rack_is_no_longer_than_a_search_takes(train):
    with pytest.raises(RackError):
        train.rack = "A" * 16
    train.rack = " " + "A" * 15
    assert train.top()


def test_any_text_is_read_or_refused_by_an_error_of_the_engine():
    position = Position.start(players=2)
    line, signs = position.to_cgp(), st.text(alphabet="AEINRS?aeqH8D4-+#>: ./0159;[]()é\n\0", max_size=40)

    def put_rack(text):
        position.rack = text

    @settings(max_examples=40, deadline=None)
    @given(signs, st.text(max_size=20), st.integers(0, len(line)))
    def check(text, other, place):
        for act, given_text in (
            *(
                (act, each)
                for act in (put_rack, position.copy().push, position.move)
                for each in (text, other)
            ),
            *((Position.from_cgp, each) for each in (text, line[:place] + text + line[place:])),
            *((Position.from_gcg, each) for each in (text, other, f"{GCG}{text}", f"{GCG}>{text}")),
            *((act, text) for act in (Words.of, position.words.anagrams, position.words.hooks)),
            *((act, other) for act in (position.words.definition, position.words.__contains__)),
            (position.words.matching, text),
        ):
            with contextlib.suppress(EngineError):
                act(given_text)

    check()


def test_a_game_of_gcg_is_read_with_the_lexicon_that_it_names():
    named = GCG.replace(">Ann: A", "#lexicon french\n>Ann: A", 1)
    assert Position.from_gcg(named).words.lexicon.name == "french"
    assert Position.from_gcg(named, lexicon="english").words.lexicon.name == "english"
    with pytest.raises(LexiconError):
        Position.from_gcg(named.replace("french", "CSW99"))


def test_a_text_of_gcg_has_no_encoding_any_more():
    named = "#character-encoding iso-8859-1\n" + GCG.replace("Bo Bo", "Bo Zoë").replace(
        ">Ann: AAIN", ">Ann: ÄAIN"
    )
    assert Position.from_gcg(named).history[0].word == "TRAIN"


def test_a_game_of_gcg_keeps_its_lexicon():
    position = Position.from_gcg(GCG, lexicon="french")
    assert Position.from_cgp(position.to_cgp()).words.lexicon.name == "french"
    position.pop()
    assert Position.from_cgp(position.to_cgp()).words.lexicon.name == "french"


@pytest.mark.slow
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
    assert list(islice(words, 3)) == ["AA", "AAH", "AAHED"]
    assert len(words) == words.lexicon.word_count
    assert "TRaIN" in words.anagrams("TR?IN")
    assert words.hooks("TRAIN")[1] == ["S"]
    assert words.matching("TRAIN@*", most=1) == ["TRAINED"]
    assert "TRAINER" in words.extensions("train")


def test_words_of_a_text_are_a_lexicon():
    words = Words.of("train\nTRAINS\nrain", name="mine")
    assert list(words) == ["RAIN", "TRAIN", "TRAINS"]
    assert len(words) == 3
    position = Position.start(words)
    position.rack = "AINRT"
    assert {move.word for move in position.top()} == {"TRAIN"}
    assert " lex mine;" in position.to_cgp()
    assert Position.start(words.lexicon).words == words
    assert "CHANT" in Words.of(["CHANT"], "french")
    for wrong in (["A"], ["TR4IN"], [], ["A" * 16]):
        with pytest.raises(EngineError):
            Words.of(wrong)


def test_definitions_are_those_of_the_list(tmp_path):
    (tmp_path / "mine.txt").write_text("train: a row of wagons\nrain\n")
    assert (
        main(
            ["lexicon", "build", str(tmp_path / "mine.txt"), str(tmp_path / "mine.lexicon"), "--definitions"]
        )
        == 0
    )
    words = Words.load(tmp_path / "mine.lexicon")
    assert [words.definition(word) for word in ("Train", "rain", "ZZZ")] == ["a row of wagons", "", ""]
    assert Words.load().definition("TRAIN") == Words.of("RAIN").definition("RAIN") == ""


def test_the_package_loads_the_search_only_for_a_position():
    loaded = "print('llvmlite' in sys.modules)"
    searched = "position = engine.Position.start(); position.rack = 'RETAINS'; position.top()"
    code = f"import sys, engine; engine.Words; {loaded}; {searched}; {loaded}"
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
